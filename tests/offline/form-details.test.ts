import { newFormDetails } from '#contract/entities/form-details.ts';
import type { JsonObject } from '#contract/json.ts';
import { forms } from '#contract/resources/forms.ts';
import { localId } from '#contract/resources/local-id.ts';
import { type Harness, startHarness } from '#server/testing/harness.ts';
import { createDetailsSource, detailsIn } from '#src/offline/details-source.ts';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openConsole } from './support/console-on-api.ts';

const websiteId = '5';
const created = v.object({ data: v.object({ id: v.string() }) });

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => harness.close());

async function post(path: string, body: JsonObject): Promise<unknown> {
  const { status, text, json } = await harness.call('POST', `/api/websites/${websiteId}/${path}`, { token, body });
  expect([status, text]).toEqual([expect.toSatisfy((each) => each < 300), text]);
  return json;
}

/** A form that a setting and a popup use. */
async function usedForm(name: string): Promise<string> {
  const form = await post('forms', { definition: { name, fields: [{ type: 'text', key: 'name', label: 'Name' }] } });
  const { id } = v.parse(created, form).data;
  await post('settings/update', { data: { settings: [{ key: 'newsletter', value: [id], category: 'form', type: null }] } });
  await post('popups', { name: `${name} popup`, title: 'Hello', form_id: id });
  return id;
}

/** The console in front of the reference API, with or without the call of the details. */
async function open({ hasDetails = true } = {}) {
  const state = { asked: 0 };
  const opened = await openConsole({ app: harness.app, token }, async (request, send) => {
    if (request.url.includes('/details')) {
      state.asked += 1;
      if (!hasDetails) return Response.json({ error: { code: 'not_found', message: 'There is nothing here.' } }, { status: 404 });
    }
    return send(request);
  });
  return { ...opened, state, details: createDetailsSource(opened.parts, forms, websiteId) };
}

it('details come from the server, then from this device, and are refreshed while they are shown', async () => {
  const id = await usedForm('cached');
  const { details, state, setOnline, close } = await open();
  const first = await details.read(id);
  expect(first.kind === 'read' && detailsIn(forms, first.reading.values)).toMatchObject({ used_in_total: 2, submissions_total: 0 });
  expect(await details.read(id)).toMatchObject({ kind: 'read' });
  expect(state.asked).toBe(1);
  await post('settings/update', { data: { settings: [{ key: 'newsletter', value: null, category: 'form', type: null }] } });
  const latest = await new Promise((resolve) => {
    const stop = details.watch(id, ({ values }) => {
      if (values['used_in_total'] !== 1) return;
      stop();
      resolve(values['used_in']);
    });
  });
  expect(latest).toMatchObject([{ label: 'Popup: cached popup' }]);
  setOnline(false);
  expect(await details.read(id)).toMatchObject({ kind: 'read', reading: { values: { used_in_total: 1 }, fetchedAt: expect.any(Number) } });
  expect(await details.latest(id)).toMatchObject({ isFresh: false, details: { used_in_total: 1 } });
  expect(await details.read('999')).toEqual({ kind: 'failed', code: 'offlineNeverLoaded', message: '' });
  expect(await details.latest('999')).toBeNull();
  close();
});

it('come without the time zone where the server does not know it', async () => {
  const id = await usedForm('zone');
  const { details, close } = await open();
  const options = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValueOnce({ ...options, timeZone: 'Etc/Unknown' });
  const read = await details.read(id);
  expect(read.kind === 'read' && detailsIn(forms, read.reading.values)).toMatchObject({ used_in_total: 2, submissions_total: 0 });
  close();
});

it('of a form that only this device has, nothing is asked; an API without the call tells nothing', async () => {
  const { details, state, close } = await open({ hasDetails: false });
  const ofDevice = await details.read(localId('a'));
  expect([ofDevice.kind === 'read' && detailsIn(forms, ofDevice.reading.values), state.asked]).toEqual([newFormDetails, 0]);
  expect(await details.read('1')).toEqual({ kind: 'read', reading: { values: {}, fetchedAt: null } });
  close();
});

it('a delete is asked for with the settings that use the form and the popups that name it, each once', async () => {
  const id = await usedForm('asked');
  const popups = { id, labels: { one: 'popup', many: 'popups' }, total: 1, names: ['asked popup'] };
  const { sourceOf, setOnline, close } = await open();
  const source = sourceOf(forms, websiteId);
  await source.read(id);
  const places = [{ id, total: 1, labels: ['Form Settings: Newsletter'] }];
  expect(await source.findUses([id])).toEqual({ uses: [popups], places, isWhole: true });
  setOnline(false);
  expect(await source.findUses([id])).toEqual({ uses: [], places, isWhole: false });
  close();
  const foreign = await open({ hasDetails: false });
  await foreign.sourceOf(forms, websiteId).read(id);
  expect(await foreign.sourceOf(forms, websiteId).findUses([id])).toEqual({ uses: [popups], places: [], isWhole: false });
  foreign.close();
});
