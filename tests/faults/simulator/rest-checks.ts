import { type Json, sameJson } from '#contract/json.ts';
import { mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import type { ClientStore } from '#db/open-client-store.ts';
import { laneOf, recordKey } from '#db/index-fields.ts';
import { sameMutation } from '#db/outbox-entries.ts';
import { blocksKey, settingsKey } from '#contract/cache-keys.ts';
import type { Block } from '#contract/entities/block.ts';
import type { Setting } from '#contract/entities/setting.ts';
import type { Browser } from './browser.ts';
import { valuesOf } from './carried-checks.ts';
import { contactKey, contactKeyPrefix, contactPlacesOf, contactRecord, contactsNow, isOfContacts } from './contacts.ts';
import { fieldsOfBlocks, secretKey } from './fake-server.ts';
import type { MemoryDisk } from './memory-disk.ts';
import { pagesNotShown } from './page-checks.ts';
import { accountOf, inModel, type Place, placeOfId, placeOfWebsite, type WebsiteId, websiteIds } from './places.ts';
import { readEntry, readStored } from './read-entry.ts';
import { settingsFields } from './step.ts';

/** Cached records that have the server's current tag and other values than the server: a later save would be sent under that tag. */
export function wrongTags({ server, disk }: Pick<Browser, 'server' | 'disk'>, userId: string): readonly string[] {
  const wrong: string[] = [];
  const check = (key: string, record: string, heldIn: (data: Json) => ReadonlyMap<string, Json>, held: () => ReadonlyMap<string, Json>) => {
    const cached = disk.tables.resources.get([userId, key]);
    if (!cached || cached.data === null || cached.etag === null || cached.etag !== server.tagOf(record)) return;
    const [ours, theirs] = [heldIn(cached.data), held()];
    const fields = new Set([...ours.keys(), ...theirs.keys()]);
    fields.delete(secretKey);
    for (const field of fields)
      if (!sameJson(ours.get(field) ?? null, theirs.get(field) ?? null))
        wrong.push(`${field}: ${JSON.stringify(ours.get(field) ?? null)}, not ${JSON.stringify(theirs.get(field) ?? null)}`);
  };
  for (const website of websiteIds) {
    for (const [category] of settingsFields)
      check(settingsKey(website, category), `settings/${website}/${category}`, settingsIn, () => server.settingsOf(website, category));
    check(blocksKey(website), `blocks/${website}`, blocksIn(website), () => server.blockFieldsOf(website));
  }
  const ofUser = contactPlacesOf(userId);
  for (const { id } of server.contactList())
    if (ofUser.includes(placeOfId(id)))
      check(contactKey(id), contactRecord(id), contactIn(placeOfId(id)), () => server.contactFieldsOf(id));
  return wrong;
}

// The server's answers as the cache stores them, by field.
const settingsIn = (data: Json) => new Map<string, Json>((data as unknown as readonly Setting[]).map(({ key, value }) => [key, value]));
const contactIn = (place: Place) => (data: Json) => new Map(Object.entries(inModel(place, data as Readonly<Record<string, Json>>)));
const blocksIn = (websiteId: WebsiteId) => (data: Json) =>
  fieldsOfBlocks(inModel(placeOfWebsite(websiteId), data) as unknown as readonly Block[]);

/** Entries whose indexed columns differ from what their fields imply, so that queries miss them. */
export function wronglyFiled({ tables: { outbox } }: Pick<MemoryDisk, 'tables'>): readonly string[] {
  const rows = outbox.rows().flatMap((stored) => {
    const read = readStored(stored);
    return read.kind === 'readable' ? [{ stored, row: read.entry }] : [];
  });
  const present = new Set(rows.map(({ row: entry }) => entry.opId));
  return rows.flatMap(({ stored, row: entry }) => {
    const { status, attempts, mutation } = entry;
    const waits = status === 'pending' || status === 'indeterminate';
    const isFree = !entry.dependsOn.some((opId) => present.has(opId));
    const expected: Readonly<Record<string, unknown>> = {
      record: recordKey(entry.target),
      attention: status === 'rejected' || status === 'conflict' || entry.troubles >= 5 ? 1 : 0,
      localId: mutation === 'create' || mutation === 'upload' ? (entry.body as { readonly localId: string }).localId : undefined,
      stands: status === 'sending' ? (attempts > 1 ? 'resending' : 'sending') : waits && attempts > 0 ? 'tried' : undefined,
      lane: mutation === 'create' && (waits || status === 'sending') ? laneOf(entry) : undefined,
      due: waits && isFree && mutation !== 'create' ? (entry.nextAttemptAt ?? 0) : undefined,
    };
    return Object.entries(expected).flatMap(([field, value]) =>
      stored[field] === value
        ? []
        : [`${mutationName(entry)} ${JSON.stringify(entry.body)} (${status}): ${field} is ${String(stored[field])}, not ${String(value)}`],
    );
  });
}

/** Open changes behind one in conflict that have a newer value of a field in conflict: the conflict must show the newer value. */
export function leftOutOfQuestions({ tables: { outbox } }: Pick<MemoryDisk, 'tables'>): readonly string[] {
  const entries = outbox.rows().flatMap((stored) => {
    const read = readEntry(stored);
    return read.kind === 'readable' ? [read.entry] : [];
  });
  const isOpen = ({ status, attempts }: OutboxEntry) => status === 'pending' && attempts === 0;
  return entries.flatMap((asked) => {
    const theirs = Object.keys(asked.status === 'conflict' ? (asked.lastError?.theirs ?? {}) : {});
    const shares = (entry: OutboxEntry) => Object.keys(valuesOf(entry) ?? {}).some((field) => theirs.includes(field));
    const behind = entries
      .filter((entry) => entry.userId === asked.userId && sameMutation(entry, asked) && entry.seq > asked.seq)
      .filter(
        (entry) =>
          mutationName(entry) !== 'block.reorder' && mutationName(entry) !== 'block.update' && entry.mutation !== 'act' && shares(entry),
      );
    // One that began neither at the value that was joined with somebody else's change nor where that began has not seen that change.
    const hasSeen = (entry: OutboxEntry) =>
      theirs.every((field) => {
        const began = asked.joined?.[field] === undefined ? undefined : entry.base[field];
        return began === undefined || [asked.base[field] ?? null, valuesOf(asked)?.[field] ?? null].some((seen) => sameJson(seen, began));
      });
    // No newer change may be sent before one that was sent already, or that stays behind the question.
    return behind.every((entry) => isOpen(entry) && hasSeen(entry))
      ? behind.map((entry) => `${JSON.stringify(entry.body)} waits behind a question about the same`)
      : [];
  });
}

/**
 * Differences between what a person sees of a category's settings and of the blocks, and the stored state: the cache with pending mutations
 * applied.
 */
export async function notShown(
  device: Pick<Browser, 'disk' | 'perPage'>,
  store: Pick<ClientStore, 'readSettings' | 'readBlocks' | 'outbox' | 'records'>,
  userId: string,
  turn: number,
  hasContacts: boolean,
  website: WebsiteId,
): Promise<readonly string[]> {
  const { disk } = device;
  const idMap = new Map(disk.tables.idMap.rows().map(({ localId, serverId }) => [localId, serverId]));
  const ofUser = disk.tables.outbox
    .rows()
    .map(readStored)
    .flatMap((read) => (read.kind === 'readable' && read.entry.userId === userId ? [read.entry] : []))
    .toSorted((a, b) => a.seq - b.seq);
  const entries = ofUser.filter(({ websiteId }) => (websiteId ?? website) === website);
  const part = turn % (settingsFields.length + (hasContacts ? 2 : 1));
  // An account's contacts are the same wherever they are changed.
  if (part > settingsFields.length)
    return contactsNotShown(device, store, contactsNow().scope === 'account' ? ofUser : entries, userId, website);
  const [category] = settingsFields[part] ?? [];
  if (category !== undefined) {
    const reading = await store.readSettings(userId, website, category);
    const own = entries.filter(({ resource, target }) => resource === 'settings' && target.id === `${website}/${category}`);
    const shown = new Map<string, Json>(reading.settings.map(({ key, value }) => [key, value]));
    const expected = new Map<string, Json>((reading.stored ?? []).map(({ key, value }) => [key, value]));
    for (const entry of own)
      for (const [key, value] of Object.entries(valuesOf(entry) ?? {})) expected.set(key, withServerIds(value, idMap));
    const last = new Map(own.flatMap((entry) => Object.keys(valuesOf(entry) ?? {}).map((key) => [key, entry.opId] as const)));
    return [
      ...differences(shown, expected),
      ...[...last].flatMap(([key, opId]) => (reading.pendingFields[key]?.opId === opId ? [] : [`${key} does not say that it waits`])),
    ];
  }
  const listed = (await store.outbox.list(userId)).map((read) => (read.kind === 'readable' ? read.entry.seq : read.seq));
  if (listed.some((seq, at) => seq < (listed[at - 1] ?? 0))) return [`the outbox in its order: ${listed.join()}`];
  const reading = await store.readBlocks(userId, website);
  const shown = fieldsOfBlocks(reading.blocks);
  const expected = new Map<string, Json>();
  const idOf = (id: string) => idMap.get(id) ?? id;
  for (const entry of entries) {
    const isAsked = entry.status === 'rejected' || entry.status === 'conflict';
    const block = idOf(String((entry.body as { readonly blockId?: string }).blockId));
    if (mutationName(entry) === 'block-settings.update' || (mutationName(entry) === 'block.update' && !isAsked))
      for (const [field, value] of Object.entries(valuesOf(entry) ?? {}))
        expected.set([block, ...field.split('/').slice(1)].join('/'), withServerIds(value, idMap));
    if (mutationName(entry) !== 'block.delete' || isAsked) continue;
    if (reading.blocks.some(({ id }) => id === block)) return [`${block}, which is to be deleted`];
  }
  const there = new Set(reading.blocks.map(({ id }) => id));
  return differences(shown, new Map([...expected].filter(([field]) => there.has(field.split('/')[0] ?? ''))), [...expected.keys()]);
}

/**
 * The same for contacts: each contact that is cached or pending, with its pending changes applied, except for rejected acts and deletes.
 */
async function contactsNotShown(
  device: Pick<Browser, 'disk' | 'perPage'>,
  store: Pick<ClientStore, 'records'>,
  all: readonly OutboxEntry[],
  userId: string,
  website: WebsiteId,
): Promise<readonly string[]> {
  const { disk } = device;
  const resource = contactsNow();
  const scopedTo = resource.scope === 'account' ? null : website;
  const scope = { userId, resource, websiteId: scopedTo, accountId: accountOf(userId) };
  const records = await store.records();
  const { rows, created } = await records.readAll(scope);
  const prefix = contactKeyPrefix(scopedTo === 'w2' ? 'w2~' : '');
  const shown = new Map([...rows, ...created].map((row) => [row.id, row]));
  const expected = new Map<string, Readonly<Record<string, Json>>>();
  for (const { userId: owner, key, data } of disk.tables.resources.rows())
    if (owner === userId && key.startsWith(prefix) && data !== null) expected.set(key.slice(prefix.length), contactValues(data));
  const isToGo = new Set<string>();
  const pending = all.filter(isOfContacts);
  const namedNow = ({ boss, ...values }: Readonly<Record<string, Json>>) =>
    boss === undefined ? values : { ...values, boss: disk.tables.idMap.get(String(boss))?.serverId ?? boss };
  for (const { mutation, status, body, target } of pending) {
    const { values = {} } = body as { readonly values?: Readonly<Record<string, Json>> };
    const id = disk.tables.idMap.get(target.id)?.serverId ?? target.id;
    const isAsked = status === 'rejected' || status === 'conflict';
    if (mutation === 'delete') {
      if (!isAsked) isToGo.add(id);
    } else if ((mutation === 'create' || expected.has(id)) && !(mutation === 'act' && isAsked))
      expected.set(id, { ...expected.get(id), ...namedNow(values) });
  }
  // A contact that may exist on the server already is shown once, under its local id.
  const isMaybeMade = pending.some(
    ({ mutation, status, mayHaveBeenApplied }) => mutation === 'create' && (status === 'sending' || mayHaveBeenApplied),
  );
  const others = [...shown.keys()].filter((id) => !expected.has(id)).map((id) => `contact ${id} is shown, and not this user's`);
  const differing = [...expected].flatMap(([id, values]): readonly string[] => {
    const row = shown.get(id);
    if (!row) return isMaybeMade || isToGo.has(id) ? [] : [`contact ${id} is missing`];
    if (row.isDeleting !== isToGo.has(id)) return [`contact ${id} is ${row.isDeleting ? '' : 'not '}shown as one that goes`];
    return differences(new Map(Object.entries(row.values)), new Map(Object.entries(values))).map((what) => `contact ${id} ${what}`);
  });
  return [...others, ...differing, ...(await pagesNotShown(device, records, scope, { rows, created }))];
}

const contactValues = (data: Json) => data as Readonly<Record<string, Json>>;

function withServerIds(value: Json, idMap: ReadonlyMap<string, string>): Json {
  return Array.isArray(value) ? value.map((one: Json) => (typeof one === 'string' ? (idMap.get(one) ?? one) : one)) : value;
}

function differences(shown: ReadonlyMap<string, Json>, expected: ReadonlyMap<string, Json>, keys?: readonly string[]): readonly string[] {
  return [...new Set(keys ?? [...shown.keys(), ...expected.keys()])].flatMap((key) =>
    !expected.has(key) || sameJson(shown.get(key) ?? null, expected.get(key) ?? null)
      ? []
      : [`${key}: ${JSON.stringify(shown.get(key) ?? null)}, not ${JSON.stringify(expected.get(key) ?? null)}`],
  );
}
