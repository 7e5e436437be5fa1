import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { initial, open, openNew } from './settings-screen.opened.ts';
import type { PendingChange, SettingsSnapshot } from '../ports.ts';
import { snapshotOf, stored as storedAs } from './settings-screen.paths.ts';

type Fakes = Awaited<ReturnType<typeof open>>['fakes'];

const listening = v.object({ onEnqueued: v.function(), onGivenBack: v.function() });

/** Reports the last save as stored in the outbox. */
function enqueue(fakes: Fakes): void {
  v.parse(listening, fakes.last('submitSettings').input).onEnqueued();
}

describe('drafts', () => {
  it('are written 400 ms after the last key, without secrets', async () => {
    const { clock, fakes, type } = await open();
    type('phone', '2');
    clock.increment(399);
    type('phone', '23');
    type('api_secret', 'hush');
    clock.increment(399);
    expect(() => fakes.last('saveDraft')).toThrow('no actor');
    clock.increment(1);
    expect(fakes.last('saveDraft').input).toEqual({ websiteId: '5', screenId: 'contact', values: { phone: '23' }, base: { phone: ['1'] } });
  });

  it('go when the form is clean, by typing back or by a save', async () => {
    const { answer, clock, fakes, save, type } = await open();
    type('phone', '2');
    type('phone', '1');
    clock.increment(400);
    expect(fakes.last('removeDraft').input).toEqual({ websiteId: '5', screenId: 'contact' });
    await answer('removeDraft', undefined);
    type('phone', '2');
    save();
    await answer('submitSettings', { kind: 'saved' });
    const removed = fakes.started.filter((start) => start.name === 'removeDraft').length;
    clock.increment(400);
    expect(fakes.started.filter((start) => start.name === 'removeDraft')).toHaveLength(removed + 1);
  });

  it('leave out at once what is in the outbox, and hold it again after a refusal', async () => {
    const { clock, answer, fakes, save, type } = await open();
    const drafts = () => fakes.started.filter(({ name }) => name === 'saveDraft' || name === 'removeDraft');
    type('phone', '2');
    clock.increment(400);
    await answer('saveDraft', undefined);
    save();
    expect(drafts()).toHaveLength(1);
    enqueue(fakes);
    expect(drafts().at(-1)).toMatchObject({ name: 'removeDraft' });
    type('email', 'c@d.test');
    clock.increment(400);
    expect(fakes.last('saveDraft').input).toMatchObject({ values: { email: 'c@d.test' } });
    await answer('saveDraft', undefined);
    await answer('submitSettings', { kind: 'refused', message: 'No.', fields: {} });
    expect(fakes.last('saveDraft').input).toMatchObject({ values: { phone: '2', email: 'c@d.test' }, base: { phone: ['1'] } });
  });

  it('store a refused value again before it leaves the outbox, while another save of the form is under way', async () => {
    const { answer, fakes, save, type } = await open();
    type('phone', '2');
    save();
    const first = v.parse(listening, fakes.last('submitSettings').input);
    enqueue(fakes);
    await answer('removeDraft', undefined);
    type('email', 'c@d.test');
    save();
    enqueue(fakes);
    first.onGivenBack(['phone']);
    expect(fakes.last('saveDraft').input).toMatchObject({ values: { phone: '2' }, base: { phone: ['1'] } });
  });

  it.each([[{}], [{ email: 'c@d.test' }]])('hold what went with a removed store, unsaved again, beside %o', async (typed) => {
    const pendingFields = { phone: { status: 'pending', message: null } } as const;
    const { clock, fakes, field, receive, type } = await open(
      snapshotOf({ ...initial, phone: '2' }, { base: storedAs(initial), pendingFields }),
    );
    for (const [key, value] of Object.entries(typed)) type(key, value);
    receive(snapshotOf(initial, { lost: ['phone'] }));
    expect(field('phone')).toMatchObject({ value: '2', changed: true, movedElsewhere: false });
    clock.increment(400);
    expect(fakes.last('saveDraft').input).toMatchObject({ values: { phone: '2', ...typed }, base: { phone: ['1'] } });
  });

  it.each<[string, PendingChange, string]>([
    ['refused', { status: 'rejected', message: 'No.', began: ['0'] }, '0'],
    ['in conflict', { status: 'conflict', message: null, conflict: { opId: 'a', value: ['1'], at: null, by: null } }, '2'],
  ])('hold what went with a removed store, %s, so that nothing is overwritten unseen', async (_, phone, began) => {
    const pendingFields = { phone };
    const { clock, fakes, field, receive } = await open(snapshotOf({ ...initial, phone: '2' }, { base: storedAs(initial), pendingFields }));
    receive(snapshotOf(initial, { lost: ['phone'] }));
    expect(field('phone')).toMatchObject({ value: '2', changed: true, movedElsewhere: true });
    clock.increment(400);
    expect(fakes.last('saveDraft').input).toMatchObject({ values: { phone: '2' }, base: { phone: [began] } });
  });

  it('hold a value that was typed back after its save was in the outbox', async () => {
    const { clock, fakes, save, type } = await open();
    type('phone', '2');
    save();
    enqueue(fakes);
    type('phone', '1');
    clock.increment(400);
    expect(fakes.last('saveDraft').input).toMatchObject({ values: { phone: '1' } });
  });

  it('are restored with a notice, and discarded', async () => {
    const { actor, field, view } = await open(
      snapshotOf(initial, { draft: { values: { phone: '2', api_secret: 'x', gone: 'y' }, base: {}, savedAt: 42 } }),
    );
    expect(view()).toMatchObject({ status: 'dirty', changedCount: 1, banners: [{ kind: 'restoredDraft', at: 42 }] });
    expect(field('api_secret').value).toBe('');
    actor.send({ type: 'draft.discarded' });
    expect(view()).toMatchObject({ status: 'pristine', banners: [] });
    expect(field('phone').value).toBe('1');
  });

  it('that say what is stored already are no news', async () => {
    const { clock, fakes, view } = await open(snapshotOf(initial, { draft: { values: { phone: '1' }, base: {}, savedAt: 42 } }));
    expect(view()).toMatchObject({ status: 'pristine', banners: [] });
    // A tab that was closed right after its save left this draft; it must not overwrite what others write later.
    clock.increment(400);
    expect(fakes.last('removeDraft').input).toEqual({ websiteId: '5', screenId: 'contact' });
  });

  it('that another tab left are adopted: a new draft replaces them', async () => {
    const { actor, answer, clock, fakes, type } = await open(
      snapshotOf(initial, { draft: { values: { phone: '2' }, base: {}, savedAt: 42, leftSeq: 7 } }),
    );
    type('phone', '23');
    clock.increment(400);
    expect(fakes.last('saveDraft').input).toMatchObject({ values: { phone: '23' }, replaces: 7 });
    await answer('saveDraft', undefined);
    actor.send({ type: 'draft.discarded' });
    clock.increment(400);
    expect(fakes.last('removeDraft').input).toEqual({ websiteId: '5', screenId: 'contact', replaces: 7 });
  });

  it('keep the base that their edits began with: what others wrote meanwhile is a conflict, and not overwritten', async () => {
    const { fakes, field, save } = await open(
      snapshotOf({ ...initial, phone: '7' }, { draft: { values: { phone: '2' }, base: { phone: ['1'] }, savedAt: 42 } }),
    );
    expect(field('phone')).toMatchObject({ value: '2', changed: true, movedElsewhere: true });
    save();
    expect(fakes.last('submitSettings').input).toMatchObject({ base: { phone: ['1'] } });
  });

  it('are not marked as changed elsewhere where the stored value is from one’s own save', async () => {
    const draft = { values: { phone: '3' }, base: { phone: ['1'] }, savedAt: 42 };
    const moved = async (confirmedWrites: SettingsSnapshot['confirmedWrites']) =>
      (await open(snapshotOf({ ...initial, phone: '2' }, { confirmedWrites, draft }))).field('phone').movedElsewhere;
    expect([await moved({ phone: ['2'] }), await moved({})]).toEqual([false, true]);
  });

  it('of what conditions hide are none: nothing to see, nothing to discard', async () => {
    const { clock, fakes, type, view } = await open(snapshotOf(initial, { draft: { values: { fax: '5' }, base: {}, savedAt: 42 } }));
    expect(view()).toMatchObject({ status: 'pristine', banners: [] });
    clock.increment(400);
    expect(fakes.last('removeDraft').input).toEqual({ websiteId: '5', screenId: 'contact' });
    type('phone', '2');
    clock.increment(400);
    expect(fakes.last('saveDraft').input).toMatchObject({ values: { phone: '2', fax: '5' } });
  });

  it('that can not be written are warned of', async () => {
    const { clock, fail, type, view } = await open();
    type('phone', '2');
    clock.increment(400);
    await fail('saveDraft');
    expect(view().banners.map((banner) => banner.kind)).toEqual(['draftLost']);
  });
});

describe('secrets', () => {
  it('are sent by themselves and leave the form once they are saved', async () => {
    const { answer, fakes, field, save, type, view } = await open();
    type('phone', '2');
    type('api_secret', 'hush');
    save();
    expect(fakes.last('submitSecrets').input).toMatchObject({ writes: [{ key: 'api_secret', value: ['hush'] }] });
    await answer('submitSecrets', { kind: 'saved' });
    expect(JSON.stringify(fakes.last('submitSettings').input)).not.toContain('hush');
    await answer('submitSettings', { kind: 'saved' });
    expect(view()).toMatchObject({ status: 'saved', changedCount: 0 });
    expect(field('api_secret').value).toBe('');
  });

  it('alone need no second call', async () => {
    const { answer, emitted, fakes, save, type, view } = await open();
    type('api_secret', 'hush');
    save();
    await answer('submitSecrets', { kind: 'saved' });
    expect(view().status).toBe('saved');
    expect(emitted[0]).toMatchObject({ toast: { title: 'Saved' } });
    expect(() => fakes.last('submitSettings')).toThrow('no actor');
  });

  it('that fail stay typed with a message, and the rest is still saved', async () => {
    const { answer, emitted, field, save, type, view } = await open();
    type('phone', '2');
    type('api_secret', 'hush');
    save();
    await answer('submitSecrets', { kind: 'failed', message: 'This needs a connection.', fields: {} });
    await answer('submitSettings', { kind: 'pending', reason: { kind: 'offline' } });
    const content = 'It will be sent when you are back online. API secret is not saved.';
    expect(emitted[0]).toMatchObject({ toast: { title: 'Saved on this device', content } });
    expect(view()).toMatchObject({
      status: 'error',
      changedCount: 1,
      errorSummary: [{ key: 'api_secret', message: 'This needs a connection.' }],
    });
    expect(field('api_secret').value).toBe('hush');
    expect(field('phone').changed).toBe(false);
  });

  it('lose their message with the next change, and with the save that succeeds', async () => {
    const { answer, field, save, type, view } = await open();
    const fails = async () => {
      save();
      await answer('submitSecrets', { kind: 'failed', message: 'This needs a connection.', fields: {} });
      expect(field('api_secret').error).toBe('This needs a connection.');
    };
    type('api_secret', 'hush');
    await fails();
    type('api_secret', 'hush hush');
    expect(field('api_secret').error).toBeNull();
    await fails();
    save();
    expect(field('api_secret').error).toBeNull();
    await answer('submitSecrets', { kind: 'saved' });
    expect(view()).toMatchObject({ status: 'saved', changedCount: 0, errorSummary: [], banners: [] });
  });

  it('that are being sent do not prevent another Save', async () => {
    const { answer, fakes, field, save, type, view } = await open();
    type('api_secret', 'hush');
    save();
    type('phone', '2');
    type('api_secret', 'hushed');
    save();
    expect(view()).toMatchObject({ status: 'submitting', changedCount: 0 });
    await answer('submitSecrets', { kind: 'saved' });
    expect(fakes.last('submitSecrets').input).toMatchObject({ writes: [{ key: 'api_secret', value: ['hushed'] }] });
    await answer('submitSecrets', { kind: 'saved' });
    expect(fakes.last('submitSettings').input).toMatchObject({ writes: [{ key: 'phone', value: ['2'] }] });
    await answer('submitSettings', { kind: 'saved' });
    expect(view()).toMatchObject({ status: 'saved', changedCount: 0 });
    expect(field('api_secret').value).toBe('');
  });

  it('that failed bear no message any more once they are sent', async () => {
    const { answer, field, save, type } = await open();
    type('api_secret', 'hush');
    save();
    await answer('submitSecrets', { kind: 'failed', message: 'This needs a connection.', fields: {} });
    save();
    await answer('submitSecrets', { kind: 'saved' });
    expect(field('api_secret')).toMatchObject({ value: '', error: null, changed: false });
  });

  it('alone that fail are no save at all', async () => {
    const { answer, emitted, save, type, view } = await open();
    type('api_secret', 'hush');
    save();
    await answer('submitSecrets', { kind: 'failed', message: 'This needs a connection.', fields: {} });
    expect(view()).toMatchObject({ status: 'error', changedCount: 1 });
    expect(emitted).toEqual([]);
  });
});

describe('an edit of a field with a pending save', () => {
  const baseOf = async (stored: string) => {
    const phone: SettingsSnapshot['pendingFields'][string] = { status: 'pending', message: null, began: ['1'] };
    const form = await open(
      snapshotOf({ ...initial, phone: '2' }, { base: storedAs({ ...initial, phone: stored }), pendingFields: { phone } }),
    );
    form.type('phone', '3');
    form.save();
    return form.fakes.last('submitSettings').input;
  };

  it('has the base of that save: nobody has seen what somebody else has stored since', async () => {
    expect(await baseOf('7')).toMatchObject({ writes: [{ value: ['3'] }], base: { phone: ['1'] } });
  });

  it('begins at what is stored where that is what the field shows', async () => {
    expect(await baseOf('2')).toMatchObject({ writes: [{ value: ['3'] }], base: { phone: ['2'] } });
  });
});

describe('a new record', () => {
  it('is sent whole, its secret with the rest, and keeps no secret in the form', async () => {
    const { actor, answer, fakes, save, type } = await openNew();
    type('phone', '1');
    type('api_secret', 'hush');
    save();
    expect(() => fakes.last('submitSecrets')).toThrow('no actor');
    const { writes } = v.parse(v.object({ writes: v.array(v.object({ key: v.string() })) }), fakes.last('submitSettings').input);
    expect(writes.map(({ key }) => key).toSorted()).toEqual(['api_secret', 'phone']);
    await answer('submitSettings', { kind: 'saved' });
    expect(actor.getSnapshot().context).toMatchObject({ values: { api_secret: '' }, loaded: { api_secret: '' }, edited: [] });
  });
});
