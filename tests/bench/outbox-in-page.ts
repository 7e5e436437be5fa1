import { settingField } from '#contract/resources/blocks.ts';
import type { Category } from '#contract/entities/setting.ts';
import type { NewMutation } from '#db/append.ts';
import { createSaveTurns } from '#db/save-turns.ts';
import { createDrain } from '#db/drain.ts';
import { createOutbox } from '#db/outbox.ts';
import { newId } from '#db/new-id.ts';
import { onlyTab } from '#db/tabs.ts';
import { DexieDatabase } from '#db/dexie-database.ts';
import * as unnamedFiles from '#db/unnamed-files.ts';

export interface Whose {
  readonly userId: string;
  readonly accountId: string | null;
  readonly websiteId: string;
}

/** One text of a record; `value`: what the server has. */
export type BenchRecord = { readonly websiteId: string; readonly key: string; readonly value: readonly string[] | null } & (
  | { readonly kind: 'settings'; readonly category: Category }
  | { readonly kind: 'block'; readonly id: string; readonly label: string }
);

/** The console's own outbox code on the console's own store, for a script that controls it from inside a page of the console. */
export interface OutboxInPage {
  /** `rounds` saves of each record's text, one after the other; `value` is the server's value. Returns the number of entries. */
  saveTexts(whose: Whose, records: readonly BenchRecord[], rounds: number): Promise<number>;
  /** Enqueues this many creates, which can't be merged. The first is made as the console makes it, the others are copies of its entry. */
  fillWithCreates(whose: Whose, count: number): Promise<void>;
  /**
   * ms for each of `times` saves of one setting and creates of one block, with the entries that are in the outbox already; both are
   * discarded again.
   */
  timeAppends(whose: Whose, times: number): Promise<{ readonly save: readonly number[]; readonly create: readonly number[] }>;
  /** ms for each of `times` searches for the next entry to send and its due time: each step of a drain begins with one. */
  timePicks(whose: Whose, times: number): Promise<readonly number[]>;
  empty(): Promise<void>;
}

declare global {
  var outboxInPage: OutboxInPage | undefined;
}

async function open(): Promise<OutboxInPage> {
  const db = new DexieDatabase('frontage');
  await db.open();
  const nothing = () => undefined;
  const deps = { db, now: Date.now, newId, appVersion: 'bench', tabs: onlyTab, onEnqueueing: nothing, onEnqueued: nothing };
  const saveTurns = createSaveTurns(deps);
  const outbox = createOutbox(deps, saveTurns, async () => unnamedFiles);
  const drain = createDrain(deps, saveTurns, () => undefined);
  const kept = (result: Awaited<ReturnType<typeof outbox.append>>): string => {
    if (result.kind === 'refused') throw new Error(`${result.code}: ${result.message}`);
    return result.opId;
  };
  const create = (whose: Whose, at: number) =>
    outbox.append({
      ...whose,
      resource: 'block',
      mutation: 'create',
      body: { localId: `local:${newId()}`, key: 'banner', label: `Bench ${at}`, enabled: true, settings: [] },
      base: { known: [] },
    });
  const save = (whose: Whose, at: number) =>
    outbox.append({
      ...whose,
      resource: 'settings',
      mutation: 'update',
      body: { category: 'social', settings: [{ key: 'fb_link', value: [`https://bench-${at}.example/`], category: 'social', type: null }] },
      base: { fb_link: null },
    });
  type Saved =
    | Pick<NewMutation<'settings.update'>, 'resource' | 'mutation' | 'body' | 'base'>
    | Pick<NewMutation<'block-settings.update'>, 'resource' | 'mutation' | 'body' | 'base'>;
  const saveOf = (record: BenchRecord, text: string): Saved => {
    const { key, value } = record;
    if (record.kind === 'block')
      return {
        resource: 'block-settings',
        mutation: 'update',
        body: { blockId: record.id, label: record.label, settings: [{ key, value: [text] }] },
        base: { [settingField(record.id, key)]: value },
      };
    const { category } = record;
    return {
      resource: 'settings',
      mutation: 'update',
      body: { category, settings: [{ key, value: [text], category, type: null }] },
      base: { [key]: value },
    };
  };
  return {
    async saveTexts(whose, records, rounds) {
      for (let round = 1; round <= rounds; round += 1)
        for (const record of records)
          kept(await outbox.append({ ...whose, websiteId: record.websiteId, ...saveOf(record, `Round ${round}`) }));
      return db.outbox.count();
    },
    async fillWithCreates(whose, count) {
      const present = await db.outbox.count();
      if (present >= count) return;
      const opId = kept(await create(whose, 0));
      const row = await db.outbox.where('opId').equals(opId).first();
      if (!row) throw new Error('The entry is not there.');
      const { seq: _, ...model } = row;
      const body = Object(row['body']);
      const copies = Array.from({ length: count - present - 1 }, (_unused, at) => {
        const localId = `local:${newId()}`;
        const text = JSON.stringify(model).replaceAll(String(body.localId), localId);
        return { ...JSON.parse(text), opId: newId(), body: { ...body, localId, label: `Bench ${at + 1}` } };
      });
      await db.outbox.bulkAdd(copies);
    },
    async timeAppends(whose, times) {
      const timed = async (append: typeof create) => {
        const samples: number[] = [];
        for (let at = 0; at < times; at += 1) {
          const since = performance.now();
          const opId = kept(await append(whose, at));
          samples.push(performance.now() - since);
          await db.outbox.where('opId').equals(opId).delete();
        }
        return samples;
      };
      return { save: await timed(save), create: await timed(create) };
    },
    async timePicks({ userId }, times) {
      const samples: number[] = [];
      for (let at = 0; at < times; at += 1) {
        const since = performance.now();
        await drain.pick(userId, 5);
        await drain.nextDue(userId);
        samples.push(performance.now() - since);
      }
      return samples;
    },
    empty: () => db.outbox.clear(),
  };
}

globalThis.outboxInPage = await open();
