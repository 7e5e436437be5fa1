import { and, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Json, jsonSchema, sameJson } from '#contract/json.ts';
import type { Database } from '../connect.ts';
import type { Deps } from '../deps.ts';
import { databaseIsNearlyFull } from '../disk/writes.ts';
import { errorFields } from '../logger.ts';
import { forgetPages } from '../site/site-version.ts';
import { delistedListings, listings } from '../tables/content.ts';
import { syncs } from '../tables/syncs.ts';
import { websites } from '../tables/websites.ts';
import { within } from '../within.ts';
import { type Feed, type FeedItem, type FeedListing, readFeed } from './feed.ts';
import { RunFailed } from './run-failed.ts';

type Sync = typeof syncs.$inferSelect;

/** A run that has not ended by then has failed: its process was stopped. ms. */
const longestRun = 600_000;
const tooLong = 'It did not end within 10 minutes.';

export const runsStill = ({ runningSince }: Pick<Sync, 'runningSince'>, now: Date): boolean =>
  runningSince !== null && now.getTime() - runningSince.getTime() < longestRun;

/** `endLostRuns`, unless the disk is almost full. */
export async function endLostRunsWhereRoom(deps: Pick<Deps, 'db' | 'disk' | 'config' | 'clock'>): Promise<void> {
  if (!(await databaseIsNearlyFull(deps))) await endLostRuns(deps.db, deps.clock.now());
}

/** Ends runs whose process was stopped meanwhile. */
export async function endLostRuns(db: Database, now: Date): Promise<void> {
  const isLost = lte(syncs.runningSince, new Date(now.getTime() - longestRun));
  await db
    .update(syncs)
    .set({ runningSince: null, lastRun: now, ...failed(tooLong) })
    .where(isLost);
}

/** Reads the feed of a sync and stores its listings. It always ends, and the sync says how. `mayRemove`: listings, as a person has said. */
export async function runOf(deps: Pick<Deps, 'db' | 'config' | 'clock' | 'logger'>, sync: Sync, mayRemove = 0): Promise<void> {
  const { db, clock } = deps;
  const outcome = await outcomeOf(deps, sync, mayRemove);
  // A later run may have begun, where this one took too long.
  const isThis = and(eq(syncs.id, sync.id), sync.runningSince ? eq(syncs.runningSince, sync.runningSince) : undefined);
  await db
    .update(syncs)
    .set({ runningSince: null, lastRun: clock.now(), ...outcome })
    .where(isThis);
}

type Outcome = Pick<Sync, 'lastError' | 'lastResult' | 'wouldRemove'>;
const failed = (lastError: string): Outcome => ({ lastError, lastResult: null, wouldRemove: null });

/** Does the work. */
async function outcomeOf(
  { db, config, logger, clock }: Pick<Deps, 'db' | 'config' | 'clock' | 'logger'>,
  sync: Sync,
  mayRemove: number,
): Promise<Outcome> {
  try {
    const read = await within(readFeed(config.dataDir, sync.sourceName), longestRun);
    if (read === 'late') return failed(tooLong);
    const found = read.items.filter((item) => isWanted(item, sync)).map(({ listing }) => listing);
    return await db.transaction((tx) =>
      store(tx, sync, { ...read, found }, clock.now(), { share: config.syncRemovesPercent / 100, number: mayRemove }),
    );
  } catch (error) {
    if (error instanceof RunFailed) return failed(error.message);
    logger.error('sync_failed', { sync: sync.id, ...errorFields(error) });
    return failed('The server could not store the listings.');
  }
}

const filterSchema = v.record(v.string(), jsonSchema);

/** Whether a listing has every value of the sync's filter, as it came or as it is taken. */
function isWanted({ listing, sent }: FeedItem, { sourceOptions }: Pick<Sync, 'sourceOptions'>): boolean {
  const filter = v.safeParse(filterSchema, sourceOptions['filter']);
  const has = (key: string, value: Json) => {
    const isSame = (other: unknown) => {
      const found = v.safeParse(jsonSchema, other);
      return found.success && sameJson(found.output, value);
    };
    return isSame(sent[key]) || isSame(Object.entries(listing).find(([name]) => name === key)?.[1]);
  };
  return !filter.success || Object.entries(filter.output).every(([key, value]) => has(key, value));
}

const rowsPerInsert = 500;
/** More lines than that nobody reads. */
const mostLeftOut = 100;

/**
 * Writes the listings of a run to every website of the account: adds new ones, updates changed ones, and removes those that the feed no longer
 * has. It writes nothing where it would remove all, or a larger share than `may.share`, and removes none where a listing that was left out may
 * be any of these, unless a person has allowed as many (`may.number`).
 */
async function store(
  tx: Database,
  { id: syncId, accountId }: Sync,
  { found, leftOut, leftOutIds, withoutId }: Omit<Feed, 'items'> & { readonly found: readonly FeedListing[] },
  now: Date,
  may: { readonly share: number; readonly number: number },
): Promise<Outcome> {
  const sites = await tx
    .select({ id: websites.id })
    .from(websites)
    .where(and(eq(websites.accountId, accountId), isNull(websites.deletedAt)))
    .orderBy(websites.id);
  const siteIds = sites.map(({ id }) => id);
  const ofSync = and(eq(listings.syncId, syncId), inArray(listings.websiteId, siteIds));
  const stored = await tx.selectDistinct({ id: listings.externalId }).from(listings).where(ofSync);
  const before = new Set(stored.flatMap(({ id }) => id ?? []));
  const known = await tx.selectDistinct({ id: listings.websiteId }).from(listings).where(ofSync);
  const knownSites = new Set(known.map(({ id }) => id));
  // The feed still has a listing that was left out.
  const kept = new Set([...found.map(({ id }) => id), ...leftOutIds]);
  const gone = [...before].filter((id) => !kept.has(id));
  const result = {
    listings: found.length,
    new: 0,
    changed: 0,
    removed: 0,
    left_out: leftOut.length,
    left_out_listings: leftOut.slice(0, mostLeftOut),
  };
  const isAllowed = gone.length <= may.number;
  if (!isAllowed && (gone.length === before.size || gone.length > before.size * may.share))
    return { lastError: heldSentence(gone.length, before.size), lastResult: result, wouldRemove: gone.length };

  const isUnsure = !isAllowed && withoutId > 0;
  const removed = isUnsure ? [] : gone;
  for (const ids of chunks(removed)) await delist(tx, and(ofSync, inArray(listings.externalId, ids)), now);
  // None that can't be read: it would stand there blank.
  for (const ids of chunks(found.map(({ id }) => id))) await bringBack(tx, syncId, siteIds, ids);
  const written: { readonly websiteId: number; readonly externalId: string | null }[] = [];
  for (const rows of chunks(siteIds.flatMap((websiteId) => found.map((listing) => rowOf(websiteId, syncId, listing, now)))))
    written.push(
      ...(await tx
        .insert(listings)
        .values(rows)
        .onConflictDoUpdate({ target: [listings.websiteId, listings.syncId, listings.externalId], set: taken, setWhere: isChanged })
        .returning({ websiteId: listings.websiteId, externalId: listings.externalId })),
    );
  // Homepages show listings.
  for (const id of siteIds) await forgetPages(tx, id);
  // A website that is new gets all of them, which changes none.
  const changed = written.filter(({ websiteId, externalId }) => knownSites.has(websiteId) && before.has(externalId ?? ''));
  const lastResult = {
    ...result,
    new: found.filter(({ id }) => !before.has(id)).length,
    changed: new Set(changed.map(({ externalId }) => externalId)).size,
    removed: removed.length,
  };
  return isUnsure
    ? { lastError: unsureSentence(gone.length, withoutId), lastResult, wouldRemove: gone.length }
    : { lastError: null, lastResult, wouldRemove: null };
}

const heldSentence = (gone: number, all: number): string =>
  `The last run changed nothing, because it would have removed ${gone === all ? 'all' : `${gone.toLocaleString('en')} of`} ${all.toLocaleString('en')} listings.`;

function unsureSentence(gone: number, withoutId: number): string {
  const seem = gone === 1 ? '1 listing seems' : `${gone.toLocaleString('en')} listings seem`;
  const have = withoutId === 1 ? '1 listing there has' : `${withoutId.toLocaleString('en')} listings there have`;
  return `The last run removed nothing, although ${seem} to be gone from the feed: ${have} no id that can be read.`;
}

function chunks<T>(all: readonly T[]): readonly T[][] {
  return Array.from({ length: Math.ceil(all.length / rowsPerInsert) }, (_, i) => all.slice(i * rowsPerInsert, (i + 1) * rowsPerInsert));
}

/** Removes listings, and remembers their ids. */
async function delist(tx: Database, which: SQL | undefined, delistedAt: Date): Promise<void> {
  const removed = await tx.delete(listings).where(which).returning();
  const remembered = removed.flatMap(({ id, websiteId, syncId, externalId, createdAt, featured, imageId }) =>
    syncId === null || externalId === null ? [] : [{ id, websiteId, syncId, externalId, createdAt, featured, imageId, delistedAt }],
  );
  for (const rows of chunks(remembered)) await tx.insert(delistedListings).values(rows);
}

/** Gives listings that have returned the ids that they had, and what a person had chosen for them. Their fields are written after that. */
async function bringBack(tx: Database, syncId: number, siteIds: readonly number[], externalIds: readonly string[]): Promise<void> {
  const which = and(
    eq(delistedListings.syncId, syncId),
    inArray(delistedListings.websiteId, [...siteIds]),
    inArray(delistedListings.externalId, [...externalIds]),
  );
  const returned = await tx.delete(delistedListings).where(which).returning();
  const blank = { address: '', suburb: '', status: '', priceText: '', bedrooms: 0, bathrooms: 0 };
  for (const rows of chunks(returned))
    await tx
      .insert(listings)
      .overridingSystemValue()
      .values(rows.map(({ delistedAt: _, ...row }) => ({ ...row, ...blank })));
}

function rowOf(websiteId: number, syncId: number, listing: FeedListing, createdAt: Date) {
  const { id: externalId, address, suburb, status, price_text: priceText, headline, kind, bedrooms, bathrooms, cars } = listing;
  return { websiteId, syncId, externalId, address, suburb, status, priceText, headline, kind, bedrooms, bathrooms, cars, createdAt };
}

/** Rows that stay as they are aren't written. */
const isChanged = sql`(${listings.address}, ${listings.suburb}, ${listings.status}, ${listings.priceText}, ${listings.headline}, ${listings.kind}, ${listings.bedrooms}, ${listings.bathrooms}, ${listings.cars})
  is distinct from (excluded.address, excluded.suburb, excluded.status, excluded.price_text, excluded.headline, excluded.kind, excluded.bedrooms, excluded.bathrooms, excluded.cars)`;

/** The columns that a run writes again. */
const taken = {
  address: sql`excluded.address`,
  suburb: sql`excluded.suburb`,
  status: sql`excluded.status`,
  priceText: sql`excluded.price_text`,
  headline: sql`excluded.headline`,
  kind: sql`excluded.kind`,
  bedrooms: sql`excluded.bedrooms`,
  bathrooms: sql`excluded.bathrooms`,
  cars: sql`excluded.cars`,
};
