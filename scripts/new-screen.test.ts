import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from './inputs.mjs';
import { withEntry } from './generate/navigation.ts';
import { readScreenFlags } from './new-screen/flags.ts';
import { screenExportName, withScreen } from './new-screen/write.ts';

/** A copy of the files that the script reads and writes. */
let copy: string;
async function makeCopy(): Promise<void> {
  copy = await mkdtemp(join(tmpdir(), 'frontage-new-screen-'));
  await mkdir(join(copy, 'scripts'));
  const parts = ['contract', 'package.json', 'tsconfig.base.json', 'biome.json', 'scripts/inputs.mjs', 'scripts/inputs.d.mts'];
  for (const part of [
    ...parts,
    'scripts/run.ts',
    'scripts/settings-summary.ts',
    'scripts/new-screen.ts',
    'scripts/new-screen',
    'scripts/generate',
  ]) {
    await cp(join(root, part), join(copy, part), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');
}

interface Ran {
  readonly code: number;
  readonly output: string;
}

function ran(program: string, args: readonly string[], input = ''): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(program, [...args], { cwd: copy }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` }),
    );
    child.stdin?.end(input);
  });
}
const program = (name: string) => join(copy, 'node_modules', '.bin', name);
const newScreen = (args: readonly string[], input?: string) => ran(process.execPath, ['scripts/new-screen.ts', ...args], input);
const written = (path: string) => readFile(join(copy, path), 'utf8');
const opening = ['--path', 'admin/opening-hours', '--title', 'Opening Hours', '--category', 'agency'];
const found = async (path: string) => {
  const catalogue = JSON.stringify('./contract/settings/index.ts');
  const code = `const { screenAt } = await import(${catalogue}); console.log(JSON.stringify(screenAt('${path}') ?? null));`;
  const { output } = await ran(process.execPath, ['--input-type=module', '--eval', code]);
  return output;
};

describe('npm run new:screen', () => {
  beforeEach(makeCopy);
  afterEach(() => rm(copy, { recursive: true, force: true }));

  it('writes a screen of every kind of field that type-checks, is formatted, and is in the catalogue and the navigation', async () => {
    const plain = ['text', 'multiline', 'lines', 'url', 'email', 'telephone', 'code', 'number', 'opacity', 'checkbox', 'toggle'];
    const more = ['color', 'themeColor', 'image', 'file', 'menu', 'form'];
    const choices = ['select', 'radio', 'logo'].map(
      (kind) => `${kind}:hours_${kind.toLowerCase()}:It's a ${kind}:required:a=First,b=Second`,
    );
    const fields = [...[...plain, ...more].map((kind) => `${kind}:hours_${kind.toLowerCase()}:A ${kind}`), ...choices];
    const { code, output } = await newScreen([...opening, '--navigation', 'settings', ...fields.flatMap((field) => ['--field', field])]);
    expect(output).toContain('Opening Hours opens at /website/{id}/admin/opening-hours.');
    expect(code).toBe(0);
    const files = ['contract/settings/opening-hours.ts', 'contract/settings/index.ts', 'contract/navigation.ts'];
    expect(await ran(program('tsc'), ['-p', 'contract', '--noEmit'])).toEqual({ code: 0, output: '' });
    expect((await ran(program('biome'), ['check', '--vcs-enabled=false', ...files])).code).toBe(0);
    expect(JSON.parse(await found('admin/opening-hours'))).toMatchObject({
      id: 'opening-hours',
      category: 'agency',
      sections: [{ fields: fields.map((field) => ({ key: field.split(':')[1] })) }],
    });
    expect(await written('contract/settings/summary.gen.ts')).toMatch(/path: 'admin\/opening-hours',[^}]*\)\.openingHours/u);
    expect(await written('contract/navigation.ts')).toContain(
      "['Users', 'admin/users'],\n        ['Opening Hours', 'admin/opening-hours'],",
    );
  });

  it('asks, again where an answer does not fit', async () => {
    const answers = [
      'Opening Hours',
      'admin/opening-hours',
      'Opening Hours',
      'agency',
      'select',
      'office hours',
      'office_hours',
      'Week',
      'y',
    ];
    const { code, output } = await newScreen([], [...answers, 'only=One', 'mon=Monday,sun=Sunday', '', 'content', ''].join('\n'));
    expect(output).toContain('The path "Opening Hours" is not lower-case words');
    expect(output).toContain('The key "office hours" is not lower-case words');
    expect(output).toContain('two at least');
    expect(code).toBe(0);
    expect(JSON.parse(await found('admin/opening-hours'))).toMatchObject({
      sections: [
        { fields: [{ kind: 'select', key: 'office_hours', label: 'Week', required: true, options: [{ value: 'mon' }, { value: 'sun' }] }] },
      ],
    });
    expect(await written('contract/navigation.ts')).toMatch(/'More',[^)]*\['Opening Hours', 'admin\/opening-hours'\]/u);
  });

  it('writes nothing when the answers end early', async () => {
    const { code, output } = await newScreen([], 'admin/opening-hours\nOpening Hours\n');
    expect([code, output]).toEqual([1, expect.stringContaining('nothing was written')]);
    expect(await found('admin/opening-hours')).toBe('null\n');
  });

  it('leaves the navigation as it is when nobody wants an entry', async () => {
    const before = await written('contract/navigation.ts');
    expect((await newScreen([...opening, '--field', 'text:office_hours:Hours'])).code).toBe(0);
    expect(await written('contract/navigation.ts')).toBe(before);
  });

  it('refuses invalid flags and writes nothing', async () => {
    const { code, output } = await newScreen([...opening, '--field', 'text:fb_link:Facebook']);
    expect([code, output]).toEqual([1, expect.stringContaining('The key "fb_link" is taken')]);
    expect(await found('admin/opening-hours')).toBe('null\n');
  });
});

describe('flags', () => {
  it.each([
    ['a taken path', ['--path', 'marketing/social'], 'already leads to Social links'],
    ['a taken alias', ['--path', 'admin/listing-search-native'], 'already leads to Listings Search Settings'],
    ['a path that redirects', ['--path', 'marketing/robots'], 'already leads to Robots.txt'],
    ['a bad path', ['--path', '/admin/Hours'], 'is not lower-case words with hyphens'],
    ['a taken id', ['--title', 'Social links'], 'already a screen with the id "social-links"'],
    ['the name of a file that is no screen', ['--title', 'Screen'], 'contract/settings/screen.ts exists'],
    ['a title of signs', ['--title', '***'], 'is not one line'],
    ['an unknown category', ['--category', 'weather'], 'The category "weather" is none of'],
    ['a taken key', ['--field', 'text:fb_link:Facebook'], 'is taken: it is "Facebook URL" in the category social'],
    ['a key twice', ['--field', 'text:office_hours:Hours'], 'stands twice'],
    ['an unknown kind', ['--field', 'dial:x:X'], 'The kind "dial" is none of'],
    ['a choice without options', ['--field', 'select:x:X'], 'two at least'],
    ['an option of a text', ['--field', 'text:x:X:requird'], '"requird" is neither'],
    ['an unknown group', ['--navigation', 'sidebar'], 'no group "sidebar"'],
    ['an unknown flag', ['--colour', 'red'], '--colour'],
  ])('refuse %s', (_, args, message) => {
    const read = readScreenFlags([...opening, '--field', 'text:office_hours:Hours', ...args], (name) => name === 'screen.ts');
    expect(read.kind === 'problems' ? read.problems : []).toContainEqual(expect.stringContaining(message));
  });

  it('report everything that is wrong at once', () => {
    const read = readScreenFlags([], () => false);
    expect(read.kind === 'problems' ? read.problems.length : 0).toBe(4);
  });
});

describe('writing', () => {
  it('keeps the imports sorted, first and last places too', async () => {
    const index = await readFile(join(root, 'contract/settings/index.ts'), 'utf8');
    const namesOf = (text: string) => [...text.matchAll(/from '\.\/(.+)\.ts'/gu)].map(([, name]) => name);
    for (const id of ['aaa', 'mmm', 'zzz']) {
      const names = namesOf(withScreen(index, id, id));
      expect(names).toEqual([...names].sort());
      expect(names).toContain(id);
    }
  });

  it('gives no screen a name that the catalogue has or that the language reserves', () => {
    expect([screenExportName('Opening Hours', ''), screenExportName('Default', ''), screenExportName('Known', 'const known = 1;')]).toEqual(
      ['openingHours', 'defaultScreen', 'knownScreen'],
    );
    // The screen's own file imports these.
    expect([screenExportName('Settings Screen', ''), screenExportName('Brand Color Options', '')]).toEqual([
      'settingsScreenScreen',
      'brandColorOptionsScreen',
    ]);
  });

  it('says so where the files have another shape', () => {
    const screen = { path: 'a', title: 'A', category: 'agency', fields: [], group: 'settings' } as const;
    expect(() => withScreen('', 'a', 'a')).toThrow('no import of ./');
    expect(() => withEntry('', screen)).toThrow('no group settings');
  });
});
