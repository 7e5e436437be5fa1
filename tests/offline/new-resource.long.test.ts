import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { registerResource } from '#contract/resources/bind.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { kinds } from '../../scripts/generate/new-field.ts';
import { root } from '../../scripts/inputs.mjs';
import { tryRecords } from './support/record-trial.ts';

/** A copy of everything that npm run new:resource reads and writes, and of the server, which then serves the new resource. */
const copy = await mkdtemp(join(tmpdir(), 'frontage-new-resource-'));
const scripts = ['generate', 'inputs.mjs', 'inputs.d.mts', 'new-resource', 'new-resource.ts', 'run.ts'].map((name) => `scripts/${name}`);
for (const part of ['contract', 'server', 'package.json', 'tsconfig.base.json', 'biome.json', ...scripts]) {
  await mkdir(dirname(join(copy, part)), { recursive: true });
  await cp(join(root, part), join(copy, part), { recursive: true });
}
await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');
afterAll(() => rm(copy, { recursive: true, force: true }));

interface Ran {
  readonly code: number;
  readonly output: string;
}

function ran(program: string, args: readonly string[], input = ''): Promise<Ran> {
  return new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
    const child = execFile(program, [...args], { cwd: copy, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` }),
    );
    child.stdin?.end(input);
  });
}
const program = (name: string) => join(copy, 'node_modules', '.bin', name);
const newResource = (args: readonly string[], input?: string) => ran(process.execPath, ['scripts/new-resource.ts', ...args], input);

/** The text of every file. */
async function tree(): Promise<ReadonlyMap<string, string>> {
  const under = await Promise.all(
    ['contract', 'server'].map((folder) => readdir(join(copy, folder), { recursive: true, withFileTypes: true })),
  );
  const files = under.flat().filter((entry) => entry.isFile());
  return new Map(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path.slice(copy.length + 1), await readFile(path, 'utf8')] as const;
      }),
    ),
  );
}
const before = await tree();

const team = [
  ...['--one', 'Team Member', '--many', 'Team Members', '--path', 'admin/team-members'],
  ...['--purpose', "Visitors can write to an agency's team member."],
];
const refused = [
  await newResource([...team, '--field', 'checkbox:is_away:Away']),
  await newResource([], 'Leaflet\nLeaflets\n'),
  await tree(),
] as const;

const everyKind = Object.entries(kinds).flatMap(([kind, { needs }]) => {
  const options = needs === 'options' ? ':a=First,b=Second' : '';
  return ['', ':required'].map((required) => `${kind}:team_${kind.toLowerCase()}${required.slice(1, 4)}:A ${kind}${required}${options}`);
});
// Required files and references must exist on the server: no sample has them.
const possible = everyKind.filter((field) => !/^(?:image|file|menu|form|images|record|records):.*:required/u.test(field));
const flags = ['text:full_name:Full name:required', ...possible].flatMap((field) => ['--field', field]);
const byFlags = await newResource([...team, ...flags, '--unique', '--navigation', 'settings']);

const answers = [
  ...['leaflet', 'Leaflet', 'Leaflet', 'Leaflets', 'admin/redirects', 'marketing/leaflets', 'nothing', 'A leaflet is shown over a page.'],
  ...['checkbox', 'text', 'id', 'title', 'Title', 'y', 'multiline', 'body', 'Body', 'n', '', 'n', '', ''],
];
const byAnswers = await newResource([], answers.join('\n'));
const after = await tree();

describe('npm run new:resource', () => {
  it('writes nothing where something does not fit, or the answers end early', () => {
    const [unfit, early, left] = refused;
    expect(unfit.code).toBe(1);
    expect(early).toEqual({ code: 1, output: expect.stringContaining('nothing was written') });
    expect(left).toEqual(before);
  });

  it('asks again where an answer does not fit', () => {
    for (const text of ['The name "leaflet" is not', 'need different names', 'already leads to Redirects', '"nothing" is not one sentence'])
      expect(byAnswers.output).toContain(text);
    expect(byAnswers.output).toContain('The first field names a record: it is one of');
    expect(byAnswers.output).toContain('The key "id" is one that every record has.');
    expect(byAnswers.code).toBe(0);
    expect(byFlags).toEqual({ code: 0, output: expect.stringContaining('Team Members open at /website/{id}/admin/team-members.') });
  });

  it('writes a definition, a table and its migration, and a test; of the rest only the lists that follow from these', () => {
    const written = [...after].flatMap(([path, text]) => (before.get(path) === text ? [] : [path]));
    const files = ['leaflets.ts', 'team-members.ts'];
    const of = (folder: string) => files.map((file) => `${folder}/${file}`);
    const lists = ['contract/resources/index.gen.ts', 'contract/resources/places.gen.ts', 'server/resources/served.gen.ts'];
    const tests = ['server/resources/leaflets.test.ts', 'server/resources/team-members.test.ts'];
    expect(written.filter((path) => !path.startsWith('server/migrations/')).sort()).toEqual(
      [...of('contract/resources'), ...of('server/tables'), ...tests, ...lists].sort(),
    );
    expect(written.filter((path) => path.endsWith('.sql'))).toHaveLength(2);
    expect(after.get('contract/resources/team-members.ts')).toContain("navigation: { group: 'settings', section: null },");
    expect(after.get('contract/resources/leaflets.ts')).toContain('findCreated: null');
    expect(after.get('contract/resources/leaflets.ts')).not.toContain('navigation');
  });

  it('writes formatted code that type-checks', async () => {
    const written = [...after.keys()].filter((path) => /(?:leaflets|team-members)(?:\.test)?\.ts$/u.test(path));
    const alone = { noEmit: true, composite: false, emitDeclarationOnly: false, declarationMap: false };
    const config = { extends: './tsconfig.base.json', compilerOptions: { ...alone, types: ['node'] } };
    const files = [
      ...written,
      'contract/navigation.ts',
      'server/resources/served.gen.ts',
      'server/themes/twig.d.ts',
      'contract/punycode.d.ts',
      'contract/css-tree.d.ts',
    ];
    await writeFile(join(copy, 'tsconfig.json'), JSON.stringify({ ...config, files }));
    expect(await ran(program('tsc'), ['-p', '.'])).toEqual({ code: 0, output: '' });
    expect(await ran(program('biome'), ['check', '--vcs-enabled=false', ...written])).toMatchObject({ code: 0 });
  });
});

// Tests of the copy that this file runs: the generated ones, and those that cover every resource.
for (const test of ['server/resources/team-members', 'server/resources/leaflets', 'contract/resources/paths', 'contract/calls/table'])
  await import(join(copy, `${test}.test.ts`));
for (const test of ['server/files/uses', 'scripts/generate/resource-lists']) await import(join(copy, `${test}.test.ts`));

describe('the generated code', async () => {
  const written: typeof import('#contract/resources/index.gen.ts') = await import(join(copy, 'contract/resources/index.gen.ts'));
  const { startHarness }: typeof import('#server/testing/harness.ts') = await import(join(copy, 'server/testing/harness.ts'));

  it.each(['team-member', 'leaflet'])('works online and offline: a %s', async (name) => {
    const resource = written.resources.find((each) => each.name === name);
    if (!resource) throw new Error(`there is no ${name}`);
    registerResource(resource);
    const harness = await startHarness();
    try {
      await tryRecords(resource, { ...harness, token: await harness.signIn() });
    } finally {
      await harness.close();
    }
  });
});
