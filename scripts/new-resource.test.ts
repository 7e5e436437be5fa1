import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kinds } from './generate/new-field.ts';
import { root } from './inputs.mjs';
import { readFlags } from './new-resource/flags.ts';
import { withEntity, withoutRows } from './new-resource/write.ts';

/** What is not the project's own text, or is none of what a resource touches. */
const leftOut = /^(?:\..*|node_modules|dist|docs|test-results|screenshots)$/u;

/** A copy of the tree, which the script changes. */
let copy: string;
async function makeCopy(): Promise<void> {
  copy = await mkdtemp(join(tmpdir(), 'frontage-new-resource-'));
  const parts = (await readdir(root)).filter((name) => !leftOut.test(name));
  for (const part of parts) await cp(join(root, part), join(copy, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');
}

interface Ran {
  readonly code: number;
  readonly output: string;
}

function ran(program: string, args: readonly string[], input = ''): Promise<Ran> {
  return new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
    const child = execFile(program, [...args], { cwd: copy, env, maxBuffer: 50_000_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` }),
    );
    child.stdin?.end(input);
  });
}
const program = (name: string) => join(copy, 'node_modules', '.bin', name);
const newResource = (args: readonly string[], input?: string) => ran(process.execPath, ['scripts/new-resource.ts', ...args], input);
const written = (path: string) => readFile(join(copy, path), 'utf8');
const team = [
  ...['--one', 'Team Member', '--many', 'Team Members', '--path', 'admin/team-members'],
  ...['--purpose', "Visitors can write to an agency's team member."],
];
const named = ['--field', 'text:full_name:Full name:required'];

describe('npm run new:resource', () => {
  beforeEach(makeCopy);
  afterEach(() => rm(copy, { recursive: true, force: true }));

  it('writes a resource with every kind of field that works online and offline, with its tests', async () => {
    const fields = Object.entries(kinds).flatMap(([kind, { needs }]) => {
      const options = needs === 'options' ? ':a=First,b=Second' : '';
      return ['', ':required'].map(
        (required) => `${kind}:team_${kind.toLowerCase()}${required.slice(1, 4)}:A ${kind}${required}${options}`,
      );
    });
    // A file and a record that are required have to be there: no sample has them.
    const possible = fields.filter((field) => !/^(?:image|file|menu|form|images|record|records):.*:required/u.test(field));
    const flags = ['--unique', '--navigation', 'settings', ...possible.flatMap((field) => ['--field', field])];
    const { code, output } = await newResource([...team, ...named, ...flags]);
    expect(output).toContain('Team Members open at /website/{id}/admin/team-members.');
    expect(code).toBe(0);
    expect(await ran(program('tsc'), ['-b'])).toEqual({ code: 0, output: '' });
    expect(await ran(program('biome'), ['check', '--vcs-enabled=false', 'contract', 'server'])).toMatchObject({ code: 0 });
    expect(await written('contract/navigation.ts')).toContain("['Team Members', 'admin/team-members'],");
    const tests = [
      'server/resources/team-members.test.ts',
      'tests/offline/every-resource.test.ts',
      ...['contract/resources/paths.test.ts', 'server/files/uses.test.ts', 'server/openapi.test.ts'],
    ];
    const run = await ran(program('vitest'), ['run', '--project=node', '--reporter=verbose', ...tests]);
    expect(run.output).toContain('Test Files  5 passed');
    expect(run.output).toContain('a team-member is created, changed and deleted online, and offline');
  });

  it('asks, again where an answer does not fit, and takes the place of calls that nothing served', async () => {
    const answers = [
      ...['popup', 'Popup', 'Popup', 'Popups', 'admin/redirects', 'marketing/popups', 'nothing', 'A popup is shown over a page.'],
      ...['checkbox', 'text', 'id', 'title', 'Title', 'y', 'multiline', 'body', 'Body', 'n', '', 'n', ''],
    ];
    const { code, output } = await newResource([], answers.join('\n'));
    for (const words of ['The name "popup" is not', 'need different names', 'already leads to Redirects', '"nothing" is not one sentence'])
      expect(output).toContain(words);
    expect(output).toContain('The first field names a record: it is one of');
    expect(output).toContain('The key "id" is one that every record has.');
    expect(code).toBe(0);
    expect(await written('contract/calls/rows.ts')).not.toContain('Popup');
    expect(await written('contract/resources/popups.ts')).toContain('findCreated: null');
    expect(await ran(program('tsc'), ['-p', 'contract', '--noEmit'])).toEqual({ code: 0, output: '' });
    const run = await ran(program('vitest'), [
      'run',
      '--project=node',
      'server/resources/popups.test.ts',
      'tests/offline/every-resource.test.ts',
    ]);
    expect(run.output).toContain('Test Files  2 passed');
  });

  it('writes nothing where something does not fit, or the answers end early', async () => {
    const files = async () => [await readdir(join(copy, 'contract/resources')), await written('contract/resources/index.ts')];
    const before = await files();
    expect(await newResource([...team, '--field', 'checkbox:is_away:Away'])).toMatchObject({ code: 1 });
    const { code, output } = await newResource([], 'Popup\nPopups\n');
    expect([code, output]).toEqual([1, expect.stringContaining('nothing was written')]);
    expect(await files()).toEqual(before);
  });
});

describe('flags', () => {
  it.each([
    ['a taken name', ['--one', 'Redirect'], 'already a resource with the name "redirect"'],
    ['a name with a call', ['--one', 'Block'], 'already has a call createBlock'],
    ['names with a list', ['--many', 'Websites'], 'already has a call listWebsites'],
    ['a small letter', ['--one', 'team member'], 'is not words of at most 40 letters'],
    ['one name for both', ['--many', 'Team member'], 'need different names'],
    ['a file that exists', ['--many', 'Known'], 'contract/resources/known.ts exists'],
    ['the path of a screen', ['--path', 'marketing/social'], 'already leads to Social Links'],
    ['a path within another', ['--path', 'admin/redirects/more'], 'already leads to Redirects'],
    ['a purpose that is none', ['--purpose', 'x'], 'is not one sentence'],
    ['a key of every record', ['--field', 'text:created_at:Created'], 'is one that every record has'],
    ['a key twice', ['--field', 'text:full_name:Name'], 'stands twice'],
    ['an unknown kind', ['--field', 'dial:x:X'], 'The kind "dial" is none of'],
    ['an unknown group', ['--navigation', 'sidebar'], 'no group "sidebar"'],
    ['an unknown flag', ['--colour', 'red'], '--colour'],
  ])('refuse %s', (_, args, message) => {
    const read = readFlags([...team, ...named, ...args], (path) => path === 'contract/resources/known.ts');
    expect(read.kind === 'problems' ? read.problems : []).toContainEqual(expect.stringContaining(message));
  });

  it.each([
    ['none', [], 'needs a field at least'],
    ['a tick', ['checkbox:is_away:Away'], 'The first field names a record: it is one of'],
    ['one that may be empty', ['text:full_name:Full name'], 'full_name has to be required'],
    ['an address that is there once', ['url:link:Link:required'], 'leave out --unique'],
  ])('refuse %s as the first field', (_, fields, message) => {
    const read = readFlags([...team, '--unique', ...fields.flatMap((field) => ['--field', field])], () => false);
    expect(read.kind === 'problems' ? read.problems : []).toEqual([expect.stringContaining(message)]);
  });
});

describe('writing', () => {
  it('takes calls out of the table with the comments right above them, and no others', () => {
    const rows = ["  row('listA',", '  // Of b.', "  row('createB', 'x'),", '  // Of c.', "  row('createBoat', 'x'),"].join('\n');
    expect(withoutRows(rows, ['createB'])).toBe(["  row('listA',", '  // Of c.', "  row('createBoat', 'x'),"].join('\n'));
  });

  it('adds what the calls are about where it is not there', () => {
    const resource = { one: 'Team Member', title: '', path: '', purpose: '', fields: [], isUnique: false, group: null };
    const define = "export type EntityName =\n  | 'popup';\n";
    expect(withEntity(define, resource)).toBe("export type EntityName =\n  | 'popup'\n  | 'team-member';\n");
    expect(withEntity(define, { ...resource, one: 'Popup' })).toBe(define);
    expect(() => withEntity('', resource)).toThrow('no EntityName');
  });
});
