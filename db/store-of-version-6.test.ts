import { Dexie } from 'dexie';
import { expect, it } from 'vitest';
import { DexieDatabase } from './dexie-database.ts';
import { openClientStore } from './open-client-store.ts';
import { readEntry } from './migrate-entry.ts';
import { tableSchemas } from './stores.ts';

/**
 * The outbox of a store in version 6 of its schema, as its code wrote it for two websites whose API numbers records by website: an entry in each
 * line. Of form 1 and of block 2 the edit of w1 is being sent, and that of w2 waits. Version 6 took them for one record.
 */
const outbox = `
{"seq":1,"opId":"op1","userId":"u1","accountId":"a1","websiteId":"w1","recordVersion":3,"appVersion":"test","resource":"form","mutation":"update","target":{"entity":"form","id":"1"},"dependsOn":[],"body":{"id":"1","name":"Contact","values":{"label":"Of w1"}},"base":{"label":"Contact"},"fileIds":[],"status":"sending","attempts":1,"mayHaveBeenApplied":false,"troubles":0,"maybeOurs":{},"maybeApplied":[],"nextAttemptAt":1800000000500,"lastError":null,"createdAt":1800000000000,"record":"form 1","attention":0,"stands":"sending"}
{"opId":"op2","userId":"u1","accountId":"a1","websiteId":"w2","recordVersion":3,"appVersion":"test","resource":"form","mutation":"update","target":{"entity":"form","id":"1"},"dependsOn":[],"body":{"id":"1","name":"Contact","values":{"description":"Of w2"}},"base":{"description":"Form"},"fileIds":[],"status":"pending","attempts":0,"mayHaveBeenApplied":false,"troubles":0,"maybeOurs":{},"maybeApplied":[],"nextAttemptAt":null,"lastError":null,"createdAt":1800000000000,"record":"form 1","attention":0,"due":0,"seq":2}
{"seq":3,"opId":"op3","userId":"u1","accountId":"a1","websiteId":"w1","recordVersion":3,"appVersion":"test","resource":"block-settings","mutation":"update","target":{"entity":"block","id":"2"},"dependsOn":[],"body":{"blockId":"2","label":"Banner","settings":[{"key":"title","value":["Of w1"]}]},"base":{"2/setting/title":["before"]},"fileIds":[],"status":"sending","attempts":1,"mayHaveBeenApplied":false,"troubles":0,"maybeOurs":{},"maybeApplied":[],"nextAttemptAt":1800000000500,"lastError":null,"createdAt":1800000000000,"record":"block 2","attention":0,"stands":"sending"}
{"opId":"op4","userId":"u1","accountId":"a1","websiteId":"w2","recordVersion":3,"appVersion":"test","resource":"block-settings","mutation":"update","target":{"entity":"block","id":"2"},"dependsOn":[],"body":{"blockId":"2","label":"Banner","settings":[{"key":"title","value":["Of w2"]}]},"base":{"2/setting/title":["before"]},"fileIds":[],"status":"pending","attempts":0,"mayHaveBeenApplied":false,"troubles":0,"maybeOurs":{},"maybeApplied":[],"nextAttemptAt":null,"lastError":null,"createdAt":1800000000000,"record":"block 2","attention":0,"due":0,"seq":4}
{"opId":"op5","userId":"u1","accountId":"a1","websiteId":"w1","recordVersion":3,"appVersion":"test","resource":"user","mutation":"update","target":{"entity":"user","id":"3"},"dependsOn":[],"body":{"id":"3","name":"Mia","values":{"first_name":"Mia"}},"base":{"first_name":"Maya"},"fileIds":[],"status":"pending","attempts":0,"mayHaveBeenApplied":false,"troubles":0,"maybeOurs":{},"maybeApplied":[],"nextAttemptAt":null,"lastError":null,"createdAt":1800000000000,"record":"user 3","attention":0,"due":0,"seq":5}
{"opId":"op6","userId":"u1","accountId":"a1","websiteId":"w2","recordVersion":3,"appVersion":"test","resource":"settings","mutation":"update","target":{"entity":"settings","id":"w2/social"},"dependsOn":[],"body":{"category":"social","settings":[{"key":"fb_link","value":["mine"],"category":"social","type":null}]},"base":{"fb_link":null},"fileIds":[],"status":"pending","attempts":0,"mayHaveBeenApplied":false,"troubles":0,"maybeOurs":{},"maybeApplied":[],"nextAttemptAt":null,"lastError":null,"createdAt":1800000000000,"record":"settings w2/social","attention":0,"due":0,"seq":6}
{"opId":"op7","userId":"u1","accountId":"a1","websiteId":"w1","recordVersion":3,"appVersion":"test","resource":"redirect","mutation":"delete","target":{"entity":"redirect","id":"4"},"dependsOn":[],"body":{"id":"4","name":"/old"},"base":{},"fileIds":[],"status":"pending","attempts":0,"mayHaveBeenApplied":false,"troubles":0,"maybeOurs":{},"maybeApplied":[],"nextAttemptAt":null,"lastError":null,"createdAt":1800000000000,"record":"redirect 4","attention":0,"due":0,"seq":7}
`;

const entries = () =>
  outbox
    .trim()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line));

async function stored(name: string) {
  const raw = new DexieDatabase(name);
  const rows = await raw.outbox.orderBy('seq').toArray();
  raw.close({ disableAutoOpen: true });
  return rows;
}

const records = [
  'form ["w1","1"]',
  'form ["w2","1"]',
  'block ["w1","2"]',
  'block ["w2","2"]',
  'user ["a1","3"]',
  'settings ["w2","w2/social"]',
  'redirect ["w1","4"]',
];

it('is migrated: each entry is about the record of its website or account, and none waits for that of another', async () => {
  const name = `unit-${crypto.randomUUID()}`;
  const old = new Dexie(name);
  old.version(6).stores(tableSchemas);
  await old.open();
  await old.table('outbox').bulkAdd(entries());
  old.close();
  const store = await openClientStore({ name, appVersion: 'test', now: () => 1_800_000_000_000 });
  expect((await store.drain.pick('u1', 9)).entries.map(({ opId }) => opId)).toEqual(['op2', 'op4', 'op5', 'op6', 'op7']);
  expect(await store.outbox.counts('u1')).toEqual({ pending: 7, attention: 0 });
  const of = { userId: 'u1', accountId: 'a1' } as const;
  const body = { id: '1', name: 'Contact', values: { label: 'Newer' } };
  const edit = { ...of, resource: 'form', mutation: 'update', body, base: { label: 'Contact' } } as const;
  expect(await store.outbox.append({ ...edit, websiteId: 'w1' })).not.toMatchObject({ opId: 'op2' });
  expect(await store.outbox.append({ ...edit, websiteId: 'w2' })).toMatchObject({ opId: 'op2' });
  store.close();
  const rows = await stored(name);
  expect(rows.map(({ record }) => record)).toEqual([...records, 'form ["w1","1"]']);
  expect(new Set(rows.map(({ recordVersion }) => recordVersion))).toEqual(new Set([4]));
  const before = entries();
  for (const [at, row] of rows.slice(2, 7).entries()) {
    const { target: _, record: __, recordVersion: ___, ...same } = row;
    const { target: _t, record: _r, recordVersion: _v, ...kept } = before[at + 2] ?? {};
    expect(same).toEqual(kept);
  }
});

it('is migrated at the next start where an older version wrote an entry after the upgrade', async () => {
  const name = `unit-${crypto.randomUUID()}`;
  (await openClientStore({ name, appVersion: 'test' })).close();
  const raw = new DexieDatabase(name);
  await raw.outbox.bulkAdd(entries());
  raw.close({ disableAutoOpen: true });
  const store = await openClientStore({ name, appVersion: 'test', afterFirstScreen: Promise.resolve() });
  store.close();
  expect((await stored(name)).map(({ record }) => record)).toEqual(records);
});

it('is read with the website in each target before it is migrated', () => {
  expect(entries().map((entry) => readEntry(entry))).toMatchObject(
    ['w1', 'w2', 'w1', 'w2', 'a1', 'w2', 'w1'].map((scope) => ({ kind: 'readable', entry: { target: { scope } } })),
  );
});
