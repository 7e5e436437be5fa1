import { and, asc, desc, eq, inArray, lte, ne, type SQL } from 'drizzle-orm';
import type { LimitFunction } from 'p-limit';
import type { Json } from '#contract/json.ts';
import { rowId } from '../calls/scope.ts';
import type { Database } from '../connect.ts';
import { agencies, listings, posts, staff, testimonials } from '../tables/content.ts';
import { files } from '../tables/files.ts';
import type { BlockModel, ListingModel } from '../themes/page-model.ts';
import { phoneParts } from '#contract/phone-parts.ts';
import { type ShownBlock, settingValue } from './block-values.ts';
import { listingLabels } from './listing-labels.ts';
import { pictureOf } from './references.ts';
import type { SiteSettings } from './site-settings.ts';

type Content = Pick<BlockModel, 'listings' | 'testimonials' | 'staff' | 'posts' | 'agency'>;

export interface ContentSource {
  readonly db: Database;
  readonly websiteId: number;
  readonly settings: SiteSettings;
  readonly now: Date;
  readonly limitReads: LimitFunction;
}

/** No block shows more records than this. */
const most = 50;

/**
 * The content that blocks show from the database, according to their settings. Blocks of one page with the same selection share one query.
 */
export function blockContents(source: ContentSource): (block: ShownBlock) => Promise<Content> {
  const once = onceEach(source.limitReads);
  const listed = once((display: string) => listingsOf(source, display));
  const testimonialsChosen = once((display: string, chosen: readonly number[]) => testimonialsOf(source, display, chosen));
  const staffChosen = once((display: string, chosen: readonly number[]) => staffOf(source, display, chosen));
  const posted = once((display: string) => postsOf(source, display));
  const agenciesThere = once(async () => agenciesOf(source));
  return async (block) => {
    switch (block.key) {
      case 'listing_slider':
        return { listings: (await listed(textOf(block, 'listings_display'))).slice(0, countOf(block, 'listing_count')) };
      case 'testimonials': {
        const found = await testimonialsChosen(textOf(block, 'testimonials_display'), chosenIn(block, 'testimonials_chosen'));
        return { testimonials: found.slice(0, countOf(block, 'testimonial_count')) };
      }
      case 'staff':
        return { staff: await staffChosen(textOf(block, 'staff_display'), chosenIn(block, 'staff_chosen')) };
      case 'blog':
      case 'blogs':
        return { posts: (await posted(textOf(block, 'blog_display'))).slice(0, countOf(block, 'blog_count')) };
      case 'map':
        return { agency: chosenAgency(await agenciesThere(), settingValue(block, 'agency'), source.settings.text('country')) };
      default:
        return {};
    }
  };
}

/** Runs the queries one after the other, and once for the same arguments. */
function onceEach(limitReads: LimitFunction) {
  return <Args extends readonly Json[], T>(load: (...args: Args) => Promise<T>): ((...args: Args) => Promise<T>) => {
    const known = new Map<string, Promise<T>>();
    return (...args) => {
      const key = JSON.stringify(args);
      const loading = known.get(key) ?? limitReads(() => load(...args));
      known.set(key, loading);
      return loading;
    };
  };
}

function textOf(block: ShownBlock, key: string): string {
  const value = settingValue(block, key);
  return typeof value === 'string' ? value : '';
}

function countOf(block: ShownBlock, key: string): number {
  const value = settingValue(block, key);
  return typeof value === 'number' ? value : most;
}

/** Selected records as ids of rows, in the order of the selection. */
function chosenIn(block: ShownBlock, key: string): readonly number[] {
  const value = settingValue(block, key);
  return Array.isArray(value) ? value.flatMap((id: string) => rowId(id) ?? []) : [];
}

const inChosenOrder = <Row extends { readonly id: number }>(rows: readonly Row[], chosen: readonly number[]): readonly Row[] =>
  chosen.length === 0 ? rows : rows.toSorted((a, b) => chosen.indexOf(a.id) - chosen.indexOf(b.id));

const isSale = inArray(listings.kind, ['sale', 'auction']);
const isRental = eq(listings.kind, 'rental');
const isFeatured = eq(listings.featured, true);

/** By the display type that a block's setting names. */
function chosenListings(display: string, available: SQL): readonly (SQL | undefined)[] {
  const choices: Readonly<Record<string, readonly SQL[]>> = {
    featured_available: [isFeatured, available],
    featured_all: [isFeatured],
    recent_all: [],
    recent_avail_all: [available],
    recent_avail_sales: [available, isSale],
    recent_avail_rental: [available, isRental],
    recent_avail_commercial: [available, eq(listings.kind, 'commercial')],
    recent_avail_auction: [available, eq(listings.kind, 'auction')],
    recent_sold_leased_all: [inArray(listings.status, ['sold', 'leased'])],
    recent_sold_sales: [eq(listings.status, 'sold'), isSale],
    recent_leased_rental: [eq(listings.status, 'leased'), isRental],
    recent_sales: [isSale],
    recent_rental: [isRental],
  };
  return choices[display] ?? [available];
}

async function listingsOf({ db, websiteId, settings }: ContentSource, display: string): Promise<readonly ListingModel[]> {
  // If the settings say so, listings under contract are shown among the available ones.
  const open = settings.flag('mix_contract_available') ? ['available', 'under_offer'] : ['available'];
  const types = settings.text('listing_types');
  const ofSite = types === 'sale' ? ne(listings.kind, 'rental') : types === 'rental' ? isRental : undefined;
  const rows = await db
    .select({ listing: listings, file: files })
    .from(listings)
    .leftJoin(files, eq(files.id, listings.imageId))
    .where(and(eq(listings.websiteId, websiteId), ofSite, ...chosenListings(display, inArray(listings.status, open))))
    .orderBy(desc(listings.createdAt), desc(listings.id))
    .limit(most);
  const labels = listingLabels(settings);
  return rows.map(({ listing, file }) => ({
    href: `/listings/${listing.id}`,
    address: listing.address,
    suburb: labels.suburb(listing.suburb),
    headline: settings.flag('listings_hide_marketing_headline') ? '' : listing.headline,
    priceText: listing.priceText,
    status: labels.status(listing.status, listing.kind),
    bedrooms: listing.bedrooms,
    bathrooms: listing.bathrooms,
    cars: listing.cars,
    image: pictureOf(file, `${listing.address}, ${listing.suburb}`),
  }));
}

async function testimonialsOf(
  { db, websiteId }: ContentSource,
  display: string,
  chosen: readonly number[],
): Promise<NonNullable<Content['testimonials']>> {
  const featured = display === 'featured' ? eq(testimonials.featured, true) : undefined;
  const rows = await db
    .select()
    .from(testimonials)
    .where(and(eq(testimonials.websiteId, websiteId), chosen.length > 0 ? inArray(testimonials.id, [...chosen]) : featured))
    .orderBy(desc(testimonials.id))
    .limit(most);
  return inChosenOrder(rows, chosen).map(({ author, quote }) => ({ author, quote }));
}

async function staffOf(
  { db, websiteId, settings }: ContentSource,
  display: string,
  chosen: readonly number[],
): Promise<NonNullable<Content['staff']>> {
  const featured = display === 'featured' ? eq(staff.featured, true) : undefined;
  const rows = await db
    .select({ id: staff.id, person: staff, file: files })
    .from(staff)
    .leftJoin(files, eq(files.id, staff.imageId))
    .where(and(eq(staff.websiteId, websiteId), chosen.length > 0 ? inArray(staff.id, [...chosen]) : featured))
    .orderBy(asc(staff.id))
    .limit(most);
  return inChosenOrder(rows, chosen).map(({ person: { name, position, email, phone }, file }) => ({
    ...{ name, position, email },
    phone: phoneParts(phone, settings.text('country')),
    image: pictureOf(file, name),
  }));
}

const longDate = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'UTC' });

async function postsOf({ db, websiteId, now }: ContentSource, display: string): Promise<NonNullable<Content['posts']>> {
  const featured = display === 'featured_posts' ? eq(posts.featured, true) : undefined;
  const rows = await db
    .select({ post: posts, file: files })
    .from(posts)
    .leftJoin(files, eq(files.id, posts.imageId))
    .where(and(eq(posts.websiteId, websiteId), lte(posts.publishedAt, now), featured))
    .orderBy(desc(posts.publishedAt), desc(posts.id))
    .limit(most);
  return rows.map(({ post, file }) => ({
    href: `/posts/${post.id}`,
    title: post.title,
    excerpt: post.excerpt,
    date: longDate.format(post.publishedAt),
    image: pictureOf(file, ''),
  }));
}

function agenciesOf({ db, websiteId }: ContentSource) {
  return db.select().from(agencies).where(eq(agencies.websiteId, websiteId)).orderBy(asc(agencies.id)).limit(most);
}

/** The selected one; the first where none is selected, or it was deleted. */
function chosenAgency(
  rows: readonly (typeof agencies.$inferSelect)[],
  chosen: unknown,
  country: string,
): NonNullable<Content['agency']> | null {
  const wanted = typeof chosen === 'string' ? rowId(chosen) : null;
  const found = rows.find((row) => row.id === wanted) ?? rows[0];
  return found ? { name: found.name, address: found.address, phone: phoneParts(found.phone, country) } : null;
}
