import { describe, expect, it } from 'vitest';
import { initial, open } from './settings-screen.opened.ts';
import { contactScreen, snapshotOf, stored } from './settings-screen.paths.ts';
import { quotaMessage } from '../save-messages.ts';

describe('a save that fails', () => {
  it('puts the messages at their fields and keeps what was typed', async () => {
    const { answer, emitted, field, save, type, view } = await open();
    type('phone', '2');
    save();
    await answer('submitSettings', { kind: 'refused', message: 'Please check.', fields: { phone: 'Not a number.' } });
    expect(view()).toMatchObject({ status: 'error', refusal: 'Please check.', dirty: true });
    expect(field('phone')).toMatchObject({ value: '2', changed: true, error: 'Not a number.' });
    expect(emitted).toEqual([{ type: 'toast', toast: { type: 'error', title: 'Error', content: 'Please check.' } }]);
  });

  it('shows no toast that only repeats what a field says', async () => {
    const { answer, emitted, field, save, type } = await open();
    type('phone', '2');
    save();
    await answer('submitSettings', { kind: 'refused', message: 'Not a number.', fields: { phone: 'Not a number.' } });
    expect([field('phone')?.error, emitted]).toEqual(['Not a number.', []]);
  });

  it.each([
    [{ kind: 'refused', message: 'Gone.', fields: { gone: 'Gone.' } }, 'Gone. gone: Gone.'],
    [{ kind: 'refused', message: 'Not allowed.', fields: {} }, 'Not allowed.'],
    [{ kind: 'refused', message: '', fields: {} }, 'An unknown error occurred'],
    [{ kind: 'refused', message: 'Please check.', fields: { gone: 'Too long.' } }, 'Please check. gone: Too long.'],
    [{ kind: 'failed', code: 'unknown', message: '' }, 'An unknown error occurred'],
    [{ kind: 'refused', message: 'Error', fields: {} }, 'An unknown error occurred'],
    [{ kind: 'failed', code: 'quota', message: 'QuotaExceededError' }, quotaMessage],
  ])('shows messages that no field has: %j', async (result, content) => {
    const { answer, emitted, field, save, type, view } = await open();
    type('phone', '2');
    save();
    await answer('submitSettings', result);
    expect(emitted).toEqual([{ type: 'toast', toast: { type: 'error', title: 'Error', content } }]);
    expect(view().refusal).toBe(content);
    expect(field('phone')).toMatchObject({ value: '2', changed: true });
  });

  it('has its own fallback error message', async () => {
    const screen = { ...contactScreen, toasts: { failed: 'An unknown error has occurred' } };
    for (const [result, content] of [
      [{ kind: 'refused', message: '', fields: {} }, 'An unknown error has occurred'],
      [{ kind: 'failed', code: 'unknown', message: ' ' }, 'An unknown error has occurred'],
      [{ kind: 'refused', message: 'Not allowed.', fields: {} }, 'Not allowed.'],
    ] as const) {
      const { answer, emitted, save, type, view } = await open(snapshotOf(initial), screen);
      type('phone', '2');
      save();
      await answer('submitSettings', result);
      expect(emitted).toEqual([{ type: 'toast', toast: { type: 'error', title: 'Error', content } }]);
      expect(view().refusal).toBe(content);
    }
  });

  it('asks what the store or the server has to know first; a second Save of the same values is the answer', async () => {
    const { answer, emitted, fakes, field, save, type, view } = await open();
    const isConfirmed = () => 'isConfirmed' in Object(fakes.last('submitSettings').input);
    const question = { kind: 'refused', message: 'This is a loop.', fields: {}, isQuestion: true } as const;
    type('phone', '2');
    save();
    await answer('submitSettings', question);
    expect(view()).toMatchObject({ status: 'error', question: 'This is a loop.', refusal: null, errorSummary: [], failedSaves: 1 });
    expect(emitted).toEqual([]);
    expect(field('phone')).toMatchObject({ value: '2', changed: true });
    // Other values are no answer.
    type('phone', '3');
    expect(view().question).toBeNull();
    save();
    expect(isConfirmed()).toBe(false);
    await answer('submitSettings', question);
    save();
    expect(isConfirmed()).toBe(true);
    await answer('submitSettings', { kind: 'saved' });
    expect(view()).toMatchObject({ question: null, status: 'saved' });
    type('phone', '4');
    save();
    expect(isConfirmed()).toBe(false);
  });

  it('keeps what was typed when the store has it as pending for a moment and then not', async () => {
    const { answer, field, receive, save, type } = await open();
    type('phone', '2');
    save();
    receive(snapshotOf(initial, { settings: stored({ ...initial, phone: '2' }) }));
    await answer('submitSettings', { kind: 'refused', message: 'No.', fields: {} });
    receive(snapshotOf(initial, { settings: stored({ ...initial, phone: '2' }) }));
    receive(snapshotOf(initial));
    expect(field('phone')).toMatchObject({ value: '2', changed: true });
  });

  describe('and leaves its values in the outbox', () => {
    async function refused() {
      const opened = await open();
      opened.type('phone', '2');
      opened.save();
      await opened.answer('submitSettings', { kind: 'refused', message: 'No.', fields: {} });
      opened.receive(onDevice());
      return opened;
    }
    const onDevice = () =>
      snapshotOf({ ...initial, phone: '2' }, { base: stored(initial), pendingFields: { phone: { status: 'rejected', message: 'No.' } } });

    it('takes the stored value that is typed again for an edit', async () => {
      const { answer, fakes, field, receive, save, type } = await refused();
      expect(field('phone'), 'what was refused can be sent again').toMatchObject({ value: '2', changed: true });
      type('phone', '1');
      expect(field('phone')).toMatchObject({ value: '1', changed: true });
      receive(onDevice());
      expect(field('phone')).toMatchObject({ value: '1', changed: true });
      save();
      expect(fakes.last('submitSettings').input).toMatchObject({ writes: [{ key: 'phone', value: ['1'] }], base: { phone: ['1'] } });
      await answer('submitSettings', { kind: 'saved' });
      expect(field('phone')).toMatchObject({ value: '1', changed: false });
    });

    it('makes an edit of an undo', async () => {
      const { actor, field } = await refused();
      actor.send({ type: 'undo.requested' });
      expect(field('phone')).toMatchObject({ value: '1', changed: true });
    });

    it('goes back to what the device has', async () => {
      const { actor, field, view } = await refused();
      actor.send({ type: 'changes.discarded' });
      expect(field('phone')).toMatchObject({ value: '2', changed: false });
      expect(view().changedCount).toBe(0);
    });
  });

  it('resets the fields that were accepted, and says so', async () => {
    const { actor, answer, emitted, field, save, type, view } = await open();
    type('phone', '2');
    type('email', 'c@d.test');
    save();
    const accepted = { saved: ['email'], pending: [] };
    await answer('submitSettings', { kind: 'refused', message: 'Not allowed.', fields: { phone: 'No.' }, accepted });
    expect(emitted[0]).toMatchObject({ toast: { title: 'Error', content: 'Not allowed. Email is saved.' } });
    expect(view()).toMatchObject({ status: 'error', changedCount: 1 });
    expect(field('email')).toMatchObject({ changed: false, value: 'c@d.test', stored: 'c@d.test', pending: null });
    actor.send({ type: 'changes.discarded' });
    expect(field('email').value, 'Discard keeps what was saved').toBe('c@d.test');
    expect(field('phone').value).toBe('1');
  });

  it('names the fields that are pending', async () => {
    const { answer, emitted, field, save, type } = await open();
    type('phone', '2');
    type('email', 'c@d.test');
    save();
    await answer('submitSettings', { kind: 'refused', message: 'No.', fields: {}, accepted: { saved: [], pending: ['email'] } });
    expect(emitted[0]).toMatchObject({ toast: { content: 'No. Email is not on the server yet.' } });
    expect(field('email')).toMatchObject({ changed: false, pending: { status: 'pending' } });
  });

  it.each([
    ['needs attention by then', { status: 'rejected', message: 'Not like this.' } as const],
    ['is on the server by then', null],
  ])('marks a field that waited as the store has reported it: one that %s', async (_, mark) => {
    const { answer, field, receive, save, type } = await open();
    type('phone', '2');
    type('email', 'c@d.test');
    save();
    receive(snapshotOf({ ...initial, email: 'c@d.test' }, mark ? { pendingFields: { email: mark } } : {}));
    await answer('submitSettings', { kind: 'refused', message: 'No.', fields: {}, accepted: { saved: [], pending: ['email'] } });
    expect(field('email')).toMatchObject({ changed: false, pending: mark });
  });

  it('can be sent again, or discarded', async () => {
    const { actor, answer, save, type, view } = await open();
    type('phone', '2');
    save();
    await answer('submitSettings', { kind: 'failed', code: 'quota', message: '' });
    save();
    expect(view()).toMatchObject({ status: 'submitting', refusal: null });
    await answer('submitSettings', { kind: 'failed', code: 'quota', message: '' });
    actor.send({ type: 'changes.discarded' });
    expect(view()).toMatchObject({ status: 'pristine', refusal: null, changedCount: 0 });
  });

  it('shows a conflict', async () => {
    const { answer, save, type, view } = await open();
    type('phone', '2');
    save();
    await answer('submitSettings', { kind: 'conflict' });
    expect(view()).toMatchObject({ status: 'conflict', banners: [{ kind: 'conflict' }] });
  });
});

it('says above the form why a change is still pending after many attempts', async () => {
  const stuck = { kind: 'blocked', status: 413 } as const;
  const { field, view } = await open(
    snapshotOf({ ...initial, phone: '2' }, { pendingFields: { phone: { status: 'pending', message: null, stuck } } }),
  );
  expect(field('phone').pending?.status).toBe('pending');
  expect(view().banners).toMatchObject([
    {
      kind: 'rejected',
      tone: 'error',
      text: 'Needs attention: a change of this screen waits. The server has trouble (413: something in front of it refused the call). Trying again.',
    },
  ]);
});
