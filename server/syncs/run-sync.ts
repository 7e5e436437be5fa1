import { and, eq, inArray, isNull, lte, notInArray, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Json, jsonSchema, sameJson } from '#contract/json.ts';
import type { Database } from '../connect.ts';
import type { Deps } from '../deps.ts';
import { databaseIsNearlyFull } from '../disk/writes.ts';
import { errorFields } from '../logger.ts';
import { forgetPages } from '../site/site-version.ts';
import { listings } from '../tables/content.ts';
import { syncs } from '../tables/syncs.ts';
import { websites } from '../tables/websites.ts';
import { type FeedListing, readFeed, RunFailed } from './feed.ts';

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
  await db.update(syncs).set({ runningSince: null, lastRun: now, lastError: tooLong }).where(isLost);
}

/** Reads the feed of a sync and stores its listings. It always ends, and the sync says how. */
export async function runOf(deps: Pick<Deps, 'db' | 'config' | 'clock' | 'logger'>, sync: Sync): Promise<void> {
  const { db, clock } = deps;
  const lastError = await problemOf(deps, sync);
  // A later run may have begun, where this one took too long.
  const isThis = and(eq(syncs.id, sync.id), sync.runningSince ? eq(syncs.runningSince, sync.runningSince) : undefined);
  await db.update(syncs).set({ runningSince: null, lastRun: clock.now(), lastError }).where(isThis);
}

/** Does the work. Returns why it failed; null where it did not. */
async function problemOf(
  { db, config, logger, clock }: Pick<Deps, 'db' | 'config' | 'clock' | 'logger'>,
  sync: Sync,
): Promise<string | null> {
  try {
    const found = (await readFeed(config.dataDir, sync.sourceName)).filter((listing) => isWanted(listing, sync));
    await db.transaction((tx) => store(tx, sync, found, clock.now()));
    return null;
  } catch (error) {
    if (error instanceof RunFailed) return error.message;
    logger.error('sync_failed', { sync: sync.id, ...errorFields(error) });
    return 'The server could not store the listings.';
  }
}

const filterSchema = v.record(v.string(), jsonSchema);

/** Whether a listing has every value of the sync's filter. */
function isWanted(listing: FeedListing, { sourceOptions }: Pick<Sync, 'sourceOptions'>): boolean {
  const filter = v.safeParse(filterSchema, sourceOptions['filter']);
  const has = (key: string, value: Json) => {
    const found = v.safeParse(jsonSchema, listing[key]);
    return found.success && sameJson(found.output, value);
  };
  return !filter.success || Object.entries(filter.output).every(([key, value]) => has(key, value));
}

const rowsPerInsert = 500;

/** Writes the listings of a run to every website of the account: new ones, changed ones, and without those that the feed has no longer. */
async function store(tx: Database, { id: syncId, accountId }: Sync, found: readonly FeedListing[], now: Date): Promise<void> {
  const sites = await tx
    .select({ id: websites.id })
    .from(websites)
    .where(and(eq(websites.accountId, accountId), isNull(websites.deletedAt)))
    .orderBy(websites.id);
  const externalIds = found.map(({ id }) => id);
  const isGone = externalIds.length === 0 ? undefined : notInArray(listings.externalId, externalIds);
  const ofSites = inArray(
    listings.websiteId,
    sites.map(({ id }) => id),
  );
  await tx.delete(listings).where(and(eq(listings.syncId, syncId), ofSites, isGone));
  // Of a listing that the feed has twice, the last counts: no statement writes a row twice.
  const each = [...new Map(found.map((listing) => [listing.id, listing])).values()];
  const rows = sites.flatMap(({ id: websiteId }) => each.map((listing) => rowOf(websiteId, syncId, listing, now)));
  for (let from = 0; from < rows.length; from += rowsPerInsert)
    await tx
      .insert(listings)
      .values(rows.slice(from, from + rowsPerInsert))
      .onConflictDoUpdate({ target: [listings.websiteId, listings.syncId, listings.externalId], set: taken });
  // Homepages show listings.
  for (const { id } of sites) await forgetPages(tx, id);
}

function rowOf(websiteId: number, syncId: number, listing: FeedListing, createdAt: Date) {
  const { id: externalId, address, suburb, status, price_text: priceText, headline, kind, bedrooms, bathrooms, cars } = listing;
  return { websiteId, syncId, externalId, address, suburb, status, priceText, headline, kind, bedrooms, bathrooms, cars, createdAt };
}

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
