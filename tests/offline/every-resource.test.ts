import type { Call } from '#contract/calls/define.ts';
import type { RecordValues, ResourceDefinition, Values } from '#contract/resources/define.ts';
import { resources } from '#contract/resources/index.ts';
import { sampleRecord } from '#contract/testing/sample-record.ts';
import { type DeviceStore, openDeviceStore } from '#db/device-store.ts';
import { newId } from '#db/new-id.ts';
import type { RecordChange, RecordSubmitted, RecordsPage } from '#machines/record-list/record-list.ports.ts';
import { type Harness, startHarness } from '#server/testing/harness.ts';
import { createRecordsSource, type RecordsSource } from '#src/offline/records-source.ts';
import { createSync, type SyncActor } from '#src/offline/wire-sync.ts';
import { createApiClient } from '#src/io/api-client.ts';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

/** Of the seed, with room for more of any resource. */
const websiteId = '5';
const query = { page: 0, perPage: 25, sort: null, q: '' };

let harness: Harness;
let token: string;
let ends: (() => void)[];
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());
afterEach(() => {
  for (const end of ends) end();
});

/** The console's client store and sync, on the reference API of this process. */
interface Console {
  readonly store: DeviceStore;
  readonly source: RecordsSource;
  /** Cuts the connection, or brings it back. */
  readonly connect: (isOnline: boolean) => void;
}

async function openConsole(resource: ResourceDefinition): Promise<Console> {
  let isOnline = true;
  const store = await openDeviceStore({
    name: `every-resource-${newId()}`,
    appVersion: 'test',
    onQueued: () => sync.send({ type: 'queue.changed' }),
  });
  const client = createApiClient({
    baseUrl: 'https://console.example/api',
    credentials: () => ({ token, accountId: null }),
    onResult: () => undefined,
    fetch: async (input, init) => {
      if (!isOnline) throw new TypeError('no network');
      return harness.app.request(new Request(input, init), undefined, { incoming: { socket: { remoteAddress: '192.0.2.1' } } });
    },
  });
  const sync: SyncActor = createSync({
    store,
    client,
    outgoing: {
      file: async () => null,
      leaving: () => ({ signal: new AbortController().signal, onProgress: () => undefined }),
      left: () => undefined,
    },
    lock: {
      request(userId, listener) {
        void store.fence.take(userId, 'tab').then((epoch) => listener.acquired(epoch));
        return () => undefined;
      },
    },
    clock: {
      now: Date.now,
      schedule(run, delayMs) {
        const timer = setTimeout(run, Math.min(delayMs, 20));
        return () => clearTimeout(timer);
      },
    },
    signedIn: () => ({ userId: 'u1', token }),
    online: true,
    random: () => 0,
  });
  sync.start();
  const source = createRecordsSource(
    {
      client,
      store,
      user: () => ({ userId: 'u1', accountId: null }),
      isCurrentUser: () => true,
      isOffline: () => !isOnline,
      hold: () => (isOnline ? null : { kind: 'offline' }),
      onKept: () => undefined,
    },
    resource,
    websiteId,
  );
  ends = [() => sync.stop(), () => store.close()];
  return {
    store,
    source,
    connect: (online) => {
      isOnline = online;
      sync.send({ type: 'connection.changed', online });
    },
  };
}

/** Asks the server past the console. */
async function asked({ method, path }: Call, id = ''): Promise<unknown> {
  const answer = await harness.call(method, `/api${path.replace('{websiteId}', websiteId).replace('{id}', id)}`, { token });
  return answer.status === 200 ? v.parse(v.object({ data: v.unknown() }), answer.json).data : null;
}

const idOf = (submitted: RecordSubmitted): string => {
  if (submitted.kind !== 'saved' && submitted.kind !== 'kept') throw new Error(JSON.stringify(submitted));
  return submitted.id;
};
const textOf = (values: Values, key: string): string => String(values[key]);

it.each(resources.map((resource) => [resource.name, resource] as const))(
  'a %s is created, changed and deleted online, and offline until there is a connection',
  async (_, resource) => {
    const { calls, nameKey, schema } = resource;
    const { store, source, connect } = await openConsole(resource);
    const submit = (change: RecordChange) => source.submit({ change }, new AbortController().signal);
    const stored = async () => v.parse(v.array(schema), await asked(calls.list));
    const named = (records: readonly RecordValues[]) => records.map((record) => textOf(record, nameKey));
    const [first, second, third] = ['first', 'second', 'third'].map((word) => sampleRecord(resource, word));
    if (!first || !second || !third) throw new Error('no samples');

    const online = await submit({ kind: 'create', values: first });
    expect(online).toMatchObject({ kind: 'saved' });
    expect(v.parse(schema, await asked(calls.read, idOf(online)))).toMatchObject(first);
    const gone = idOf(await submit({ kind: 'create', values: third }));
    const before = await stored();

    let page: RecordsPage | null = null;
    ends.push(source.watch(query, (next) => (page = next)));
    expect(await source.fetchPage(query, new AbortController().signal)).toEqual({ kind: 'fetched' });
    connect(false);
    const changed = { [nameKey]: sampleRecord(resource, 'changed')[nameKey] ?? null };
    const name = textOf(first, nameKey);
    expect(await submit({ kind: 'create', values: second })).toMatchObject({ kind: 'kept' });
    const base = { [nameKey]: first[nameKey] ?? null };
    expect(await submit({ kind: 'update', id: idOf(online), name, values: changed, base })).toMatchObject({ kind: 'kept' });
    expect(await submit({ kind: 'delete', id: gone, name: textOf(third, nameKey) })).toMatchObject({ kind: 'kept' });
    await expect.poll(() => page?.created.map(({ values }) => values)).toMatchObject([second]);
    await expect.poll(() => page?.rows.find(({ id }) => id === idOf(online))?.values).toMatchObject(changed);
    await expect.poll(() => page?.rows.find(({ id }) => id === gone)?.isDeleting).toBe(true);
    expect(await stored()).toEqual(before);

    connect(true);
    await expect.poll(async () => await store.outbox.counts('u1')).toMatchObject({ waiting: 0, attention: 0 });
    const after = await stored();
    expect(after).toHaveLength(before.length);
    expect(after.find(({ id }) => id === idOf(online))).toMatchObject({ ...first, ...changed });
    expect(named(after)).toContain(textOf(second, nameKey));
    expect(named(after)).not.toContain(textOf(third, nameKey));
  },
);
