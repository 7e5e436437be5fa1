import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PreviewRequest } from '#contract/entities/preview.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { forms, menuItems, menus } from '../tables/content.ts';
import { colorNames, type PageModel } from '../themes/page-model.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { pageModelOf } from './page-model-of.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
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

describe('branding', () => {
  it('gives eight colours and a readable text colour on each', async () => {
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
  it('has only the colours that are set and sound, by name', async () => {
    const { header } = await withSettings('byron', {
      menu_background_color: ['primary-500'],
      menu_font_color: ['white'],
      header_accent_color: ['nope'],
      menu_font_hover_color: [''],
      primary_color: ['#336699'],
    });
    expect(header.colors).toMatchObject({
      menu_background_color: { color: '#336699', hover: expect.stringMatching(/^#[0-9a-f]{6}$/u) },
      menu_font_color: { color: '#ffffff' },
    });
    // A colour that is not in the list, or invalid, becomes the form's default.
    const plain = (await withSettings('byron', { primary_color: ['#336699'], header_accent_color: [], menu_font_hover_color: [] })).header
      .colors;
    for (const key of ['header_accent_color', 'menu_font_hover_color']) expect(header.colors[key]).toEqual(plain[key]);
  });

  it('reads its options, and any other value as the default', async () => {
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
        blog_feature_size: [null],
        versatile_header_contact_link: ['javascript:x'],
      }),
    ).toMatchObject({
      behaviour: 'full_stick',
      blogFeature: 'cover',
      contactLink: null,
    });
  });

  it.each([
    ['minimal', 'header', 'header'],
    ['minimal', 7, 'overlay'],
    ['versatile', 'overlay', 'header'],
  ] as const)('has a menu over the page on the minimal theme alone: %s, %s', async (theme, stored, style) => {
    expect((await withSettings(theme, { main_menu_style: [stored] })).header.style).toBe(style);
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
  it('shows the settings of each theme’s form', async () => {
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
