import { asc, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listingsOptions } from '#contract/blocks/options.ts';
import type { PreviewRequest } from '#contract/entities/preview.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { blockSettings } from '../tables/blocks.ts';
import { agencies, listings, posts, staff, testimonials } from '../tables/content.ts';
import type { PageModel } from '../themes/page-model.ts';
import { blockCalls } from '../testing/blocks.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { pageModelOf } from './page-model-of.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

const sites: Readonly<Record<ThemeKey, number>> = { versatile: 1, byron: 2, minimal: 3 };
type Over = NonNullable<PreviewRequest['settings']>;
async function model(theme: ThemeKey, request: Omit<PreviewRequest, 'component'> = {}): Promise<PageModel> {
  const made = await pageModelOf({ db: harness.deps.db, now: harness.time.now }, sites[theme], { component: 'index.twig', ...request });
  if (!made) throw new Error('the website is not there');
  return made;
}
/** A block of a kind, with some of its values replaced. */
async function block(theme: ThemeKey, key: string, values: Over = {}) {
  const id = await blockCalls(harness, token, sites[theme]).idOf(key);
  const found = (await model(theme, { theme_settings: { [id]: values } })).blocks.find((item) => item.id === id);
  if (!found) throw new Error(`${theme} shows no ${key}`);
  return found;
}

describe('listings', () => {
  type Row = typeof listings.$inferSelect;
  const isSale = (row: Row) => row.kind === 'sale' || row.kind === 'auction';
  const open = (row: Row) => row.status === 'available';
  const wanted: Readonly<Record<string, (row: Row) => boolean>> = {
    featured_available: (row) => row.featured && open(row),
    featured_all: (row) => row.featured,
    recent_all: () => true,
    recent_avail_all: open,
    recent_avail_sales: (row) => open(row) && isSale(row),
    recent_avail_rental: (row) => open(row) && row.kind === 'rental',
    recent_avail_commercial: (row) => open(row) && row.kind === 'commercial',
    recent_avail_auction: (row) => open(row) && row.kind === 'auction',
    recent_sold_leased_all: (row) => row.status === 'sold' || row.status === 'leased',
    recent_sold_sales: (row) => row.status === 'sold' && isSale(row),
    recent_leased_rental: (row) => row.status === 'leased' && row.kind === 'rental',
    recent_sales: isSale,
    recent_rental: (row) => row.kind === 'rental',
  };
  const all = async () => {
    const rows = await harness.deps.db.select().from(listings).where(eq(listings.websiteId, 1));
    return rows.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id);
  };

  it.each(listingsOptions.map(({ value }) => value))('of %s are those, newest first', async (display) => {
    const rows = (await all()).filter(wanted[display] ?? (() => false));
    expect(rows.length).toBeGreaterThan(0);
    const shown = (await block('versatile', 'listing_slider', { listings_display: [display], listing_count: [50] })).listings;
    expect(shown?.map(({ href }) => href)).toEqual(rows.slice(0, 50).map((row) => `/listings/${row.id}`));
  });

  it('include those under contract where the settings say so, and only the site’s kinds', async () => {
    const id = await blockCalls(harness, token, 1).idOf('listing_slider');
    const shown = async (settings: Over) => {
      const made = await model('versatile', {
        settings,
        theme_settings: { [id]: { listings_display: ['recent_avail_all'], listing_count: [50] } },
      });
      const hrefs = new Set(made.blocks.find((item) => item.id === id)?.listings?.map(({ href }) => href));
      return (await all()).filter((row) => hrefs.has(`/listings/${row.id}`));
    };
    expect(new Set((await shown({ mix_contract_available: [true] })).map((row) => row.status))).toEqual(
      new Set(['available', 'under_offer']),
    );
    expect((await shown({ listing_types: ['rental'] })).every((row) => row.kind === 'rental')).toBe(true);
    expect((await shown({ listing_types: ['sale'] })).some((row) => row.kind === 'rental')).toBe(false);
  });

  it('have the site’s own labels', async () => {
    const id = await blockCalls(harness, token, 1).idOf('listing_slider');
    const settings = {
      terminology_buy: [''],
      terminology_lease: [''],
      terminology_underoffer: ['Under Contract'],
      suburb_formatter: ['uppercase'],
      listings_hide_marketing_headline: [true],
    };
    const made = await model('versatile', {
      settings,
      theme_settings: { [id]: { listings_display: ['recent_all'], listing_count: [50] } },
    });
    const shown = made.blocks.find((item) => item.id === id)?.listings ?? [];
    expect(new Set(shown.map(({ status }) => status))).toEqual(
      new Set(['For sale', 'For rent', 'Auction', 'Under Contract', 'Sold', 'Leased']),
    );
    expect(shown.every(({ suburb, headline }) => suburb === suburb.toUpperCase() && headline === '')).toBe(true);
  });

  it.each([
    [0, 1],
    [51, 50],
    [2.4, 2],
    ['x', 15],
  ])('by the count %j are %i', async (count, shown) => {
    expect(
      (await block('versatile', 'listing_slider', { listings_display: ['recent_all'], listing_count: [count] })).listings,
    ).toHaveLength(shown);
  });
});

describe('the content of a block from the database', () => {
  it('testimonials: featured, all, or those chosen in their order, never another website’s', async () => {
    const { db } = harness.deps;
    const rows = await db.select().from(testimonials).where(eq(testimonials.websiteId, 1)).orderBy(asc(testimonials.id));
    const [foreign] = await db.select().from(testimonials).where(eq(testimonials.websiteId, 2)).limit(1);
    const authors = async (values: Over) => (await block('versatile', 'testimonials', values)).testimonials?.map(({ author }) => author);
    expect((await authors({ testimonial_count: [50] }))?.toSorted()).toEqual(
      rows
        .filter((row) => row.featured)
        .map((row) => row.author)
        .toSorted(),
    );
    expect(await authors({ testimonials_display: ['all'], testimonial_count: [50] })).toHaveLength(rows.length);
    expect(await authors({ testimonial_count: [2] })).toHaveLength(2);
    const chosen = [rows[4], rows[1], rows[5]].map((row) => String(row?.id));
    expect(await authors({ testimonials_chosen: [...chosen, String(foreign?.id), 'local:1'] })).toEqual(
      [4, 1, 5].map((at) => rows[at]?.author),
    );
  });

  it('people, with their pictures', async () => {
    const rows = await harness.deps.db.select().from(staff).where(eq(staff.websiteId, 1)).orderBy(asc(staff.id));
    const featured = (await block('versatile', 'staff')).staff;
    expect(featured?.map(({ name }) => name)).toEqual(rows.filter((row) => row.featured).map((row) => row.name));
    expect(featured?.[0]?.image).toMatchObject({
      url: expect.stringMatching(/^\/files\/[\w-]+\/portrait-1\.svg$/u),
      width: 600,
      height: 720,
    });
    expect((await block('versatile', 'staff', { staff_display: ['all'] })).staff).toHaveLength(rows.length);
    const chosen = [rows[3], rows[0]].map((row) => String(row?.id));
    expect((await block('versatile', 'staff', { staff_chosen: chosen })).staff?.map(({ name }) => name)).toEqual([
      rows[3]?.name,
      rows[0]?.name,
    ]);
  });

  it('posts whose date is reached, newest first or featured', async () => {
    const later = { websiteId: 2, title: 'Later', excerpt: '', featured: true, publishedAt: new Date('2027-01-01T00:00:00Z') };
    await harness.deps.db.insert(posts).values(later);
    const latest = (await block('byron', 'blog', { blog_count: [50] })).posts ?? [];
    expect([latest.length, latest.some(({ title }) => title === 'Later')]).toEqual([8, false]);
    expect(latest.map(({ date }) => Date.parse(date))).toEqual(latest.map(({ date }) => Date.parse(date)).toSorted((a, b) => b - a));
    expect((await block('byron', 'blog', { blog_display: ['featured_posts'] })).posts).toHaveLength(3);
  });

  it('an agency: the chosen one, or the first', async () => {
    const rows = await harness.deps.db.select().from(agencies).where(eq(agencies.websiteId, 2)).orderBy(asc(agencies.id));
    const name = async (agency: Over[string]) => (await block('byron', 'map', { agency })).agency?.name;
    expect([await name(null), await name([String(rows[1]?.id)]), await name(['2147483647'])]).toEqual([
      rows[0]?.name,
      rows[1]?.name,
      rows[0]?.name,
    ]);
  });

  it('pictures, menus and forms by their saved ids', async () => {
    const cover = (await block('versatile', 'cover')).values;
    expect(cover['cover_images']).toMatchObject([
      { width: 1920, height: 1080 },
      { width: 1920, height: 1080 },
    ]);
    expect(cover).toMatchObject({ cover_form: null, tint_opacity: 0.35, banner_height: '75', primary_button_new_tab: false });
    expect((await block('byron', 'text_block')).values['form']).toMatchObject({
      name: 'appraisal',
      rows: [{ columns: [[{ key: 'name', type: 'text', required: true }, { type: 'email' }, { type: 'textarea' }]] }],
    });
    expect((await block('minimal', 'quick_menu')).values['menu']).toMatchObject({
      items: [{ label: 'Buy' }, { label: 'Rent' }, { label: 'Sell' }, { label: 'Manage' }],
    });
  });

  it('clamped values, and defaults for invalid ones', async () => {
    const values = {
      tint_opacity: [7],
      tint_color: ['nope'],
      banner_height: ['12'],
      primary_button_link: ['javascript:x'],
      cover_title: [{ a: 1 }],
      primary_button_new_tab: ['x'],
    };
    expect((await block('versatile', 'cover', values)).values).toMatchObject({
      tint_opacity: 1,
      tint_color: '#000000',
      banner_height: '75',
      primary_button_link: '',
      cover_title: 'Find your place',
      primary_button_new_tab: false,
    });
  });

  it('nothing of a stored value that no theme knows', async () => {
    const id = Number(await blockCalls(harness, token, 1).idOf('about_us'));
    await harness.deps.db.insert(blockSettings).values({ blockId: id, key: 'of_another_time', value: ['x'] });
    expect(Object.keys((await block('versatile', 'about_us')).values)).not.toContain('of_another_time');
  });
});

it('is read once for blocks that choose the same, however many there are', async () => {
  const reads = async (count: number) => {
    let made = 0;
    const db = new Proxy(harness.deps.db, {
      get: (target, name) => {
        if (name === 'select') made += 1;
        return Reflect.get(target, name, target) as unknown;
      },
    });
    const kinds = ['listing_slider', 'testimonials', 'staff', 'blogs', 'map'];
    const blocks = Array.from({ length: count * kinds.length }, (_, at) => ({
      id: `local:${at}`,
      key: kinds[at % kinds.length] ?? '',
      label: 'x',
      enabled: true,
      priority: at,
    }));
    const counts = Object.fromEntries(
      blocks.map(({ id }, at) => [id, { listings_display: ['recent_all'], listing_count: [1 + (at % 50)] }]),
    );
    const request: PreviewRequest = { component: 'index.twig', data: { theme: 'versatile', blocks }, theme_settings: counts };
    const page = await pageModelOf({ db, now: harness.time.now }, 1, request);
    expect(page?.blocks.length).toBe(blocks.length);
    expect(page?.blocks[count * 5 - 5]?.listings?.length).toBe(1 + ((count * 5 - 5) % 50));
    return made;
  };
  expect(await reads(40)).toBe(await reads(1));
});

it('is read four at a time, so that other pages find connections of the database', async () => {
  const pool = '$client' in harness.deps.db ? harness.deps.db.$client : null;
  if (!(pool instanceof pg.Pool)) throw new Error('the harness has no pool');
  let [atOnce, most, all] = [0, 0, 0];
  const ask = async (query: pg.QueryConfig, values: readonly unknown[]) => {
    all += 1;
    atOnce += 1;
    most = Math.max(most, atOnce);
    return pool.query(query, [...values]).finally(() => {
      atOnce -= 1;
    });
  };
  const db = drizzle(new Proxy(pool, { get: (target, name) => (name === 'query' ? ask : Reflect.get(target, name, target)) as unknown }));
  const blocks = Array.from({ length: 300 }, (_, at) => ({ id: `local:${at}`, key: 'staff', label: 'x', enabled: true, priority: at }));
  const chosen = Object.fromEntries(blocks.map(({ id }, at) => [id, { staff_chosen: [String(at + 1)] }]));
  const request: PreviewRequest = { component: 'index.twig', data: { theme: 'versatile', blocks }, theme_settings: chosen };
  const page = await pageModelOf({ db, now: harness.time.now }, 1, request);
  expect([page?.blocks.length, page?.blocks[0]?.staff?.length, all > 300, most]).toEqual([300, 1, true, 4]);
});
