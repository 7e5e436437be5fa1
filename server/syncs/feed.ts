import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { sourceLabel, syncSources } from '#contract/resources/syncs.ts';

/** Why a run has failed, for people. */
export class RunFailed extends Error {
  override readonly name = 'RunFailed';
}

const maxBytes = 20_000_000;
const maxListings = 10_000;

const line = v.pipe(v.string(), v.trim(), v.nonEmpty('is blank'), v.maxLength(500, 'is too long'));
const amount = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000)), 0);

/** A listing of a feed. What else it has can be filtered by. */
const listingSchema = v.looseObject({
  id: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.nonEmpty('is blank'), v.maxLength(200, 'is too long')),
  address: line,
  suburb: line,
  status: v.optional(line, 'For sale'),
  price_text: v.optional(v.pipe(v.string(), v.maxLength(500, 'is too long')), ''),
  headline: v.optional(v.pipe(v.string(), v.maxLength(500, 'is too long')), ''),
  kind: v.optional(v.picklist(['sale', 'rental', 'commercial', 'auction']), 'sale'),
  bedrooms: amount,
  bathrooms: amount,
  cars: amount,
});
export type FeedListing = v.InferOutput<typeof listingSchema>;

/** The listings of a source, from its file in the data folder. Throws RunFailed. */
export async function readFeed(dataDir: string, source: string): Promise<readonly FeedListing[]> {
  // The name becomes a part of a path.
  if (!syncSources.some(({ value }) => value === source)) throw new RunFailed(`There is no source ${source}.`);
  const path = join(dataDir, 'feeds', `${source}.json`);
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new RunFailed(`No feed is configured for ${sourceLabel(source)}.`);
  if (found.size > maxBytes) throw new RunFailed(`The feed of ${sourceLabel(source)} is larger than 20 MB.`);
  const listings = v.safeParse(v.array(listingSchema), jsonOf(await readFile(path, 'utf8'), sourceLabel(source)));
  if (!listings.success) {
    const [issue] = listings.issues;
    const [at, key] = issue.path?.map((item) => item.key) ?? [];
    const place = typeof at === 'number' ? ` Listing ${at + 1}${key === undefined ? '' : `, ${String(key)}`}: ${issue.message}.` : '';
    throw new RunFailed(`The feed of ${sourceLabel(source)} could not be read.${place}`);
  }
  if (listings.output.length > maxListings) throw new RunFailed(`The feed of ${sourceLabel(source)} has more than 10,000 listings.`);
  return listings.output;
}

function jsonOf(text: string, label: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RunFailed(`The feed of ${label} is not JSON.`);
  }
}
