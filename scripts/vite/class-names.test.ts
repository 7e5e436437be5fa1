import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { root } from '../inputs.mjs';
import { type Read, stylesSchema, variantsCode, withClassNames } from './class-names.ts';

const styles = v.parse(stylesSchema, await import(join(root, 'styled-system/css/index.js')));
const start = `import { css, cva } from '#styled/css/index.js';\n`;
const nowhere: Read = async () => null;
const transformed = async (code: string, read = nowhere) => (await withClassNames(start + code, styles, read)).replace(start, '');

describe('css', () => {
  it('becomes its class names, on as many lines', async () => {
    const code = `const box = css({\n  display: 'flex',\n  gap: { base: '1', md: '2' },\n  _hover: { color: 'text' },\n});\nconst after = 1;`;
    const result = await transformed(code);
    expect(JSON.parse(/".*?"/u.exec(result)?.[0] ?? '')).toBe(
      styles.css({ display: 'flex', gap: { base: '1', md: '2' }, _hover: { color: 'text' } }),
    );
    expect(result.split('\n').indexOf('const after = 1;')).toBe(code.split('\n').indexOf('const after = 1;'));
  });

  it('follows constants, spread and imports; later styles win', async () => {
    const read: Read = async (source) =>
      source === './other.ts' ? { id: '/other.ts', code: `${start}export const other = css.raw({ color: 'text', padding: '1' });` } : null;
    const code = `import { other } from './other.ts';\nconst own = { margin: '2' } as const;\nconst box = css(other, { ...own, color: 'danger.text' });`;
    expect(await transformed(code, read)).toContain(
      JSON.stringify(styles.css({ color: 'text', padding: '1' }, { margin: '2', color: 'danger.text' })),
    );
  });

  it.each([
    ['a condition', `const a = (on: boolean) => css({ color: on ? 'text' : 'accent.text' });`],
    ['a parameter', 'const a = (color: string) => css({ color });'],
    ['a parameter with the name of a constant', `const color = 'text';\nconst a = (color: string) => css({ color });`],
    ['a variable with the name of a constant', `const color = 'text';\nconst a = () => { const color = other(); return css({ color }); };`],
    ['a call', 'const a = css(stylesOf());'],
    ['another module', `import { b } from 'elsewhere';\nconst a = css(b);`],
    ['what is declared with let', `let b = { color: 'text' };\nconst a = css(b);`],
  ])('stays where it has %s', async (_, code) => expect(await transformed(code)).toBe(code));
});

type Chosen = Readonly<Record<string, string | boolean>>;
const variants: unknown = new Function(variantsCode.replace('export const variants =', 'return'))();
/** What the build has made of the recipes of a module, in their order. */
const recipesIn = (built: string): readonly ((chosen?: Chosen) => string)[] =>
  [...built.matchAll(/= (__variants\([\s\S]*?\))\s*;/gu)].map(([, call]) => new Function('__variants', `return ${call}`)(variants));
const sorted = (names: string) => names.split(' ').toSorted();

describe('cva', () => {
  const recipe = `{
    base: { display: 'flex', color: 'text' },
    variants: { tone: { plain: {}, danger: { color: 'danger.text' } }, small: { true: { padding: '1' } } },
    compoundVariants: [{ tone: 'danger', small: true, css: { margin: '2' } }, { tone: 'danger', small: 'true', css: { gap: '2' } }],
    defaultVariants: { tone: 'plain' },
  }`;

  it('gives what Panda gives, for every choice', async () => {
    const code = await transformed(`const box = cva(${recipe});\nconst a = box({ tone: 'danger' });`);
    const box = recipesIn(code)[0] ?? expect.unreachable();
    const own = styles.cva(new Function(`return ${recipe}`)());
    for (const tone of [undefined, 'plain', 'danger'])
      for (const small of [undefined, true, false]) {
        const chosen = { ...(tone === undefined ? {} : { tone }), ...(small === undefined ? {} : { small }) };
        expect(sorted(box(chosen)), JSON.stringify(chosen)).toEqual(sorted(own(chosen)));
      }
    expect(box()).toBe(box({ tone: 'plain' }));
  });

  it('stays where its function is used for more than its class names', async () => {
    const code = `const box = cva(${recipe});\nconst a = box.raw({ tone: 'danger' });`;
    expect(await transformed(code)).toBe(code);
  });
});

const files = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') }))
  .filter(({ code }) => code.includes('#styled/css/index.js'));
const readFrom =
  (file: string): Read =>
  async (source) => {
    const path = source.startsWith('#src/') ? join(root, source.slice(1)) : join(root, dirname(file), source);
    return existsSync(path) ? { id: path, code: readFileSync(path, 'utf8') } : null;
  };

it('leaves nothing to put together in the browser but what a chart draws', async () => {
  const left: string[] = [];
  for (const { file, code } of files) {
    const built = await withClassNames(code, styles, readFrom(file));
    if (/\b(?:css|css\.raw|cva)\((?!\))/u.test(built.replaceAll(/`css\(.*?`/gu, ''))) left.push(file);
  }
  expect(left.toSorted()).toEqual([
    'src/features/state-flows/chart-drawing.tsx',
    'src/features/state-flows/state-box.tsx',
    'src/features/state-flows/transition-label.tsx',
  ]);
});

it('gives what Panda gives, for every choice of every recipe of the console', async () => {
  const recipeSchema = v.object({ variants: v.record(v.string(), v.record(v.string(), v.unknown())) });
  const wrong: string[] = [];
  for (const { file, code } of files.filter((each) => each.code.includes('= cva('))) {
    const own: { readonly keys: [string, string[]][]; readonly namesOf: (chosen: Chosen) => string }[] = [];
    const cva = (recipe: Readonly<Record<string, unknown>>) => {
      const namesOf = styles.cva(recipe);
      const options = v.parse(recipeSchema, recipe).variants;
      own.push({ keys: Object.entries(options).map(([key, values]) => [key, Object.keys(values)]), namesOf });
      return namesOf;
    };
    const built = recipesIn(await withClassNames(code, { ...styles, cva }, readFrom(file)));
    expect(built.length, file).toBe(code.split('= cva(').length - 1);
    for (const [at, { keys, namesOf }] of own.entries())
      for (const chosen of choicesOf(keys)) {
        const names = built[at]?.(chosen) ?? '';
        if (String(sorted(names)) !== String(sorted(namesOf(chosen)))) wrong.push(`${file}: ${JSON.stringify(chosen)}`);
      }
  }
  expect(wrong).toEqual([]);
});

/** Each variant not chosen, each of its options, and false where `true` is one of them. */
const choicesOf = (keys: readonly (readonly [string, readonly string[]])[]): readonly Chosen[] =>
  keys.reduce<readonly Chosen[]>(
    (all, [key, options]) =>
      all.flatMap((chosen) => {
        const values = options.flatMap((option): (string | boolean)[] => (option === 'true' ? [true, false] : [option]));
        return [chosen, ...values.map((value): Chosen => ({ ...chosen, [key]: value }))];
      }),
    [{}],
  );
