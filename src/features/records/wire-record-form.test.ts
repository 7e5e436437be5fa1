import { formFieldsRules } from '#contract/forms/form-fields-rules.ts';
import { forms } from '#contract/resources/forms.ts';
import { redirects } from '#contract/resources/redirects.ts';
import { seo } from '#contract/resources/seo.ts';
import { users } from '#contract/resources/users.ts';
import { describe, expect, it, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { deletingMessage } from '#src/offline/outbox-submission.ts';
import { settingsScreenView } from '#machines/settings-screen/settings-screen.view.ts';
import { recordScreen } from './record-snapshot.ts';
import { fakeClientServices } from './testing/fake-client-services.ts';
import { fakeRecords, redirect } from './testing/fake-records.ts';
import { draftsOfCreated, wireRecordForm } from './wire-record-form.ts';

/** The form of a redirect on a source that knows `/old`, opened and ready. */
async function open(id: string | null) {
  const source = fakeRecords(redirects, [redirect('1', '/old')]);
  const onId = vi.fn();
  const onDeleting = vi.fn();
  const { services } = fakeClientServices();
  const machine = wireRecordForm({ services, source, resource: redirects, id, onId, onDeleting });
  const actor = createActor(machine, { input: { websiteId: '5', screen: recordScreen(redirects, id), isNew: id === null } });
  actor.start();
  await waitFor(actor, (snapshot) => snapshot.hasTag('ready'));
  const type = (key: string, value: string | boolean) => actor.send({ type: 'field.changed', key, value });
  return { actor, onId, onDeleting, source, type, save: () => actor.send({ type: 'save.requested' }) };
}

const values = { redirects_from: '/a', redirects_to: '/b', rewrite: false, redirect_to_rewrite: false };

it('sends a Save during a create as an update of the created record, and not as a second create', async () => {
  const { actor, onId, save, source, type } = await open(null);
  type('redirects_from', '/a');
  type('redirects_to', '/b');
  source.hold();
  save();
  await expect.poll(() => source.submitted).toHaveLength(1);
  type('redirects_to', '/c');
  save();
  source.release();
  await waitFor(actor, (snapshot) => snapshot.matches({ ready: { form: 'saved' } }));
  expect(source.submitted).toEqual([
    { kind: 'create', values },
    expect.objectContaining({ kind: 'update', id: '1001', name: '/a', values: { redirects_to: '/c' } }),
  ]);
  expect(onId).toHaveBeenCalledWith('1001', null);
});

it('follows a record that it has created offline to the server’s id', async () => {
  const { actor, onId, save, source, type } = await open(null);
  source.setOnline(false);
  type('redirects_from', '/a');
  type('redirects_to', '/b');
  save();
  await waitFor(actor, (snapshot) => snapshot.matches({ ready: { form: 'pending' } }));
  expect(onId.mock.lastCall).toEqual(['local:1001', null]);
  source.drain();
  await expect.poll(() => onId.mock.lastCall).toEqual(['1002', 'local:1001']);
  // What is typed since is sent to it.
  source.setOnline(true);
  type('redirects_to', '/c');
  save();
  await expect.poll(() => source.submitted.at(-1)).toMatchObject({ kind: 'update', id: '1002' });
});

it('keeps what is typed after a create as a draft of the record, and none of a new one', async () => {
  const { drafts, services } = fakeClientServices();
  let id: string | null = null;
  const ofCreated = draftsOfCreated(services.settings, redirects, () => id);
  const draft = { websiteId: '5', screenId: recordScreen(redirects, null).id, values: { redirects_to: '/b' }, base: {} };
  const places = () => [...drafts.keys()];
  await ofCreated.saveDraft(draft);
  expect(places()).toEqual(['5 record/redirect/new']);
  id = '1001';
  await ofCreated.saveDraft(draft);
  expect(places()).toEqual(['5 record/redirect/1001']);
  await services.settings.saveDraft(draft);
  await ofCreated.removeDraft(draft);
  expect(places()).toEqual([]);
});

it('repeats a refused create with all typed values', async () => {
  const { actor, save, source, type } = await open(null);
  type('redirects_from', '/a');
  type('redirects_to', '/taken');
  source.refuseNext({ kind: 'refused', message: 'No.', fields: { redirects_to: 'No such page.' } });
  save();
  await waitFor(actor, (snapshot) => snapshot.matches({ ready: { form: 'error' } }));
  type('redirects_to', '/b');
  save();
  await waitFor(actor, (snapshot) => snapshot.matches({ ready: { form: 'saved' } }));
  expect(source.submitted.at(-1)).toEqual({ kind: 'create', values });
  expect([...source.stored.values()].map(({ redirects_from: from }) => from)).toEqual(['/old', '/a']);
});

it('creates the record once where several Saves wait for a create that is refused', async () => {
  const { actor, save, source, type } = await open(null);
  type('redirects_from', '/a');
  source.hold();
  for (const to of ['/taken', '/b', '/c']) {
    type('redirects_to', to);
    save();
  }
  await expect.poll(() => source.submitted).toHaveLength(1);
  source.refuseNext({ kind: 'refused', message: 'No.', fields: { redirects_to: 'No such page.' } });
  source.release();
  await expect.poll(() => source.submitted.map(({ kind }) => kind)).toEqual(['create', 'create', 'update']);
  actor.stop();
});

it('answers a refused create by the create that takes its values along', async () => {
  const { actor, save, source, type } = await open(null);
  type('redirects_from', '/a');
  type('redirects_to', '/taken');
  source.hold();
  save();
  await expect.poll(() => source.submitted).toHaveLength(1);
  type('redirects_to', '/b');
  save();
  source.refuseNext({ kind: 'refused', message: 'No.', fields: { redirects_to: 'No such page.' } });
  source.release();
  await expect.poll(() => actor.getSnapshot().matches({ ready: { form: 'saved' } })).toBe(true);
  expect(source.submitted.at(-1)).toEqual({ kind: 'create', values });
  expect(actor.getSnapshot().context).toMatchObject({ edited: [], formError: null });
});

it('creates a refused record without what was taken back since', async () => {
  const { actor, save, source, type } = await open(null);
  for (const key of ['redirects_from', 'redirects_to'] as const) type(key, values[key]);
  type('rewrite', true);
  source.refuseNext({ kind: 'refused', message: 'No.', fields: { rewrite: 'Not here.' } });
  save();
  await waitFor(actor, (snapshot) => snapshot.matches({ ready: { form: 'error' } }));
  type('rewrite', false);
  save();
  await waitFor(actor, (snapshot) => snapshot.matches({ ready: { form: 'saved' } }));
  expect(source.submitted.at(-1)).toEqual({ kind: 'create', values });
});

it('creates a record again that was deleted elsewhere, with all values that the form shows', async () => {
  const { actor, onId, save, source, type } = await open('1');
  type('rewrite', true);
  source.refuseNext({ kind: 'refused', message: 'Deleted elsewhere.', fields: {}, isGone: true });
  save();
  await waitFor(actor, (snapshot) => snapshot.matches({ ready: { form: 'error' } }));
  save();
  await waitFor(actor, (snapshot) => snapshot.matches({ ready: { form: 'saved' } }));
  expect(source.submitted.at(-1)).toMatchObject({
    kind: 'create',
    values: { redirects_from: '/old', redirects_to: '/new', rewrite: true },
  });
  expect(onId).toHaveBeenLastCalledWith('1001', '1');
});

it('sends the changed fields with their base', async () => {
  const { actor, save, source, type } = await open('1');
  type('redirects_to', '/b');
  save();
  await waitFor(actor, (snapshot) => snapshot.matches({ ready: { form: 'saved' } }));
  expect(source.submitted).toEqual([
    { kind: 'update', id: '1', name: '/old', values: { redirects_to: '/b' }, base: { redirects_to: '/new' } },
  ]);
});

it('sends a changed list with what the form showed, and what it has saved of it since', async () => {
  const [shown, first, second] = [1, 2, 3].map((sample) => formFieldsRules.sample(sample));
  if (!shown || !first || !second) throw new Error('There are too few samples.');
  const source = fakeRecords(forms, [{ id: '1', name: 'Contact', fields: [...shown] }]);
  const { services } = fakeClientServices();
  const machine = wireRecordForm({ services, source, resource: forms, id: '1', onId: vi.fn(), onDeleting: vi.fn() });
  const actor = createActor(machine, { input: { websiteId: '5', screen: recordScreen(forms, '1'), isNew: false } });
  actor.start();
  await waitFor(actor, (snapshot) => snapshot.hasTag('ready'));
  source.hold();
  for (const value of [first, second]) {
    actor.send({ type: 'field.changed', key: 'fields', value });
    actor.send({ type: 'save.requested' });
  }
  await expect.poll(() => source.submitted).toHaveLength(2);
  expect(source.submitted).toMatchObject([{ seen: { fields: [shown] } }, { seen: { fields: [shown, first] } }]);
  actor.stop();
});

it('reports that another tab deletes its record, and keeps what was typed', async () => {
  const { actor, onDeleting, save, source, type } = await open('1');
  type('redirects_to', '/b');
  source.setOnline(false);
  await source.submit({ change: { kind: 'delete', id: '1', name: '/old' } }, new AbortController().signal);
  await expect.poll(() => onDeleting.mock.lastCall).toEqual([true]);
  source.refuseNext({ kind: 'failed', code: 'unknown', message: deletingMessage('redirect') });
  save();
  const snapshot = await waitFor(actor, (current) => current.matches({ ready: { form: 'error' } }));
  expect(snapshot.context).toMatchObject({ values: { redirects_to: '/b' }, formError: deletingMessage('redirect') });
});

it('does not open a record that is being deleted', async () => {
  const source = fakeRecords(redirects, [redirect('1', '/old')]);
  source.setOnline(false);
  await source.submit({ change: { kind: 'delete', id: '1', name: '/old' } }, new AbortController().signal);
  const { services } = fakeClientServices();
  const machine = wireRecordForm({
    ...{ services, source, resource: redirects, id: '1', onId: () => undefined, onDeleting: () => undefined },
  });
  const actor = createActor(machine, { input: { websiteId: '5', screen: recordScreen(redirects, '1') } });
  actor.start();
  const snapshot = await waitFor(actor, (current) => current.matches('failed'));
  expect(snapshot.context.loadFailure?.message).toMatch(/^This redirect is being deleted\./);
});

describe('a record with a secret', () => {
  const ada = {
    id: '1',
    account_id: '1',
    email: 'ada@bay.example',
    first_name: 'Ada',
    last_name: 'Byron',
    name: 'Ada Byron',
    roles: [],
    created_at: null,
  };

  async function openUser(id: string | null) {
    const source = fakeRecords(users, [ada]);
    const { drafts, services } = fakeClientServices();
    const machine = wireRecordForm({ services, source, resource: users, id, onId: vi.fn(), onDeleting: vi.fn() });
    const actor = createActor(machine, { input: { websiteId: '5', screen: recordScreen(users, id), isNew: id === null } });
    actor.start();
    await waitFor(actor, (snapshot) => snapshot.hasTag('ready'));
    const type = (values: Readonly<Record<string, string>>) => {
      for (const [key, value] of Object.entries(values)) actor.send({ type: 'field.changed', key, value });
    };
    const saved = async () => {
      actor.send({ type: 'save.requested' });
      await waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
    };
    return { actor, drafts, source, type, saved };
  }

  it('is created with it in one call', async () => {
    const { source, type, saved } = await openUser(null);
    const typed = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@bay.example', password: 'long enough' };
    type(typed);
    await saved();
    expect([source.submitted, source.secrets]).toEqual([[{ kind: 'create', values: typed }], []]);
  });

  it('sends a changed one by itself and the rest through the outbox; without one, only the rest', async () => {
    const { source, type, saved } = await openUser('1');
    type({ last_name: 'Lovelace', password: 'long enough' });
    await saved();
    const change = { kind: 'update', id: '1', name: 'Ada Byron', values: { last_name: 'Lovelace' }, base: { last_name: 'Byron' } };
    expect([source.submitted, source.secrets]).toEqual([[change], [['1', { password: 'long enough' }]]]);
    type({ first_name: 'Augusta' });
    await saved();
    expect([source.submitted.length, source.secrets.length]).toEqual([2, 1]);
  });

  it('sends one that was typed during the create once the record is there', async () => {
    const { actor, source, type, saved } = await openUser(null);
    type({ first_name: 'Grace', last_name: 'Hopper', email: 'grace@bay.example', password: 'long enough' });
    source.hold();
    actor.send({ type: 'save.requested' });
    await expect.poll(() => source.submitted).toHaveLength(1);
    type({ password: 'another one' });
    const second = saved();
    source.release();
    await second;
    expect([source.submitted.length, source.secrets]).toEqual([1, [['1001', { password: 'another one' }]]]);
  });
});

describe('a record that is known by what it is about', () => {
  const about = { post_type: 'post', post_id: '12' };
  const stored = { id: '3', ...about, title: 'Old', tagline: null, keywords: 'a', image_id: null, permalink: null };
  const enabled = (value: boolean) => ({ settings: [{ key: 'seo_enable_keywords', value: [value] }] });

  async function openAbout(rows: readonly (typeof stored)[], isEnabled: boolean) {
    const source = fakeRecords(seo, rows);
    const { services } = fakeClientServices();
    const settings = {
      ...services.settings,
      load: async () => ({ kind: 'loaded' as const, snapshot: { ...nothing, ...enabled(isEnabled) } }),
    };
    const machine = wireRecordForm({
      ...{ services: { ...services, settings }, source, resource: seo, id: null, about },
      ...{ onId: () => undefined, onDeleting: () => undefined },
    });
    const actor = createActor(machine, { input: { websiteId: '5', screen: recordScreen(seo, null, about) } });
    actor.start();
    await waitFor(actor, (snapshot) => snapshot.hasTag('ready'));
    const saved = async (key: string, value: string) => {
      actor.send({ type: 'field.changed', key, value });
      actor.send({ type: 'save.requested' });
      await waitFor(actor, (snapshot) => snapshot.matches({ ready: { form: 'saved' } }));
    };
    return { actor, saved, source };
  }
  const nothing = { theme: null, settings: [], base: [], pendingFields: {}, confirmedWrites: {}, fetchedAt: null, draft: null };

  it('is created by the first save where there is none, with what it is about', async () => {
    const { saved, source } = await openAbout([], false);
    await saved('title', 'New');
    expect(source.submitted).toMatchObject([{ kind: 'create', values: { ...about, title: 'New' } }]);
    await saved('tagline', 'More');
    expect(source.submitted.at(-1)).toMatchObject({ kind: 'update', values: { tagline: 'More' } });
  });

  it('is updated where there is one, and fields follow the settings that their conditions read', async () => {
    const shown = async (isEnabled: boolean) => {
      const { actor, saved, source } = await openAbout([stored], isEnabled);
      const view = settingsScreenView(actor.getSnapshot(), null);
      await saved('title', 'New');
      expect(source.submitted).toMatchObject([{ kind: 'update', id: '3', values: { title: 'New' }, base: { title: 'Old' } }]);
      return view.sections.flatMap(({ fields }) => fields.map(({ field }) => field.key));
    };
    expect(await shown(false)).toEqual(['title', 'tagline', 'permalink', 'image_id']);
    expect(await shown(true)).toEqual(['title', 'tagline', 'permalink', 'keywords', 'image_id']);
  });
});
