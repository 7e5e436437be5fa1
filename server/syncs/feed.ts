import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { jsonProblem } from '#contract/fields/json-problem.ts';
import { folded } from '#contract/folded.ts';
import { isBlankText, withoutInvisible } from '#contract/invisible.ts';
import { type LeftOut, sourceLabel, syncSources } from '#contract/resources/syncs.ts';
import { unstorableAt } from '../http/fields.ts';
import { feedText } from './feed-text.ts';
import { RunFailed } from './run-failed.ts';

const maxBytes = 20_000_000;
const maxListings = 10_000;
const largestAmount = 1000;

const lossless = v.pipe(
  v.number(),
  v.check((n) => Number.isFinite(n) && Math.abs(n) <= Number.MAX_SAFE_INTEGER, 'is too large for a number: it has to be a text'),
);

/** A text, of which an absent one and null are blank; a number stands for its digits. */
const text = v.optional(
  v.pipe(
    v.nullable(v.union([v.string(), lossless], 'is not a text')),
    v.transform((value) => String(value ?? '').trim()),
    v.maxLength(500, 'is longer than 500 characters'),
  ),
  null,
);
const needed = v.pipe(
  text,
  v.check((value) => !isBlankText(value), 'is missing'),
);
const kinds = ['sale', 'rental', 'commercial', 'auction'] as const;

/** The number that a text is, in any digits and with what nobody sees around it: "3" is 3, and a blank one 0. Any other text stays. */
function numberIn(text: string): unknown {
  const plain = folded(text.replaceAll(/['’]/gu, ' ')).trim();
  return /^(?:\+?\d+(?:\.\d+)?)?$/u.test(plain) ? Number(plain) : text;
}

/** A text stands for its number, and null for what is not given. */
const amount = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((value) => (typeof value === 'string' ? numberIn(value) : (value ?? 0))),
    v.number(({ input }) => `${shown(input)} is not a number`),
    v.integer(({ input }) => `${shown(input)} is not a whole number`),
    v.minValue(0, ({ input }) => `${shown(input)} is less than 0`),
    v.maxValue(largestAmount, ({ input }) => `${shown(input)} is more than ${largestAmount}`),
  ),
  null,
);

/**
 * A listing's id at its source, by which a later run knows it: the same in either Unicode form, and without what nobody sees. A larger number
 * would have lost its last digits, and be the id of several listings.
 */
const sourceId = v.optional(
  v.pipe(
    v.nullable(v.union([v.string(), lossless], 'is not a text')),
    v.transform((id) =>
      withoutInvisible(String(id ?? ''))
        .trim()
        .normalize('NFC'),
    ),
    v.nonEmpty('is missing'),
    v.maxLength(200, 'is longer than 200 characters'),
  ),
  null,
);

/** What is taken of a listing. */
const listingSchema = v.object(
  {
    id: sourceId,
    address: needed,
    suburb: needed,
    status: v.pipe(
      text,
      v.transform((status) => status || 'For sale'),
    ),
    price_text: text,
    headline: text,
    kind: v.pipe(
      text,
      v.transform((kind) => withoutInvisible(kind).trim().toLowerCase() || 'sale'),
      v.picklist(kinds, ({ input }) => `${shown(input)} is none of ${kinds.join(', ')}`),
    ),
    bedrooms: amount,
    bathrooms: amount,
    cars: amount,
  },
  'is not an object',
);
export type FeedListing = v.InferOutput<typeof listingSchema>;

export interface FeedItem {
  readonly listing: FeedListing;
  /** As it came: a filter may name any of its values. */
  readonly sent: Readonly<Record<string, unknown>>;
}

export interface Feed {
  /** Each id once. */
  readonly items: readonly FeedItem[];
  readonly leftOut: readonly LeftOut[];
  /** The ids of the listings that were left out, as far as they have one: the feed still has these. */
  readonly leftOutIds: readonly string[];
  /** How many were left out that have none: each may be any that is stored. */
  readonly withoutId: number;
}

/** The listings of a source, from its file in the data folder. Throws RunFailed. */
export async function readFeed(dataDir: string, source: string): Promise<Feed> {
  // The name becomes a part of a path.
  if (!syncSources.some(({ value }) => value === source)) throw new RunFailed(`There is no source ${source}.`);
  const label = sourceLabel(source);
  const path = join(dataDir, 'feeds', `${source}.json`);
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new RunFailed(`No feed is configured for ${label}.`);
  if (found.size > maxBytes) throw new RunFailed(`The feed of ${label} is larger than 20 MB.`);
  return parseFeed(await readFile(path), label);
}

/** The listings of a feed, and what had to be left out. Throws RunFailed where it can't be read as a whole. */
export function parseFeed(bytes: Uint8Array, label: string): Feed {
  const list = listOf(jsonOf(feedText(bytes, label), label), label);
  if (list.length > maxListings) throw new RunFailed(`The feed of ${label} has more than 10,000 listings.`);
  const byId = new Map<string, FeedItem>();
  const leftOut: LeftOut[] = [];
  const leftOutIds: string[] = [];
  let withoutId = 0;
  for (const [at, item] of list.entries()) {
    const parsed = v.safeParse(listingSchema, item);
    const reason = parsed.success ? unstorableReason(parsed.output) : reasonOf(parsed.issues);
    const id = idOf(item);
    if (!parsed.success || reason !== null) {
      leftOut.push({ listing: id ?? `number ${at + 1}`, reason: reason ?? '' });
      if (id === null) withoutId += 1;
      else leftOutIds.push(id);
      continue;
    }
    // One statement can't write a row twice.
    if (byId.has(parsed.output.id)) leftOut.push({ listing: parsed.output.id, reason: 'it is there twice, and the last one was taken' });
    byId.set(parsed.output.id, { listing: parsed.output, sent: v.parse(objectSchema, item) });
  }
  if (byId.size === 0 && leftOut[0])
    throw new RunFailed(`The feed of ${label} has no listing that can be read. The first, ${leftOut[0].listing}: ${leftOut[0].reason}.`);
  return { items: [...byId.values()], leftOut, leftOutIds, withoutId };
}

function jsonOf(json: string, label: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    const problem = jsonProblem(json);
    const place = problem ? `: in line ${problem.line}, column ${problem.column}, ${problem.message}` : '.';
    throw new RunFailed(`The feed of ${label} is not JSON${place}`);
  }
}

/** Where an API says that it could not answer. */
const errorName = /^(?:errors?|error_?(?:message|code)|exception|fault)$/iu;
const wholeName = /^(?:success|ok|complete)$/iu;
const partName = /^_?(?:partial|truncated|incomplete)$/iu;
const offsetName = /^(?:offset|skip(?:ped)?|start_?index)$/iu;
const pageName = /^(?:current_?)?page(?:_?(?:no|num|number|index))?$/iu;
const totalName = /^(?:total|count)(?:_?(?:count|results|listings|records|items))?$/iu;
const pagesName = /^(?:total_?)?pages$|^page_?count$|^last_?page$/iu;
const nextName = /^(?:@odata\.)?(?:next|has_?(?:more|next))(?:_?(?:page|url|link|cursor|(?:page_?)?token))?$/iu;
/** Where an API says of which page its answer is. */
const pagingName = /^_?(?:pagination|paging|pager|page|page_?info|meta|links?)$/iu;
const objectSchema = v.record(v.string(), v.unknown());

/** Whether what stands beside a list says that the list goes on elsewhere. */
function saysMore(beside: Readonly<Record<string, unknown>>, length: number, levels = 3): boolean {
  return Object.entries(beside).some(([key, value]) => {
    const number = Number(typeof value === 'string' ? value.trim() || Number.NaN : value);
    if (totalName.test(key)) return number > length;
    if (pagesName.test(key)) return number > 1;
    if (nextName.test(key)) return Boolean(value);
    if (pageName.test(key) && number > 1) return true;
    if (offsetName.test(key)) return number > 1;
    return levels > 1 && pagingName.test(key) && v.is(objectSchema, value) && saysMore(value, length, levels - 1);
  });
}

/** Nothing, or what sources write for no: "0", "none", an empty list or object. */
function isNo(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return !value || /^\s*(?:0|false|no|none|null|ok)?\s*$/iu.test(String(value));
}

/** Whether the source says that its answer is no whole one. */
const saysFailed = (beside: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(beside).some(([key, value]) => {
    if (wholeName.test(key)) return value !== null && value !== 'ok' && isNo(value);
    if (key.toLowerCase() === 'status') return typeof value === 'string' && /^(?:error|fail(?:ed|ure)?)$/iu.test(value.trim());
    return (errorName.test(key) || partName.test(key)) && !isNo(value);
  });

/**
 * The list of a feed, which may stand in an object. Of one page of a longer list, or of an answer that broke off, the rest would be removed, so
 * that it is refused.
 */
function listOf(json: unknown, label: string): readonly unknown[] {
  if (Array.isArray(json)) return json;
  const wrapped = v.safeParse(v.looseObject({ listings: v.array(v.unknown()) }), json);
  if (!wrapped.success) throw new RunFailed(`The feed of ${label} is not a list of listings.`);
  const { listings, ...rest } = wrapped.output;
  if (saysFailed(rest)) throw new RunFailed(`The feed of ${label} says that something went wrong at the source.`);
  if (saysMore(rest, listings.length)) throw new RunFailed(`The feed of ${label} has only one page of its listings.`);
  return listings;
}

function idOf(item: unknown): string | null {
  const read = v.safeParse(v.object({ id: sourceId }), item);
  return read.success && unstorableAt(read.output) === null ? read.output.id : null;
}

function reasonOf([issue]: readonly v.BaseIssue<unknown>[]): string {
  const key = issue?.path?.[0]?.key;
  return key === undefined ? (issue?.message ?? '') : `${String(key)} ${issue?.message ?? ''}`;
}

function unstorableReason(listing: FeedListing): string | null {
  const bad = unstorableAt(listing);
  return bad === null ? null : `${String(bad[0])} has a character that can’t be stored`;
}

const firstShown = /^.{0,60}/su;

/** A value of a feed within a sentence. */
function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? 'nothing';
  // By whole characters: half of one can't be stored, and the run would seem to go on.
  const [start = ''] = firstShown.exec(json) ?? [];
  return json.length > start.length ? `${start}…` : json;
}
