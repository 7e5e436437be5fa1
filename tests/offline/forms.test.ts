import type { Json } from '#contract/json.ts';
import { formFieldsRules } from '#contract/forms/form-fields-rules.ts';
import type { ResourceDefinition } from '#contract/resources/define.ts';
import { formActions } from '#contract/resources/form-actions.ts';
import { forms } from '#contract/resources/forms.ts';
import { popups } from '#contract/resources/popups.ts';
import { sampleRecord } from '#contract/testing/sample-record.ts';
import type { RecordChange, RecordsPage } from '#machines/record-list/record-list.ports.ts';
import { type Harness, startHarness } from '#server/testing/harness.ts';
import { createChoiceSource, firstChoices } from '#src/offline/choice-source.ts';
import { createDetailsSource } from '#src/offline/details-source.ts';
import { prefetchLists } from '#src/offline/prefetch-lists.ts';
import { submitSettings } from '#src/offline/submit-settings.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConsole } from './support/console-on-api.ts';

const websiteId = '5';
const signal = new AbortController().signal;

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

const stored = async (path: string) =>
  v.parse(v.object({ data: v.array(v.record(v.string(), v.unknown())) }), (await harness.call('GET', `/api${path}`, { token })).json).data;

async function open(around?: Parameters<typeof openConsole>[1]) {
  const console = await openConsole({ app: harness.app, token }, around);
  const submit = async (resource: ResourceDefinition, change: RecordChange) => {
    const submitted = await console.sourceOf(resource, websiteId).submit({ change }, signal);
    if (!('id' in submitted)) throw new Error(JSON.stringify(submitted));
    return submitted.id;
  };
  return { ...console, submit, choices: createChoiceSource(console.parts) };
}

/** What the Actions tab of a form shows; null where this device does not know its actions. Undefined: it shows nothing yet. */
function watchActions({ sourceOf }: Awaited<ReturnType<typeof open>>, formId: string) {
  let page: RecordsPage | null | undefined;
  const query = { page: 0, perPage: 25, sort: null, q: '', filters: { form_id: formId } };
  const stop = sourceOf(formActions, websiteId).watch(query, (next) => (page = next));
  return { names: () => (page ? page.rows.map(({ values }) => values['name']) : page), stop };
}

const fields = formFieldsRules.sample(1);
const form = (name: string) => ({ name, label: null, description: null, enable_recaptcha: false, fields });

it('offline, a new form is chosen by a popup, its trigger and a setting, which are sent with the server’s id', async () => {
  const { store, parts, choices, setOnline, submit, close } = await open();
  const labels = async (q = '') => {
    const page = await choices.load(websiteId, 'form', { ...firstChoices, q });
    return page.kind === 'page' ? page.rows.map((row) => v.parse(v.object({ label: v.string() }), row).label) : page.kind;
  };
  const before = await labels();
  setOnline(false);
  let changes = 0;
  const stop = choices.watch(websiteId, 'form', () => (changes += 1));
  await expect.poll(() => changes).toBe(1);
  const id = await submit(forms, { kind: 'create', values: form('Open day') });
  await expect.poll(() => changes).toBeGreaterThan(1);
  stop();
  expect(await labels()).toEqual(['Open day', ...before]);
  expect([await labels('open'), await labels('zzz')]).toEqual([['Open day'], []]);

  const values = {
    ...sampleRecord(popups, 'evening'),
    ...{ type: 'standard', position: 'center', animation: 'fade', size: 'medium' },
    form_id: id,
    triggers: [{ type: 'form', form_id: id, trigger_class: null, page_id: null, delay: 0 }],
  };
  await submit(popups, { kind: 'create', values });
  const owner = { userId: 'u1', accountId: null, epoch: store.dataEpoch('u1') };
  expect(
    await submitSettings(
      { ...parts, owner },
      { websiteId, screenId: 'footer', base: {}, writes: [{ key: 'footer_form', value: [id], category: 'style', type: 'form' }] },
      signal,
    ),
  ).toMatchObject({ kind: 'pending' });

  setOnline(true);
  await expect.poll(() => store.outbox.counts('u1')).toMatchObject({ pending: 0, attention: 0 });
  const [made] = (await stored(`/websites/${websiteId}/forms?q=Open day`)).map((each) => each['id']);
  expect(made).toMatch(/^\d+$/u);
  expect(await stored(`/websites/${websiteId}/popups?q=evening`)).toMatchObject([{ form_id: made, triggers: [{ form_id: made }] }]);
  expect((await stored(`/websites/${websiteId}/settings/style`)).find(({ key }) => key === 'footer_form')).toMatchObject({ value: [made] });
  close();
});

it('a form keeps its other fields where another person has changed one, and its values where they are in the answer', async () => {
  const { store, setOnline, submit, sourceOf, close } = await open();
  const id = await submit(forms, { kind: 'create', values: form('Visit') });
  const before = form('Visit');
  setOnline(false);
  const change = { label: 'Visit us', fields: formFieldsRules.sample(2) };
  await submit(forms, { kind: 'update', id, name: 'Visit', values: change, base: { label: null, fields } });
  const path = `/api/websites/${websiteId}/forms/${id}`;
  const body = { definition: { description: 'By their hand' } };
  expect((await harness.call('PATCH', path, { token, body })).status).toBe(200);
  setOnline(true);
  await expect.poll(() => store.outbox.counts('u1')).toMatchObject({ pending: 0, attention: 0 });
  expect((await harness.call('GET', path, { token })).json).toMatchObject({
    data: { id, name: 'Visit', definition: { ...before, ...change, description: 'By their hand' } },
  });
  expect(await sourceOf(forms, websiteId).read(id)).toMatchObject({ reading: { values: change } });
  close();
});

it('three devices that change and move different fields of one form are not in conflict: all changes arrive', async () => {
  const [one, two, three] = [await open(), await open(), await open()];
  const [name, phone] = [formFieldsRules.sample(1)[0] ?? {}, formFieldsRules.sample(2)[0] ?? {}];
  const before = [name, phone];
  const id = await one.submit(forms, { kind: 'create', values: { ...form('Shared'), fields: before } });
  const change = (changed: Json) =>
    ({ kind: 'update', id, name: 'Shared', values: { fields: changed }, base: { fields: before } }) as const;
  for (const tab of [one, two, three]) tab.setOnline(false);
  await one.submit(forms, change([{ ...name, label: 'Your name' }, phone]));
  await two.submit(forms, change([name, { ...phone, required: true }]));
  await three.submit(forms, change([phone, name]));
  for (const { setOnline, store } of [one, two, three]) {
    setOnline(true);
    await expect.poll(() => store.outbox.counts('u1')).toEqual({ pending: 0, attention: 0 });
  }
  const all = [
    { ...phone, required: true },
    { ...name, label: 'Your name' },
  ];
  expect((await harness.call('GET', `/api/websites/${websiteId}/forms/${id}`, { token })).json).toMatchObject({
    data: { definition: { fields: all } },
  });
  expect(await three.sourceOf(forms, websiteId).read(id)).toMatchObject({ reading: { values: { fields: all } } });
  for (const { close } of [one, two, three]) close();
});

it('made available offline, the actions and details of each form are there, and a form that has none shows that it has none', async () => {
  const tab = await open();
  const [two, none] = [
    await tab.submit(forms, { kind: 'create', values: form('Two actions') }),
    await tab.submit(forms, { kind: 'create', values: form('No action') }),
  ];
  for (const name of ['First', 'Second']) {
    const body = { name, type: 'success', success_message: name };
    expect((await harness.call('POST', `/api/websites/${websiteId}/forms/${two}/actions`, { token, body })).status).toBe(201);
  }
  tab.setOnline(false);
  const before = watchActions(tab, two);
  await expect.poll(before.names).toBe(null);
  before.stop();
  tab.setOnline(true);
  expect(await prefetchLists({ sourceParts: tab.parts }, websiteId)).toBe(null);
  tab.setOnline(false);
  // Made by somebody else since: nobody knows its actions here.
  const body = { definition: form('Later') };
  const later = await harness.call('POST', `/api/websites/${websiteId}/forms`, { token, body });
  const watched = [two, none, String(v.parse(v.object({ data: v.object({ id: v.string() }) }), later.json).data.id)].map((id) =>
    watchActions(tab, id),
  );
  await expect.poll(() => watched.map(({ names }) => names())).toEqual([['First', 'Second'], [], null]);
  const details = createDetailsSource(tab.parts, forms, websiteId);
  expect(await details.read(two)).toMatchObject({ kind: 'read', reading: { values: { used_in: [], submissions_total: 0 } } });
  const action = v.parse(v.array(v.object({ id: v.string() })), await stored(`/websites/${websiteId}/forms/${two}/actions`))[0]?.id ?? '';
  expect(await tab.sourceOf(formActions, websiteId).read(action)).toMatchObject({ reading: { values: { name: 'First' } } });
  for (const { stop } of watched) stop();
  tab.close();
});

it.each(['in their order', 'behind the delete'])(
  'a form that is deleted takes along the pending changes of its actions: they arrive %s',
  async (order) => {
    const gone = Promise.withResolvers<void>();
    let isHeld = false;
    const tab = await open(async (request, send) => {
      const isOfAction = request.url.includes('/actions');
      if (isHeld && isOfAction) await gone.promise;
      const answer = await send(request);
      if (request.method === 'DELETE' && !isOfAction) gone.resolve();
      return answer;
    });
    const { store, setOnline, submit, close } = tab;
    const formId = await submit(forms, { kind: 'create', values: form(`Short-lived, ${order}`) });
    const says = (name: string) => ({
      name,
      form_id: formId,
      type: 'success',
      success_message: name,
      include_submission_data: false,
      position: 0,
    });
    const [first, second] = [
      await submit(formActions, { kind: 'create', values: says('First') }),
      await submit(formActions, { kind: 'create', values: says('Second') }),
    ];
    setOnline(false);
    await submit(formActions, { kind: 'update', id: first, name: 'First', values: { name: 'Earlier' }, base: { name: 'First' } });
    await submit(formActions, { kind: 'delete', id: second, name: 'Second' });
    await submit(formActions, { kind: 'create', values: says('Third') });
    await submit(forms, { kind: 'delete', id: formId, name: 'Short-lived' });
    isHeld = order === 'behind the delete';
    setOnline(true);
    await expect.poll(() => store.outbox.counts('u1')).toMatchObject({ pending: 0, attention: 0 });
    expect((await harness.call('GET', `/api/websites/${websiteId}/forms/${formId}`, { token })).status).toBe(404);
    close();
  },
);
