import { json } from '#contract/fields/json-problem.ts';
import { describe, expect, it } from 'vitest';
import { settingsScreen } from '#contract/settings/screen.ts';
import { startMachine } from '../testing/start-machine.ts';
import { settingsScreenMachine } from './settings-screen.machine.ts';
import { snapshotOf } from './settings-screen.paths.ts';
import { settingsScreenView } from './settings-screen.view.ts';

const screen = settingsScreen({
  id: 'code',
  path: 'code',
  title: 'Code',
  category: 'css',
  sections: [
    {
      fields: [
        { kind: 'code', language: 'css', key: 'css', label: 'Custom CSS' },
        { kind: 'code', language: 'json', format: json, key: 'filters', label: 'Filters' },
        { kind: 'text', key: 'note', label: 'Note' },
      ],
    },
  ],
});
const missing = { line: 2, column: 3, message: 'Something is missing here.' };

async function open() {
  const run = startMachine(settingsScreenMachine, { websiteId: '5', screen });
  await run.answer('loadSettings', { kind: 'loaded', snapshot: snapshotOf({ css: 'a { stored' }) });
  const { actor } = run;
  const view = () => settingsScreenView(actor.getSnapshot());
  return {
    ...run,
    view,
    type: (key: string, value: string) => actor.send({ type: 'field.changed', key, value }),
    check: (text: string, problems = [missing]) => actor.send({ type: 'code.checked', key: 'css', text, problems }),
    save: () => {
      actor.send({ type: 'save.requested' });
      return view().status;
    },
  };
}

describe('code that does not parse', () => {
  it('is warned about once, with line and column; a second Save stores it as it is', async () => {
    const { check, save, type, view } = await open();
    type('css', 'a {');
    check('a {');
    expect(view().codeWarnings).toEqual([]);
    expect(save()).toBe('dirty');
    expect(view()).toMatchObject({ failedSaves: 1, codeWarnings: [{ key: 'css', label: 'Custom CSS', problems: [missing] }] });
    expect(save()).toBe('submitting');
    expect(view().codeWarnings).toEqual([]);
  });

  it('is warned about again once it has changed, and not at all once it parses', async () => {
    const { check, save, type, view } = await open();
    type('css', 'a {');
    check('a {');
    save();
    type('css', 'a { b');
    check('a { b');
    expect(view().codeWarnings).toEqual([]);
    expect([save(), view().codeWarnings.length]).toEqual(['dirty', 1]);
    type('css', 'a { }');
    check('a { }', []);
    expect(save()).toBe('submitting');
  });

  it('holds no save while it is stored and untouched', async () => {
    const { check, save, type } = await open();
    check('a { stored');
    type('note', 'x');
    expect(save()).toBe('submitting');
  });

  it('comes after what prevents a save, and holds a Save during another save too', async () => {
    const { answer, check, save, type, view } = await open();
    type('css', 'x'.repeat(9001));
    check('x'.repeat(9001), []);
    expect(save()).toBe('error');
    type('css', 'a {');
    check('a {');
    expect([save(), view().codeWarnings.length, view().errorSummary]).toEqual(['dirty', 1, []]);
    type('css', 'a { stored');
    type('note', 'x');
    expect(save()).toBe('submitting');
    type('css', 'b {');
    check('b {');
    save();
    expect(view()).toMatchObject({ status: 'submitting', changedCount: 1, codeWarnings: [{ key: 'css' }] });
    await answer('submitSettings', { kind: 'saved' });
    expect([view().changedCount, save()]).toEqual([1, 'submitting']);
  });

  it('keeps the screen open that was to be left', async () => {
    const { actor, check, type, view } = await open();
    const emitted: string[] = [];
    actor.on('leave.refused', ({ type: event }) => emitted.push(event));
    type('css', 'a {');
    check('a {');
    actor.send({ type: 'leave.requested' });
    expect([emitted, view().codeWarnings.length]).toEqual([['leave.refused'], 1]);
  });
});

it('a filter that is no JSON is refused with line and column, and nothing is sent', async () => {
  const { save, type, view } = await open();
  type('filters', '{\n  "beds": 3,\n}');
  expect(save()).toBe('error');
  expect(view().errorSummary).toEqual([
    { key: 'filters', label: 'Filters', message: expect.stringMatching(/^Not valid JSON: in line 3, column 1, /u) },
  ]);
});
