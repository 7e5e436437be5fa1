import { describe, expect, it } from 'vitest';
import type { SettingsSaveResult } from '../ports.ts';
import { open, openNew } from './settings-screen.opened.ts';

/** An opened screen with one edit, and what was emitted about leaving. */
async function edited() {
  const screen = await open();
  screen.type('phone', '2');
  return leaving(screen);
}

function leaving(screen: Awaited<ReturnType<typeof open>>) {
  return {
    ...screen,
    leave: () => screen.actor.send({ type: 'leave.requested' }),
    isLeaving: () => screen.actor.getSnapshot().hasTag('leaving'),
    answers: () => screen.emitted.map(({ type }) => type).filter((type) => type.startsWith('leave.')),
  };
}

const refused: SettingsSaveResult = { kind: 'refused', message: 'No.', fields: { phone: 'Not a number.' } };

describe('save and leave', () => {
  it.each<SettingsSaveResult>([{ kind: 'saved' }, { kind: 'pending', reason: { kind: 'offline' } }])(
    'goes on once the save is $kind, and not before',
    async (submitted) => {
      const { leave, isLeaving, answers, answer, view } = await edited();
      leave();
      expect(view().status).toBe('submitting');
      expect(isLeaving()).toBe(true);
      expect(answers()).toEqual([]);
      await answer('submitSettings', submitted);
      expect(answers()).toEqual(['leave.allowed']);
      expect(isLeaving()).toBe(false);
    },
  );

  it('stays with the messages at their fields where the server refuses', async () => {
    const { leave, answers, answer, field, view } = await edited();
    leave();
    await answer('submitSettings', refused);
    expect(answers()).toEqual(['leave.refused']);
    expect(view()).toMatchObject({ status: 'error', failedSaves: 1 });
    expect(field('phone').error).toBe('Not a number.');
  });

  it('asks the server again where it has refused before', async () => {
    const { leave, answers, answer, save, fakes } = await edited();
    save();
    await answer('submitSettings', refused);
    leave();
    expect(fakes.started.filter(({ name }) => name === 'submitSettings')).toHaveLength(2);
    expect(answers()).toEqual([]);
    await answer('submitSettings', { kind: 'saved' });
    expect(answers()).toEqual(['leave.allowed']);
  });

  it('stays, and sends nothing, where the form is not valid', async () => {
    const { leave, answers, fakes, type, view } = await edited();
    type('email', 'nowhere');
    leave();
    expect(answers()).toEqual(['leave.refused']);
    expect(fakes.started.filter(({ name }) => name === 'submitSettings')).toHaveLength(0);
    expect(view()).toMatchObject({ status: 'error', failedSaves: 1, errorSummary: [{ key: 'email' }] });
  });

  it.each<SettingsSaveResult>([{ kind: 'conflict' }, { kind: 'pending', reason: { kind: 'behindConflict', fields: ['Phone'] } }])(
    'stays where somebody else changed the same field, now or before ($kind): the choice is made here',
    async (submitted) => {
      const { leave, answers, answer } = await edited();
      leave();
      await answer('submitSettings', submitted);
      expect(answers()).toEqual(['leave.refused']);
    },
  );

  it('stays where the call itself breaks', async () => {
    const { leave, answers, fail } = await edited();
    leave();
    await fail('submitSettings');
    expect(answers()).toEqual(['leave.refused']);
  });

  it('stays where a secret was refused, though all else is saved', async () => {
    const { leave, answers, answer, type, view } = await edited();
    type('api_secret', 'hush');
    leave();
    await answer('submitSecrets', { kind: 'failed', message: 'No.', fields: {} });
    await answer('submitSettings', { kind: 'saved' });
    expect(answers()).toEqual(['leave.refused']);
    expect(view().status).toBe('error');
  });

  it('waits for a save that is under way, and for what was typed since', async () => {
    const { leave, answers, answer, save, type, fakes } = await edited();
    save();
    type('email', 'c@d.test');
    leave();
    expect(fakes.started.filter(({ name }) => name === 'submitSettings')).toHaveLength(2);
    await answer('submitSettings', { kind: 'saved' });
    expect(answers()).toEqual(['leave.allowed']);
  });

  it('goes on at once where nothing is unsaved any more', async () => {
    const { leave, answers, type } = await edited();
    type('phone', '1');
    leave();
    expect(answers()).toEqual(['leave.allowed']);
  });

  it('is cancelled by Stay; the save goes on', async () => {
    const { actor, leave, isLeaving, answers, answer, view } = await edited();
    leave();
    actor.send({ type: 'leave.cancelled' });
    expect(isLeaving()).toBe(false);
    await answer('submitSettings', { kind: 'saved' });
    expect(answers()).toEqual([]);
    expect(view().status).toBe('saved');
  });

  it('stays in a new form that nothing was typed in, and says what is required', async () => {
    const { leave, answers, answer, type, view } = leaving(await openNew());
    expect(view()).toMatchObject({ status: 'pristine', dirty: false, cannotSaveReason: null });
    leave();
    expect(answers()).toEqual(['leave.refused']);
    expect(view()).toMatchObject({ dirty: false, failedSaves: 1, errorSummary: [{ key: 'phone', message: 'Phone is required.' }] });
    type('phone', '2');
    leave();
    await answer('submitSettings', { kind: 'refused', message: 'No.', fields: {} });
    expect(answers()).toEqual(['leave.refused', 'leave.refused']);
    leave();
    await answer('submitSettings', { kind: 'saved' });
    expect(answers().at(-1)).toBe('leave.allowed');
    expect(view()).toMatchObject({ status: 'saved', cannotSaveReason: 'Nothing has changed.' });
  });
});
