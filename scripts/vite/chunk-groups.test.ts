import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { chunkGroups } from './chunk-groups.ts';

/** All texts that a pattern of literals, alternatives and optional groups stands for. `[\w-]+` becomes `*`. */
function expand(pattern: string): readonly string[] {
  let at = 0;
  const alternatives = (): readonly string[] => {
    const found: string[] = [];
    for (;;) {
      found.push(...sequence());
      if (pattern[at] !== '|') return found;
      at += 1;
    }
  };
  const sequence = (): readonly string[] => {
    let texts: readonly string[] = [''];
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') {
      const next = atom();
      texts = texts.flatMap((text) => next.map((more) => text + more));
    }
    return texts;
  };
  const atom = (): readonly string[] => {
    if (pattern.startsWith('[\\\\/]', at)) return literal('/', 5);
    if (pattern.startsWith('[\\w-]+', at)) return literal('*', 6);
    if (pattern.startsWith('(?!.+useBlocker)', at)) return literal('', 16);
    if (pattern[at] === '\\') return literal(pattern[at + 1] ?? '', 2);
    if (pattern[at] !== '(') return literal(pattern[at] ?? '', 1);
    at += 1;
    const inner = alternatives();
    at += 1;
    if (pattern[at] !== '?') return inner;
    at += 1;
    return ['', ...inner];
  };
  const literal = (text: string, length: number): readonly string[] => {
    at += length;
    return [text];
  };
  return alternatives();
}

const modules = [
  ...globSync('{contract,db,machines,src}/**/*.{ts,tsx,json}'),
  ...globSync('node_modules/lucide-react/dist/esm/icons/*'),
].map((path) => `/${path}?tsr-split=component`);
const isOfPackage = (text: string) =>
  /node_modules|@zag-js|@ark-ui|@dnd-kit|@floating-ui|css-tree|punycode|styled-system|frontage-variants|preload-helper|useBlocker/u.test(
    text,
  );

it('expands a pattern', () => {
  expect(expand(String.raw`[\\/]ui[\\/](a|b(-c)?)\.|x[\w-]+`)).toEqual(['/ui/a.', '/ui/b.', '/ui/b-c.', 'x*']);
});

it.each(chunkGroups.map(({ name, test }) => [name, test.source] as const))('%s names modules that exist', (_, source) => {
  const names = expand(source).filter((text) => !isOfPackage(text));
  const isThere = (name: string) => {
    const [start = '', end] = name.split('*');
    return modules.some(
      (path) => path.includes(start) && (end === undefined || path.slice(path.indexOf(start) + start.length).includes(end)),
    );
  };
  expect(names.filter((name) => !isThere(name))).toEqual([]);
});
