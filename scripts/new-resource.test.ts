import { describe, expect, it } from 'vitest';
import { readFlags } from './new-resource/flags.ts';
import { definitionFile } from './new-resource/write.ts';

const team = [
  ...['--one', 'Team Member', '--many', 'Team Members', '--path', 'admin/team-members'],
  ...['--purpose', "Visitors can write to an agency's team member."],
];
const named = ['--field', 'text:full_name:Full name:required'];

describe('flags', () => {
  it.each([
    ['a taken name', ['--one', 'Redirect'], 'already a resource with the name "redirect"'],
    ['a name with a call', ['--one', 'Block'], 'already has a call createBlock'],
    ['names with a list', ['--many', 'Websites'], 'already has a call listWebsites'],
    ['a small letter', ['--one', 'team member'], 'is not words of at most 40 letters'],
    ['one name for both', ['--many', 'Team member'], 'need different names'],
    ['a file that exists', ['--many', 'Known'], 'contract/resources/known.ts exists'],
    ['the path of a screen', ['--path', 'marketing/social'], 'already leads to Social links'],
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

describe('the entry in the navigation', () => {
  const resource = { one: 'Team Member', title: 'Team Members', path: 'admin/team', purpose: 'P.', fields: [], isUnique: false };

  it.each([
    ['content', "navigation: { group: 'content', section: 'More' },"],
    ['settings', "navigation: { group: 'settings', section: null },"],
  ] as const)('is at the end of %s', (group, text) => {
    expect(definitionFile({ ...resource, group }, 'teamMembers')).toContain(text);
  });

  it('is left out where none is wanted', () => {
    expect(definitionFile({ ...resource, group: null }, 'teamMembers')).not.toContain('navigation');
  });
});
