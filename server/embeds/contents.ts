import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import { agencies, forms, listings, menuItems, menus, pages, posts, staff, testimonials } from '../tables/content.ts';
import { files } from '../tables/files.ts';
import type { ContentKind } from './content.ts';
import { samples } from './samples.ts';

/** A stand-in has no pages. */
const most = 100;

const date = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'UTC' });

const loadPosts: ContentKind['load'] = async (db, websiteId, id) => {
  const where = and(eq(posts.websiteId, websiteId), id === undefined ? undefined : eq(posts.id, id));
  const rows = await db.select().from(posts).where(where).orderBy(desc(posts.publishedAt), desc(posts.id)).limit(most);
  return rows.map((row) => ({
    ...{ id: String(row.id), name: row.title, note: date.format(row.publishedAt) },
    details: [
      ['Published', date.format(row.publishedAt)],
      ['Excerpt', row.excerpt],
      ['Text', row.body],
    ],
  }));
};

const loadPages: ContentKind['load'] = async (db, websiteId, id) => {
  const where = and(eq(pages.websiteId, websiteId), id === undefined ? undefined : eq(pages.id, id));
  const rows = await db.select().from(pages).where(where).orderBy(asc(pages.id)).limit(most);
  return rows.map(({ id: own, title, slug }) => ({ id: String(own), name: title, note: `/${slug}`, details: [['Path', `/${slug}`]] }));
};

const loadStaff: ContentKind['load'] = async (db, websiteId, id) => {
  const where = and(eq(staff.websiteId, websiteId), id === undefined ? undefined : eq(staff.id, id));
  const rows = await db.select().from(staff).where(where).orderBy(asc(staff.name)).limit(most);
  return rows.map((row) => ({
    ...{ id: String(row.id), name: row.name, note: row.position },
    details: [
      ['Position', row.position],
      ['Email', row.email],
      ['Phone', row.phone],
    ],
  }));
};

const loadTestimonials: ContentKind['load'] = async (db, websiteId, id) => {
  const where = and(eq(testimonials.websiteId, websiteId), id === undefined ? undefined : eq(testimonials.id, id));
  const rows = await db.select().from(testimonials).where(where).orderBy(asc(testimonials.author)).limit(most);
  return rows.map((row) => ({
    ...{ id: String(row.id), name: row.author, note: row.featured ? 'Featured' : '' },
    details: [['Quote', row.quote]],
  }));
};

const loadAgencies: ContentKind['load'] = async (db, websiteId, id) => {
  const where = and(eq(agencies.websiteId, websiteId), id === undefined ? undefined : eq(agencies.id, id));
  const rows = await db.select().from(agencies).where(where).orderBy(asc(agencies.name)).limit(most);
  return rows.map((row) => ({
    ...{ id: String(row.id), name: row.name, note: row.address },
    details: [
      ['Address', row.address],
      ['Phone', row.phone],
    ],
  }));
};

/** The reference data does not say where a listing is from: commercial ones count as typed by hand, the others as synced. */
const loadListings =
  (are: 'synced' | 'manual'): ContentKind['load'] =>
  async (db, websiteId, id) => {
    const ofKind = are === 'manual' ? eq(listings.kind, 'commercial') : ne(listings.kind, 'commercial');
    const where = and(eq(listings.websiteId, websiteId), ofKind, id === undefined ? undefined : eq(listings.id, id));
    const rows = await db.select().from(listings).where(where).orderBy(desc(listings.createdAt), desc(listings.id)).limit(most);
    return rows.map((row) => ({
      ...{ id: String(row.id), name: `${row.address}, ${row.suburb}`, note: row.priceText },
      details: [
        ['Headline', row.headline],
        ['Price', row.priceText],
        ['Status', row.status.replaceAll('_', ' ')],
        ['Rooms', `${row.bedrooms} bedrooms, ${row.bathrooms} bathrooms, ${row.cars} parking`],
      ],
    }));
  };

/** The suburbs of the listings. The first listing of each gives it its id. */
const loadSuburbs: ContentKind['load'] = async (db, websiteId, id) => {
  const first = sql<number>`min(${listings.id})`;
  const rows = await db
    .select({ id: first, suburb: listings.suburb, count: sql<number>`count(*)::integer` })
    .from(listings)
    .where(eq(listings.websiteId, websiteId))
    .groupBy(listings.suburb)
    .having(id === undefined ? undefined : eq(first, id))
    .orderBy(asc(listings.suburb))
    .limit(most);
  return rows.map(({ id: own, suburb, count }) => ({
    ...{ id: String(own), name: suburb, note: `${count} listings` },
    details: [['Listings', String(count)]],
  }));
};

const loadSamples =
  (of: Awaited<ReturnType<ContentKind['load']>>): ContentKind['load'] =>
  async (_db, _websiteId, id) =>
    of.filter((each) => id === undefined || each.id === String(id));

const loadMenus: ContentKind['load'] = async (db, websiteId, id) => {
  const where = and(eq(menus.websiteId, websiteId), id === undefined ? undefined : eq(menus.id, id));
  const rows = await db
    .select({ id: menus.id, name: menus.name, item: menuItems })
    .from(menus)
    .leftJoin(menuItems, eq(menuItems.menuId, menus.id))
    .where(where)
    .orderBy(asc(menus.id), asc(menuItems.position));
  return [...Map.groupBy(rows, (row) => row.id)].map(([own, of]) => {
    const items = of.flatMap(({ item }) => item ?? []);
    return {
      ...{ id: String(own), name: of[0]?.name ?? '', note: `${items.length} items` },
      details: items.map(({ label, href, parent }) => [parent === null ? label : `– ${label}`, href] as const),
    };
  });
};

const loadForms: ContentKind['load'] = async (db, websiteId, id) => {
  const where = and(eq(forms.websiteId, websiteId), id === undefined ? undefined : eq(forms.id, id));
  const rows = await db.select().from(forms).where(where).orderBy(asc(forms.id)).limit(most);
  return rows.map((row) => ({ id: String(row.id), name: row.label ?? row.name, note: 'Form', details: [['Form', row.name]] }));
};

/** Files have no numbers: they are listed, and have no page of their own. */
const loadFiles: ContentKind['load'] = async (db, websiteId, id) => {
  if (id !== undefined) return [];
  const rows = await db
    .select()
    .from(files)
    .where(eq(files.websiteId, websiteId))
    .orderBy(desc(files.createdAt), asc(files.id))
    .limit(most);
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, note: `${Math.max(1, Math.round(row.bytes / 1000)).toLocaleString('en')} kB`, details: [] },
    ...(row.mimeType.startsWith('image/') ? { picture: `/files/${row.id}/${encodeURIComponent(row.name)}` } : {}),
  }));
};

/** By the type of a WordPress post. */
export const postKinds: Readonly<Record<string, ContentKind>> = {
  post: { title: 'Blog posts', postType: 'post', load: loadPosts },
  page: { title: 'Pages', postType: 'page', load: loadPages },
  agency: { title: 'Agency profiles', postType: 'agency', load: loadAgencies },
  staff: { title: 'Staff members', postType: 'staff', load: loadStaff },
  testimonial: { title: 'Testimonials', postType: 'testimonial', load: loadTestimonials },
  listing: { title: 'Manual listings', postType: 'listing', load: loadListings('manual') },
  suburb: { title: 'Suburbs', postType: 'suburb', load: loadSuburbs },
  development: { title: 'Developments', postType: 'development', load: loadSamples(samples.developments) },
  project: { title: 'Projects', postType: 'project', load: loadSamples(samples.projects) },
};

/** By their file under /wp-admin. */
export const toolKinds: Readonly<Record<string, ContentKind>> = {
  'widgets.php': { title: 'Widgets', postType: null, load: loadForms },
  'upload.php': { title: 'Media library', postType: null, load: loadFiles },
  'nav-menus.php': { title: 'Menus', postType: null, load: loadMenus },
};

/** By their path in the other admin application. */
export const adminKinds: Readonly<Record<string, ContentKind>> = {
  listings: { title: 'Synced listings', postType: 'listing', load: loadListings('synced') },
  'manual-listings': { title: 'Manual listings', postType: 'listing', load: loadListings('manual') },
};
