import { and, asc, desc, eq, inArray, lte, ne, type SQL } from 'drizzle-orm';
import { rowId } from '../calls/scope.ts';
import type { Database } from '../connect.ts';
import { agencies, listings, posts, staff, testimonials } from '../tables/content.ts';
import { files } from '../tables/files.ts';
import type { BlockModel, ListingModel } from '../themes/page-model.ts';
import { type ShownBlock, settingValue } from './block-values.ts';
import { listingWords } from './listing-words.ts';
import { pictureOf } from './references.ts';
import type { SiteSettings } from './site-settings.ts';

type Content = Pick<BlockModel, 'listings' | 'testimonials' | 'staff' | 'posts' | 'agency'>;

export interface ContentSource {
  readonly db: Database;
  readonly websiteId: number;
  readonly settings: SiteSettings;
  readonly now: Date;
}

/** No block shows more records than this. */
const most = 50;

/** What a block shows of the database, by what its settings choose. */
export async function blockContent(source: ContentSource, block: ShownBlock): Promise<Content> {
  switch (block.key) {
    case 'listing_slider':
      return { listings: await listingsOf(source, textOf(block, 'listings_display'), countOf(block, 'listing_count')) };
    case 'testimonials':
      return { testimonials: await testimonialsOf(source, block) };
    case 'staff':
      return { staff: await staffOf(source, block) };
    case 'blog':
    case 'blogs':
      return { posts: await postsOf(source, textOf(block, 'blog_display'), countOf(block, 'blog_count')) };
    case 'map':
      return { agency: await agencyOf(source, settingValue(block, 'agency')) };
    default:
      return {};
  }
}

function textOf(block: ShownBlock, key: string): string {
  const value = settingValue(block, key);
  return typeof value === 'string' ? value : '';
}

function countOf(block: ShownBlock, key: string): number {
  const value = settingValue(block, key);
  return typeof value === 'number' ? value : most;
}

/** Chosen records as rows' ids, in the order in which they were chosen. */
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

async function listingsOf({ db, websiteId, settings }: ContentSource, display: string, count: number): Promise<readonly ListingModel[]> {
  // Where the settings say so, listings under contract stand among the available ones.
  const open = settings.flag('mix_contract_available') ? ['available', 'under_offer'] : ['available'];
  const types = settings.text('listing_types');
  const ofSite = types === 'sale' ? ne(listings.kind, 'rental') : types === 'rental' ? isRental : undefined;
  const rows = await db
    .select({ listing: listings, file: files })
    .from(listings)
    .leftJoin(files, eq(files.id, listings.imageId))
    .where(and(eq(listings.websiteId, websiteId), ofSite, ...chosenListings(display, inArray(listings.status, open))))
    .orderBy(desc(listings.createdAt), desc(listings.id))
    .limit(count);
  const words = listingWords(settings);
  return rows.map(({ listing, file }) => ({
    href: `/listings/${listing.id}`,
    address: listing.address,
    suburb: words.suburb(listing.suburb),
    headline: settings.flag('listings_hide_marketing_headline') ? '' : listing.headline,
    priceText: listing.priceText,
    status: words.status(listing.status, listing.kind),
    bedrooms: listing.bedrooms,
    bathrooms: listing.bathrooms,
    cars: listing.cars,
    image: pictureOf(file, `${listing.address}, ${listing.suburb}`),
  }));
}

async function testimonialsOf({ db, websiteId }: ContentSource, block: ShownBlock): Promise<NonNullable<Content['testimonials']>> {
  const chosen = chosenIn(block, 'testimonials_chosen');
  const featured = textOf(block, 'testimonials_display') === 'featured' ? eq(testimonials.featured, true) : undefined;
  const rows = await db
    .select()
    .from(testimonials)
    .where(and(eq(testimonials.websiteId, websiteId), chosen.length > 0 ? inArray(testimonials.id, [...chosen]) : featured))
    .orderBy(desc(testimonials.id))
    .limit(most);
  return inChosenOrder(rows, chosen)
    .slice(0, countOf(block, 'testimonial_count'))
    .map(({ author, quote }) => ({ author, quote }));
}

async function staffOf({ db, websiteId }: ContentSource, block: ShownBlock): Promise<NonNullable<Content['staff']>> {
  const chosen = chosenIn(block, 'staff_chosen');
  const featured = textOf(block, 'staff_display') === 'featured' ? eq(staff.featured, true) : undefined;
  const rows = await db
    .select({ id: staff.id, person: staff, file: files })
    .from(staff)
    .leftJoin(files, eq(files.id, staff.imageId))
    .where(and(eq(staff.websiteId, websiteId), chosen.length > 0 ? inArray(staff.id, [...chosen]) : featured))
    .orderBy(asc(staff.id))
    .limit(most);
  return inChosenOrder(rows, chosen).map(({ person: { name, position, email, phone }, file }) => ({
    ...{ name, position, email, phone },
    image: pictureOf(file, name),
  }));
}

const longDate = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'UTC' });

async function postsOf({ db, websiteId, now }: ContentSource, display: string, count: number): Promise<NonNullable<Content['posts']>> {
  const featured = display === 'featured_posts' ? eq(posts.featured, true) : undefined;
  const rows = await db
    .select({ post: posts, file: files })
    .from(posts)
    .leftJoin(files, eq(files.id, posts.imageId))
    .where(and(eq(posts.websiteId, websiteId), lte(posts.publishedAt, now), featured))
    .orderBy(desc(posts.publishedAt), desc(posts.id))
    .limit(count);
  return rows.map(({ post, file }) => ({
    href: `/posts/${post.id}`,
    title: post.title,
    excerpt: post.excerpt,
    date: longDate.format(post.publishedAt),
    image: pictureOf(file, ''),
  }));
}

/** The one that is chosen; the first where none is, or it is gone. */
async function agencyOf({ db, websiteId }: ContentSource, chosen: unknown): Promise<NonNullable<Content['agency']> | null> {
  const rows = await db.select().from(agencies).where(eq(agencies.websiteId, websiteId)).orderBy(asc(agencies.id)).limit(most);
  const wanted = typeof chosen === 'string' ? rowId(chosen) : null;
  const found = rows.find((row) => row.id === wanted) ?? rows[0];
  return found ? { name: found.name, address: found.address, phone: found.phone } : null;
}
