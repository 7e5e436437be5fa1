import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listingsOptions } from '#contract/blocks/options.ts';
import type { PreviewRequest } from '#contract/entities/preview.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { blockSettings } from '../tables/blocks.ts';
import { agencies, forms, listings, menuItems, menus, posts, staff, testimonials } from '../tables/content.ts';
import { colorNames, type PageModel } from '../themes/page-model.ts';
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
const withSettings = (theme: ThemeKey, settings: Over) => model(theme, { settings });
/** A block of a kind, with values laid over its own. */
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

  it('stand under contract among the available ones where the settings say so, and only of the kinds that the site has', async () => {
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

  it('are spoken of in the site’s words', async () => {
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

describe('what a block shows of the database', () => {
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

  it('posts whose time has come, newest first or featured', async () => {
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

  it('pictures, menus and forms by what was saved', async () => {
    const cover = (await block('versatile', 'cover')).values;
    expect(cover['cover_images']).toMatchObject([
      { width: 1920, height: 1080 },
      { width: 1920, height: 1080 },
    ]);
    expect(cover).toMatchObject({ cover_form: null, tint_opacity: 0.35, banner_height: '75', primary_button_new_tab: false });
    expect((await block('byron', 'text_block')).values['form']).toMatchObject({
      name: 'appraisal',
      fields: [{ key: 'name', type: 'text', required: true }, { type: 'email' }, { type: 'textarea' }],
    });
    expect((await block('minimal', 'quick_menu')).values['menu']).toMatchObject({
      items: [{ label: 'Buy' }, { label: 'Rent' }, { label: 'Sell' }, { label: 'Manage' }],
    });
  });

  it('values in bounds, and defaults for what is broken', async () => {
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

describe('branding', () => {
  it('gives eight colours and what can be read on each', async () => {
    const { colors, on } = await withSettings('versatile', {
      primary_color: ['#336699'],
      secondary_color: ['#ffee00'],
      primary_font_color: ['#fafafa'],
    });
    expect(Object.keys(colors)).toEqual([...colorNames]);
    expect(colors).toMatchObject({
      primary: '#336699',
      'primary-light': '#5c85ad',
      'primary-dark': '#29527a',
      secondary: '#ffee00',
      white: '#ffffff',
      black: '#000000',
    });
    expect(on).toMatchObject({ primary: '#fafafa', secondary: '#111111', white: '#111111', black: '#ffffff' });
  });

  it('that is broken or missing gives the theme’s own', async () => {
    for (const value of ['red', '#12', 'url(x)', '']) {
      const { colors } = await withSettings('byron', { primary_color: [value], secondary_color: null });
      expect([colors.primary, colors.secondary]).toEqual(['#22382f', '#b08d57']);
    }
  });

  it('has fonts by address and name: a cloud font needs a name, a file has one', async () => {
    const fonts = async (url: string, name: string) =>
      (await withSettings('byron', { custom_heading_font: [url], custom_heading_font_name: [name] })).fonts.heading;
    expect(await fonts('https://fonts.example/css?family=Lora', 'Lora')).toEqual({
      kind: 'stylesheet',
      url: 'https://fonts.example/css?family=Lora',
      family: 'Lora',
    });
    expect(await fonts('https://fonts.example/css?family=Lora', '')).toBeNull();
    expect(await fonts('/fonts/lora-bold.woff2', '')).toEqual({ kind: 'file', url: '/fonts/lora-bold.woff2', family: 'lora-bold' });
    expect(await fonts('javascript:x', 'x')).toBeNull();
  });

  it('has logos in the widths that are wanted', async () => {
    const { logos, footer } = await withSettings('versatile', {
      desktop_logo_size: [180],
      tertiary_logo: ['local:1'],
      unique_footer_logo: ['tertiary_logo'],
      logo_alt_text: [''],
    });
    expect(logos.desktop).toMatchObject({ alt: 'North Shore Realty', shownWidth: 180, width: 340 });
    expect(footer.logo?.url).toMatch(/^data:image\/svg/u);
  });
});

describe('the header', () => {
  it('has only the colours that are set and sound, by name or as they are', async () => {
    const { header } = await withSettings('byron', {
      menu_background_color: ['primary-500'],
      menu_font_color: ['#FFEEDD'],
      header_accent_color: ['nope'],
      menu_font_hover_color: [''],
      primary_color: ['#336699'],
    });
    expect(header.colors).toMatchObject({
      menu_background_color: { color: '#336699', hover: expect.stringMatching(/^#[0-9a-f]{6}$/u) },
      menu_font_color: { color: '#ffeedd' },
    });
    expect(Object.keys(header.colors)).not.toContain('header_accent_color');
    expect(Object.keys(header.colors)).not.toContain('menu_font_hover_color');
  });

  it('reads its options, and what is none of them as the default', async () => {
    const read = async (settings: Over) => {
      const { behaviour, transparent, style, blogFeature, contactLink } = (await withSettings('versatile', settings)).header;
      return { behaviour, transparent, style, blogFeature, contactLink };
    };
    expect(
      await read({
        header_behaviour: ['hide_and_seek'],
        disable_transparent_header: [true],
        main_menu_style: ['header'],
        blog_feature_size: ['contain'],
        versatile_header_contact_link: ['/contact-us'],
      }),
    ).toEqual({
      behaviour: 'hide_and_seek',
      transparent: false,
      style: 'header',
      blogFeature: 'contain',
      contactLink: { label: 'Contact us', href: '/contact-us', newTab: false },
    });
    expect(
      await read({
        header_behaviour: ['x'],
        main_menu_style: [7],
        blog_feature_size: [null],
        versatile_header_contact_link: ['javascript:x'],
      }),
    ).toMatchObject({
      behaviour: 'full_stick',
      style: 'overlay',
      blogFeature: 'cover',
      contactLink: null,
    });
  });

  it('has five items with seven each at most on the minimal theme; items with links that no page may hold are left out', async () => {
    const { db } = harness.deps;
    const [menu] = await db.insert(menus).values({ websiteId: 3, name: 'Long' }).returning();
    const menuId = menu?.id ?? 0;
    const tops = Array.from({ length: 7 }, (_, at) => ({
      menuId,
      position: at * 20,
      parent: null,
      label: `Top ${at}`,
      href: at === 6 ? 'javascript:x' : `/top-${at}`,
    }));
    const below = Array.from({ length: 9 }, (_, at) => ({
      menuId,
      position: at + 1,
      parent: 0,
      label: `Below ${at}`,
      href: `/below-${at}`,
    }));
    await db.insert(menuItems).values([...tops, ...below]);
    const { header } = await withSettings('minimal', { header_menu: [String(menuId)] });
    expect(header.menu?.items.map((item) => [item.label, item.items.length])).toEqual([
      ['Top 0', 7],
      ['Top 1', 0],
      ['Top 2', 0],
      ['Top 3', 0],
      ['Top 4', 0],
    ]);
    await db.update(menuItems).set({ href: '//evil.example' }).where(eq(menuItems.position, 20));
    expect((await withSettings('minimal', { header_menu: [String(menuId)] })).header.menu?.items.map((item) => item.label)).not.toContain(
      'Top 1',
    );
    expect((await withSettings('versatile', { header_menu: [String(menuId)] })).header.menu).toBeNull();
  });
});

describe('the footer', () => {
  it('shows of each theme what its form has', async () => {
    const settings: Over = {
      footer_country: ['Australia'],
      footer_tagline: ['Here to stay'],
      display_privacy_policy: [true],
      footer_background_color: ['secondary-500'],
      hide_agency_details: [true],
      footer_hide_contact_details: [false],
    };
    const [classic, modern] = [(await withSettings('byron', settings)).footer, (await withSettings('versatile', settings)).footer];
    expect([classic.tagline, modern.tagline]).toEqual(['', 'Here to stay']);
    expect([classic.legal.privacy, modern.legal.privacy]).toEqual([true, false]);
    expect([classic.contact.shown, modern.contact.shown]).toEqual([false, true]);
    expect([classic.contact.lines.includes('Australia'), modern.contact.lines.includes('Australia')]).toEqual([true, false]);
    expect([classic.colors.background.color, modern.colors.background.color]).toEqual(['#22382f', '#c98a3c']);
    expect([classic.quickLinks.menu, modern.quickLinks.menu?.items.length]).toEqual([null, 5]);
  });

  it('has the form that is chosen, of its own website', async () => {
    const [own, foreign] = await Promise.all(
      [1, 2].map((id) => harness.deps.db.select().from(forms).where(eq(forms.websiteId, id)).limit(1)),
    );
    expect((await withSettings('versatile', { footer_form: [String(own?.[0]?.id)] })).footer.form?.name).toBe(own?.[0]?.name);
    expect((await withSettings('versatile', { footer_form: [String(foreign?.[0]?.id)] })).footer.form).toBeNull();
  });
});

it('a website that is not there has no page', async () => {
  expect(await pageModelOf({ db: harness.deps.db, now: harness.time.now }, 2_147_483_647)).toBeNull();
});
