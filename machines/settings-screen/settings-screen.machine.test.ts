import { describe, expect, it } from 'vitest';
import { testPaths } from '../testing/test-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { settingsScreenMachine } from './settings-screen.machine.ts';
import { initial, open } from './settings-screen.opened.ts';
import { contactScreen, settingsScreenPaths, snapshotOf } from './settings-screen.paths.ts';
import { settingsScreenView } from './settings-screen.view.ts';
import { settingsScreenProperties } from './settings-screen.properties.ts';

testPaths(settingsScreenPaths, settingsScreenProperties);

describe('loading', () => {
  it('shows what is stored', async () => {
    const { field, view } = await open();
    expect(view()).toMatchObject({
      status: 'pristine',
      changedCount: 0,
      cannotSaveReason: 'Nothing has changed.',
      fetchedAt: 1000,
    });
    expect(field('phone')).toMatchObject({ value: '1', changed: false, error: null });
  });

  it('opens at once with what the page showed before, and follows what has changed since', () => {
    const run = startMachine(settingsScreenMachine, { websiteId: '5', screen: contactScreen, remembered: snapshotOf(initial) });
    const view = () => settingsScreenView(run.actor.getSnapshot());
    expect(view()).toMatchObject({ status: 'pristine', fetchedAt: 1000 });
    run.actor.send({ type: 'stored.changed', snapshot: snapshotOf({ ...initial, phone: '7' }) });
    expect(view().sections[0]?.fields[0]).toMatchObject({ value: '7', changed: false });
  });

  it('says why there is nothing to show, and tries again when the connection is back', async () => {
    const run = startMachine(settingsScreenMachine, { websiteId: '5', screen: contactScreen });
    await run.answer('loadSettings', { kind: 'failed', code: 'offlineNeverLoaded', message: 'Never loaded here.' });
    expect(settingsScreenView(run.actor.getSnapshot())).toMatchObject({
      status: 'failed',
      failure: { code: 'offlineNeverLoaded' },
      sections: [],
    });
    run.actor.send({ type: 'connection.restored' });
    await run.answer('loadSettings', { kind: 'loaded', snapshot: snapshotOf(initial) });
    expect(settingsScreenView(run.actor.getSnapshot()).status).toBe('pristine');
  });

  it('marks a value that can not be read and does not break', async () => {
    const { field } = await open(snapshotOf({ ...initial }, { settings: [{ key: 'phone', value: [{ odd: true }] }] }));
    expect(field('phone')).toMatchObject({ value: '', malformed: { odd: true } });
  });
});

describe('editing', () => {
  it('counts what differs from what was loaded; typing back clears it', async () => {
    const { field, type, view } = await open();
    type('phone', '2');
    type('email', 'c@d.test');
    expect(view()).toMatchObject({ status: 'dirty', changedCount: 2, cannotSaveReason: null });
    expect(field('phone').changed).toBe(true);
    type('phone', '1');
    type('email', 'a@b.test');
    expect(view()).toMatchObject({ status: 'pristine', changedCount: 0 });
  });

  it('reverts one field, or all', async () => {
    const { actor, field, type, view } = await open();
    type('phone', '2');
    type('email', 'nowhere');
    actor.send({ type: 'field.blurred', key: 'email' });
    actor.send({ type: 'field.reverted', key: 'email' });
    expect(field('email')).toMatchObject({ value: 'a@b.test', error: null });
    actor.send({ type: 'changes.discarded' });
    expect(view()).toMatchObject({ status: 'pristine', changedCount: 0 });
  });

  it('sums up what a save has found, and not what a blur finds: a summary that came with a blur would move what is clicked', async () => {
    const { actor, save, type, view } = await open();
    type('email', 'nowhere');
    actor.send({ type: 'field.blurred', key: 'email' });
    expect(view().errorSummary).toEqual([]);
    save();
    expect(view().errorSummary).toMatchObject([{ key: 'email' }]);
    type('email', 'c@d.test');
    type('phone', '');
    actor.send({ type: 'field.blurred', key: 'phone' });
    expect(view().errorSummary).toEqual([]);
  });

  it('validates on the first blur after a change, not before, and lets go as soon as it is right', async () => {
    const { actor, field, type } = await open();
    actor.send({ type: 'field.blurred', key: 'email' });
    type('email', 'nowhere');
    expect(field('email').error).toBeNull();
    actor.send({ type: 'field.blurred', key: 'email' });
    expect(field('email').error).toBe('Enter a valid email address.');
    type('email', 'c@d.test');
    expect(field('email').error).toBeNull();
  });

  it('shows a field by its condition, and neither validates nor sends a hidden one', async () => {
    const { actor, fakes, save, type, view } = await open();
    const keys = () => view().sections.flatMap((section) => section.fields.map((field) => field.field.key));
    expect(keys()).not.toContain('fax');
    type('has_fax', true);
    expect(keys()).toContain('fax');
    save();
    expect(view().errorSummary).toEqual([{ key: 'fax', label: 'Fax', message: 'Fax is required.' }]);
    type('fax', '99');
    type('has_fax', false);
    expect(view().changedCount).toBe(0);
    actor.send({ type: 'field.changed', key: 'phone', value: '2' });
    save();
    expect(fakes.last('submitSettings').input).toMatchObject({ writes: [{ key: 'phone' }] });
  });
});

describe('saving', () => {
  it('sends the changed fields with the server state as their base', async () => {
    const { answer, emitted, fakes, save, type, view } = await open();
    type('phone', '2');
    save();
    expect(view()).toMatchObject({ status: 'submitting', busy: true, cannotSaveReason: 'Saving…' });
    expect(fakes.last('submitSettings').input).toEqual({
      websiteId: '5',
      screenId: 'contact',
      writes: [{ key: 'phone', value: ['2'], category: 'site_info', type: null }],
      base: { phone: ['1'] },
      drafted: { websiteId: '5', screenId: 'contact', values: { phone: '2' }, base: { phone: ['1'] } },
      onEnqueued: expect.any(Function),
      onGivenBack: expect.any(Function),
    });
    await answer('submitSettings', { kind: 'saved' });
    expect(view()).toMatchObject({ status: 'saved', changedCount: 0 });
    expect(emitted).toEqual([
      { type: 'toast', toast: { type: 'success', title: 'Saved', content: 'Settings successfully updated' } },
      { type: 'track', name: 'updated contact' },
    ]);
  });

  it('says so when it is pending', async () => {
    const { answer, emitted, field, save, type, view } = await open();
    type('phone', '2');
    save();
    await answer('submitSettings', { kind: 'pending', reason: { kind: 'offline' } });
    expect(view().status).toBe('pending');
    expect(field('phone')).toMatchObject({ changed: false, value: '2', pending: { status: 'pending' } });
    expect(emitted[0]).toEqual({
      type: 'toast',
      toast: { type: 'info', title: 'Saved on this device', content: 'It will be sent when you are back online.' },
    });
  });

  it('is pending no longer once no field of it is', async () => {
    const { actor, answer, field, save, type, view } = await open();
    type('phone', '2');
    save();
    await answer('submitSettings', { kind: 'pending', reason: { kind: 'offline' } });
    actor.send({
      type: 'stored.changed',
      snapshot: snapshotOf({ phone: '2' }, { pendingFields: { phone: { status: 'pending', message: null, isSending: true } } }),
    });
    expect(view().status).toBe('pending');
    actor.send({ type: 'stored.changed', snapshot: snapshotOf({ phone: '2' }) });
    expect(view()).toMatchObject({ status: 'pristine', changedCount: 0 });
    expect(field('phone')).toMatchObject({ changed: false, value: '2', pending: null });
  });

  it.each([
    [
      { kind: 'serverTrouble', status: 500, message: 'The database is resting.' },
      'The server has trouble (500: The database is resting). Trying again.',
    ],
    [{ kind: 'serverTrouble', status: 502, message: '' }, "The server has trouble (502: the answer can't be read). Trying again."],
    [{ kind: 'blocked', status: 413 }, 'The server has trouble (413: something in front of it refused the call). Trying again.'],
    [{ kind: 'signInNeeded' }, 'Sign in to send it.'],
    [{ kind: 'behindConflict', fields: ['Phone', 'Fax', 'Email'] }, 'It waits until you have chosen for Phone, Fax and Email.'],
    [{ kind: 'notAnswered' }, 'The server has not answered yet.'],
  ] as const)('says why it is pending: %j', async (reason, content) => {
    const { answer, emitted, save, type } = await open();
    type('phone', '2');
    save();
    await answer('submitSettings', { kind: 'pending', reason });
    expect(emitted[0]).toEqual({ type: 'toast', toast: { type: 'info', title: 'Saved on this device', content } });
  });

  it('keeps the server’s base for the next save of a pending field', async () => {
    const { answer, fakes, save, type } = await open();
    type('phone', '2');
    save();
    await answer('submitSettings', { kind: 'pending', reason: { kind: 'offline' } });
    type('phone', '3');
    save();
    expect(fakes.last('submitSettings').input).toMatchObject({ base: { phone: ['1'] } });
    await answer('submitSettings', { kind: 'saved' });
    type('phone', '4');
    save();
    expect(fakes.last('submitSettings').input).toMatchObject({ base: { phone: ['3'] } });
  });

  it('does not lose what is typed while a save is under way', async () => {
    const { answer, field, save, type, view } = await open();
    type('phone', '2');
    save();
    type('phone', '23');
    type('email', 'c@d.test');
    await answer('submitSettings', { kind: 'saved' });
    expect(view()).toMatchObject({ status: 'dirty', changedCount: 2 });
    expect(field('phone').value).toBe('23');
  });

  it('accepts another Save meanwhile: new changes are sent at once, and the answer is for both', async () => {
    const { answer, emitted, fakes, field, save, type, view } = await open();
    type('phone', '2');
    save();
    expect(view()).toMatchObject({ changedCount: 0, cannotSaveReason: 'Saving…' });
    type('phone', '23');
    type('email', 'c@d.test');
    expect(view()).toMatchObject({ status: 'submitting', changedCount: 2, cannotSaveReason: null });
    save();
    expect(view()).toMatchObject({ status: 'submitting', changedCount: 0 });
    expect(fakes.last('submitSettings').input).toMatchObject({ writes: [{ key: 'phone', value: ['23'] }, { key: 'email' }] });
    type('email', 'e@f.test');
    save();
    expect(fakes.last('submitSettings').input).toMatchObject({ writes: [{ key: 'email', value: ['e@f.test'] }] });
    await answer('submitSettings', { kind: 'saved' });
    expect(view()).toMatchObject({ status: 'saved', changedCount: 0 });
    expect(field('phone').value).toBe('23');
    expect(emitted.filter(({ type: kind }) => kind === 'toast')).toHaveLength(1);
  });

  it('sends nothing twice where nothing is new', async () => {
    const { fakes, save, type } = await open();
    type('phone', '2');
    save();
    save();
    expect(fakes.started.filter(({ name }) => name === 'submitSettings')).toHaveLength(1);
  });

  it('reverts a value that was saved a moment ago, with another Save', async () => {
    const { fakes, save, type, view } = await open();
    type('phone', '2');
    save();
    type('phone', '1');
    expect(view().changedCount).toBe(1);
    save();
    expect(fakes.last('submitSettings').input).toMatchObject({ writes: [{ key: 'phone', value: ['1'] }], base: { phone: ['1'] } });
  });

  it('stops another Save at problems, and lets the first go on', async () => {
    const { answer, save, type, view } = await open();
    type('phone', '2');
    save();
    type('email', 'nowhere');
    save();
    expect(view()).toMatchObject({ status: 'submitting', errorSummary: [{ key: 'email' }], failedSaves: 1 });
    await answer('submitSettings', { kind: 'saved' });
    expect(view()).toMatchObject({ status: 'dirty', changedCount: 1 });
  });

  it('lets one revert and discard meanwhile: back to what is being saved', async () => {
    const { actor, field, save, type, view } = await open();
    type('phone', '2');
    save();
    type('phone', '3');
    type('email', 'c@d.test');
    actor.send({ type: 'field.reverted', key: 'phone' });
    expect(field('phone')).toMatchObject({ value: '2', changed: false });
    actor.send({ type: 'changes.discarded' });
    expect(view()).toMatchObject({ status: 'submitting', changedCount: 0 });
    expect(field('email').value).toBe('a@b.test');
  });

  it('stops at problems, lists them in order, and counts so that the summary takes the focus again', async () => {
    const { fakes, save, type, view } = await open();
    type('email', 'nowhere');
    type('phone', '');
    save();
    expect(view()).toMatchObject({
      status: 'error',
      failedSaves: 1,
      errorSummary: [
        { key: 'phone', label: 'Phone', message: 'Phone is required.' },
        { key: 'email', label: 'Email' },
      ],
    });
    expect(view().cannotSaveReason, 'Save is never disabled because of errors').toBeNull();
    save();
    expect(view().failedSaves).toBe(2);
    expect(() => fakes.last('submitSettings')).toThrow('no actor');
  });

  it('is not stopped by a stored value that nobody edited', async () => {
    const { fakes, save, type } = await open(snapshotOf({ phone: '1', email: 'stored long ago' }));
    type('phone', '2');
    save();
    expect(fakes.last('submitSettings').input).toMatchObject({ writes: [{ key: 'phone' }] });
  });
});

describe('what is stored meanwhile', () => {
  it('is followed by unedited fields and leaves edited ones, which keep their base', async () => {
    const { fakes, field, receive, save, type } = await open();
    type('phone', '2');
    receive(snapshotOf({ phone: '9', email: 'new@b.test' }));
    expect(field('email')).toMatchObject({ value: 'new@b.test', changed: false });
    expect(field('phone')).toMatchObject({ value: '2', changed: true, movedElsewhere: true });
    save();
    expect(fakes.last('submitSettings').input).toMatchObject({ writes: [{ key: 'phone', value: ['2'] }], base: { phone: ['1'] } });
  });

  it('clears an edit with the same value', async () => {
    const { receive, type, view } = await open();
    type('phone', '2');
    receive(snapshotOf({ ...initial, phone: '2' }));
    expect(view().status).toBe('pristine');
  });

  it('is what a revert goes back to', async () => {
    const { actor, fakes, field, receive, save, type } = await open();
    type('phone', '2');
    receive(snapshotOf({ ...initial, phone: '9' }));
    actor.send({ type: 'field.reverted', key: 'phone' });
    expect(field('phone')).toMatchObject({ value: '9', changed: false, movedElsewhere: false });
    type('phone', '3');
    save();
    expect(fakes.last('submitSettings').input).toMatchObject({ base: { phone: ['9'] } });
  });

  it('marks pending fields and those that were rejected later', async () => {
    const { field, receive, view } = await open();
    receive(snapshotOf(initial, { pendingFields: { phone: { status: 'rejected', message: 'Not a number.' } } }));
    expect(field('phone').pending).toEqual({ status: 'rejected', message: 'Not a number.' });
    expect(view().banners).toMatchObject([{ kind: 'rejected', tone: 'error', text: 'Not a number.', at: null }]);
  });

  it('is missed with a warning when the watching stops', async () => {
    const { fail, view } = await open();
    await fail('watchSettings');
    expect(view().banners.map((banner) => banner.kind)).toEqual(['watchLost']);
  });
});
