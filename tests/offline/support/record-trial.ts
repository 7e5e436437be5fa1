import type { Call } from '#contract/calls/define.ts';
import { bodyOf } from '#contract/resources/body.ts';
import { isCreatedOnline, normalValue, type RecordValues, type ResourceDefinition, type Values } from '#contract/resources/define.ts';
import { resources } from '#contract/resources/index.gen.ts';
import { namedBy, sampleRecord, withoutSecrets } from '#contract/testing/sample-record.ts';
import type { RecordChange, RecordSaveResult, RecordsPage } from '#machines/record-list/record-list.ports.ts';
import type { Harness } from '#server/testing/harness.ts';
import { openConsole, type SignedInApi } from './console-on-api.ts';
import { parentParams } from '#contract/resources/within.ts';
import * as v from 'valibot';
import { expect } from 'vitest';

/** A website of the seed, with room for more records of any resource, and another one of the account. */
const websiteId = '5';
const otherWebsiteId = '6';

/** A reference API that serves the resource; `call` calls it without the console. */
export interface Server extends SignedInApi, Pick<Harness, 'call'> {}

type Console = Awaited<ReturnType<typeof openConsole>>;

const idOf = (submitted: RecordSaveResult): string => {
  if (submitted.kind !== 'saved' && submitted.kind !== 'pending') throw new Error(JSON.stringify(submitted));
  return submitted.id;
};
const textOf = (values: Values, key: string): string => {
  const value = values[key];
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
};

/**
 * Lists, creates, changes and deletes records of a resource, as far as it has calls for that: first with a connection, then without one
 * until it is back.
 */
export async function tryRecords(resource: ResourceDefinition, server: Server): Promise<void> {
  const opened = await openConsole(server);
  try {
    await tryIn(opened, resource, server);
  } finally {
    opened.close();
  }
}

async function tryIn({ store, sourceOf, setOnline }: Console, resource: ResourceDefinition, { call, token }: Server): Promise<void> {
  const [source, ofOther] = [sourceOf(resource, websiteId), sourceOf(resource, otherWebsiteId)];
  const { calls, schema } = resource;
  const nameKey = namedBy(resource);
  /** What they are parts of, where they are parts of something. */
  const parts: Record<string, string> = {};
  /** Reads from the server directly, without the console. */
  const asked = async ({ method, path }: Call, id = ''): Promise<unknown> => {
    const named = Object.entries(parentParams(resource, parts)).reduce((filled, [name, value]) => filled.replace(`{${name}}`, value), path);
    const answer = await call(method, `/api${named.replace('{websiteId}', websiteId).replace('{id}', id)}`, { token });
    return answer.status === 200 ? v.parse(v.object({ data: v.unknown() }), answer.json).data : null;
  };
  const submit = (change: RecordChange) => source.submit({ change }, new AbortController().signal);
  const stored = async () => v.parse(v.array(schema), await asked(calls.list));
  const read = async (id: string): Promise<RecordValues | null> => {
    if (!calls.read) return (await stored()).find((record) => record.id === id) ?? null;
    return v.parse(v.nullable(schema), await asked(calls.read, id));
  };
  const named = (records: readonly RecordValues[]) => records.map((record) => textOf(record, nameKey));
  const whole = resources.find(({ name }) => name === resource.within?.resource);
  if (whole?.calls.create && resource.within) {
    const body = bodyOf(whole, { websiteId, id: null }, sampleRecord(whole, 'whole'));
    const made = await call('POST', `/api${whole.calls.create.path.replace('{websiteId}', websiteId)}`, { token, body });
    parts[resource.within.key] = v.parse(v.object({ data: whole.schema }), made.json).data.id;
  }
  const query = { page: 0, perPage: 25, sort: null, q: '', filters: parts };
  /** The first record of each resource that a new one has to name. */
  const chosen: Record<string, string> = {};
  for (const { key, required } of resource.fields) {
    const named = required ? resources.find(({ name }) => name === resource.references[key]) : undefined;
    if (named) chosen[key] = v.parse(v.array(named.schema), await asked(named.calls.list))[0]?.id ?? '';
  }
  const [first = {}, second = {}, third = {}, fourth = {}] = ['first', 'second', 'third', 'fourth'].map((word) => ({
    ...sampleRecord(resource, word),
    ...chosen,
    ...parts,
  }));
  const renamed = (word: string) => ({ [nameKey]: sampleRecord(resource, word)[nameKey] ?? null });
  /** What an answer has of a record: no secret. */
  const seen = (values: Values) =>
    Object.fromEntries(Object.entries(withoutSecrets(resource, values)).map(([key, value]) => [key, normalValue(resource, key, value)]));
  const nameOf = (values: Values) => ({ [nameKey]: values[nameKey] ?? null });
  const created = async (values: Values): Promise<string> => {
    const online = await submit({ kind: 'create', values });
    expect(online).toMatchObject({ kind: 'saved' });
    expect(await read(idOf(online))).toMatchObject(seen(values));
    return idOf(online);
  };
  const updated = (id: string, before: Values, values: Values) =>
    submit({ kind: 'update', id, name: textOf(before, nameKey), values, base: nameOf(before) });
  const deleted = (id: string, values: Values) => submit({ kind: 'delete', id, name: textOf(values, nameKey) });

  const id = calls.create ? await created(first) : '';
  const gone = calls.create ? await created(third) : '';
  if (id !== '' && calls.read && resource.scope === 'website')
    expect(await ofOther.read(id)).toMatchObject({ kind: 'failed', code: 'notFound' });
  const [changed, again] = [renamed('changed'), renamed('again')];
  if (calls.update) {
    expect(await updated(id, first, changed)).toMatchObject({ kind: 'saved' });
    expect(await read(id)).toMatchObject({ ...seen(first), ...changed });
  }
  if (calls.remove) {
    const goneAtOnce = await created(fourth);
    expect(await deleted(goneAtOnce, fourth)).toMatchObject({ kind: 'saved' });
    expect(await read(goneAtOnce)).toBeNull();
  }
  const before = await stored();

  let page: RecordsPage | null = null;
  const unwatch = source.watch(query, (next) => (page = next));
  expect(await source.fetchPage(query, new AbortController().signal)).toEqual({ kind: 'fetched' });
  await expect.poll(() => page?.rows.map((row) => row.id).toSorted()).toEqual(before.map((record) => record.id).toSorted());
  setOnline(false);
  const needsConnection = isCreatedOnline(resource);
  const createsOffline = calls.create !== undefined && !needsConnection;
  if (calls.create)
    expect(await submit({ kind: 'create', values: second })).toMatchObject({ kind: needsConnection ? 'failed' : 'pending' });
  if (calls.update) expect(await updated(id, changed, again)).toMatchObject({ kind: 'pending' });
  if (calls.remove) expect(await deleted(gone, third)).toMatchObject({ kind: 'pending' });
  await expect.poll(() => page?.created.map(({ values }) => values)).toMatchObject(createsOffline ? [second] : []);
  if (calls.update) await expect.poll(() => page?.rows.find((row) => row.id === id)?.values).toMatchObject(again);
  if (calls.remove) await expect.poll(() => page?.rows.find((row) => row.id === gone)?.isDeleting).toBe(true);
  expect(await stored()).toEqual(before);
  unwatch();

  setOnline(true);
  await expect.poll(async () => await store.outbox.counts('u1')).toMatchObject({ pending: 0, attention: 0 });
  const after = await stored();
  expect(after).toHaveLength(before.length + (createsOffline ? 1 : 0) - (calls.remove ? 1 : 0));
  if (calls.update) expect(after.find((record) => record.id === id)).toMatchObject({ ...seen(first), ...again });
  expect(named(after).includes(textOf(second, nameKey))).toBe(createsOffline);
  expect(named(after).includes(textOf(third, nameKey))).toBe(calls.create !== undefined && !calls.remove);
}
