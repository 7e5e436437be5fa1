import { and, desc, eq, isNull } from 'drizzle-orm';
import pLimit from 'p-limit';
import type { PreviewRequest } from '#contract/entities/preview.ts';
import { type ThemeKey, themeKeys } from '#contract/entities/website.ts';
import { isSitePath } from '#contract/rules.ts';
import { isWebUrl } from '#contract/web-url.ts';
import { loadBlocks } from '../blocks/store.ts';
import { themeKeyOf } from '../calls/answers.ts';
import type { Database } from '../connect.ts';
import { domains } from '../tables/domains.ts';
import { themes, websites } from '../tables/websites.ts';
import type { StoredForm } from '../forms/stored-form.ts';
import type { FormPageModel } from '../themes/form-models.ts';
import type { BlockModel, Font, Logo, PageModel, PageImage } from '../themes/page-model.ts';
import { blockContents } from './block-content.ts';
import { blockValues, namedIds, enabledBlocks } from './block-values.ts';
import { brandColors } from './colors.ts';
import { footerModel } from './footer-model.ts';
import { captchaOf, formModel, previewedForm, type Refused } from './form-model.ts';
import { customHtml } from './head-html.ts';
import { headerModel, type LogoChoices } from './header-model.ts';
import { homePageSeo } from './home-page-seo.ts';
import { listingLabels } from './listing-labels.ts';
import { popupModel, previewedPopups, readPopups } from './popup-models.ts';
import { readReferences, type References } from './references.ts';
import { articleOf, type PostPage, postPageOf } from './post-page.ts';
import { homepageSeoModel, pageSeoModel } from './seo-model.ts';
import { readSiteSettings, type SiteSettings } from './site-settings.ts';

interface ModelDeps {
  readonly db: Database;
  readonly now: Date;
  /** The prefix of the paths of pictures that other hosts load. */
  readonly origin?: string;
}

/** This many of a page's queries run at once: otherwise a page of 300 blocks would take every connection of the database. */
const readingsAtOnce = 4;

/** A homepage from a preview's request; without one, as the public site shows it. */
export function pageModelOf(deps: ModelDeps, websiteId: number, request?: PreviewRequest): Promise<PageModel | null> {
  return modelOf(deps, websiteId, request, {});
}

/** The page of a post on the public site; null where there is none, or where it is not published yet. */
export async function postModelOf(deps: ModelDeps, websiteId: number, postId: number): Promise<PageModel | null> {
  const post = await postPageOf(deps.db, websiteId, postId, deps.now);
  return post && modelOf(deps, websiteId, undefined, { post });
}

/** A page of a form, or what its visitor reads after it. `form` null: only the message. */
export interface FormPage {
  readonly title: string;
  readonly message: string;
  readonly form: StoredForm | null;
  readonly refused?: Refused;
}

/** The page of a form on the public site. */
export function formPageModelOf(deps: ModelDeps, websiteId: number, form: FormPage): Promise<PageModel | null> {
  return modelOf(deps, websiteId, undefined, { form });
}

/** What a page is about; the homepage is about nothing. */
interface Subject {
  readonly post?: PostPage;
  readonly form?: FormPage;
}

async function modelOf(
  deps: ModelDeps,
  websiteId: number,
  request: PreviewRequest | undefined,
  { post, form }: Subject,
): Promise<PageModel | null> {
  const { db, now } = deps;
  const site = await siteOf(db, websiteId);
  if (!site) return null;
  const theme = request?.data?.theme ?? site.theme ?? themeKeys[0];
  const previewed = request?.data?.form;
  const isHomepage = !post && !form && !previewed;
  const [settings, stored, popups, homeSeo] = await Promise.all([
    readSiteSettings(db, websiteId, request?.settings),
    loadBlocks(db, { id: websiteId, theme }),
    request ? previewedPopups(request.data?.popup) : readPopups(db, websiteId, isHomepage ? 'homepage' : 'another page'),
    isHomepage ? homePageSeo(db, websiteId) : null,
  ]);
  const shown = !isHomepage ? [] : enabledBlocks(theme, stored, request?.data?.blocks, request?.theme_settings ?? {});
  const limitReads = pLimit(readingsAtOnce);
  const contentOf = blockContents({ db, websiteId, settings, now, limitReads });
  const wanted = {
    files: new Set([
      ...namedIds(shown, 'image', 'file', 'images'),
      ...chosen(settings, pictureKeys),
      ...(post?.pictures ?? []),
      ...(homeSeo?.imageId ? [homeSeo.imageId] : []),
    ]),
    menus: new Set([...namedIds(shown, 'menu'), ...chosen(settings, menuKeys)]),
    forms: new Set([...namedIds(shown, 'form'), ...chosen(settings, ['footer_form']), ...popups.flatMap(({ form_id }) => form_id ?? [])]),
  };
  const reading = { db, websiteId, limitReads, captchaOf: (of: StoredForm) => captchaOf(settings, of) };
  const [references, ...contents] = await Promise.all([readReferences(reading, wanted), ...shown.map(contentOf)]);
  const blocks = shown.map((block, at): BlockModel => {
    const { id, key, label } = block;
    return { id, key, label, values: blockValues(block, references, settings.id('homepage_menu')), ...contents[at] };
  });
  const siteTitle = settings.text('site_title') || site.name;
  const picture = (key: string, alt = '') => references.picture(settings.id(key), alt);
  const firstPicture = (ids: readonly string[]) => ids.map((id) => references.picture(id, '')).find((found) => found !== null) ?? null;
  const brand = brandColors(settings, theme);
  const logos = logosOf(settings, references, siteTitle);
  const parts = { theme, siteTitle, settings, brand, logos, menu: (key: string) => references.menu(settings.id(key)) };
  const seoOf = (): PageModel['seo'] => {
    const image = (pictures: readonly string[]) => absolute(firstPicture(pictures) ?? picture('site_image'), deps.origin);
    /** On the main domain, whichever a visitor came by. A preview has none. */
    const address = (path: string) => (deps.origin === undefined ? null : `${deps.origin}${site.basePath}/${path}`);
    if (post) {
      const own = pageSeoModel(settings, siteTitle, { ...post, image: image(post.pictures) });
      return { ...own, canonical: own.canonical ?? address(`posts/${post.id}`) };
    }
    if (!form) {
      const ownPicture = homeSeo?.imageId ? references.picture(homeSeo.imageId, '') : null;
      const own = homepageSeoModel(
        settings,
        siteTitle,
        homeSeo,
        absolute(ownPicture ?? picture('homepage_seo_image') ?? picture('site_image'), deps.origin),
      );
      return { ...own, canonical: own.canonical ?? address('') };
    }
    // Nobody should come to a form from a search engine instead of from the page that it stands on.
    const title = form.refused ? `Error: ${form.title}` : form.title;
    return { ...pageSeoModel(settings, siteTitle, { title, text: '', seo: null, image: image([]) }), noindex: true };
  };
  const custom = request
    ? { css: settings.code('custom_css'), headHtml: '', footHtml: '' }
    : customHtml({
        settings,
        favicon: picture('favicon'),
        touchIcon: picture('apple_touch_icon'),
        feed: feedOf(settings, site.basePath, siteTitle),
      });
  return {
    theme,
    preview: request !== undefined,
    website: { id: String(websiteId), name: siteTitle },
    basePath: site.basePath,
    year: now.getUTCFullYear(),
    seo: seoOf(),
    colors: brand.colors,
    on: brand.on,
    fonts: { heading: fontOf(settings, 'heading'), body: fontOf(settings, 'body') },
    logos,
    header: headerModel(parts),
    footer: footerModel(parts, references.form(settings.id('footer_form'))),
    social: socialOf(settings),
    searchTerms: listingLabels(settings).search,
    blocks,
    ...(post ? { article: articleOf(post, references.picture(post.imageId, '')) } : {}),
    ...(form ? { formPage: formPageOf(form, (of) => captchaOf(settings, of)) } : {}),
    ...(previewed ? { formPage: { title: '', message: '', form: previewedForm(previewed), isAlone: true } } : {}),
    popups: popups.map((popup) => popupModel(popup, references, request !== undefined)),
    custom,
  };
}

function formPageOf({ title, message, form, refused }: FormPage, captcha: (form: StoredForm) => string): FormPageModel {
  return { title, message, form: form && formModel(form, captcha(form), refused), isAlone: false };
}

const absolute = (picture: PageImage | null, origin = ''): PageImage | null =>
  picture && { ...picture, url: picture.url.startsWith('/') ? origin + picture.url : picture.url };

const pictureKeys = [
  'desktop_logo',
  'mobile_logo',
  'secondary_logo',
  'tertiary_logo',
  'homepage_seo_image',
  'site_image',
  'favicon',
  'apple_touch_icon',
];
const menuKeys = ['header_menu', 'homepage_menu', 'quick_links_menu', 'legal_menu'];
const chosen = (settings: SiteSettings, keys: readonly string[]) => keys.flatMap((key) => settings.id(key) ?? []);

interface Site {
  readonly name: string;
  readonly theme: ThemeKey | null;
  readonly basePath: string;
}

async function siteOf(db: Database, websiteId: number): Promise<Site | null> {
  const [found] = await db
    .select({ name: websites.name, theme: themes.key, domain: domains.domain })
    .from(websites)
    .leftJoin(themes, eq(themes.id, websites.themeId))
    .leftJoin(domains, eq(domains.websiteId, websites.id))
    .where(and(eq(websites.id, websiteId), isNull(websites.deletedAt)))
    .orderBy(desc(domains.isPrimary), domains.id)
    .limit(1);
  return found ? { name: found.name, theme: themeKeyOf(found.theme), basePath: sitePath(found.domain ?? '') } : null;
}

/** The path at which a domain's site begins on the sites' host. */
export const sitePath = (domain: string): string => `/sites/${encodeURIComponent(domain)}`;

function logosOf(settings: SiteSettings, references: References, siteTitle: string): LogoChoices {
  const alt = settings.text('logo_alt_text') || siteTitle;
  const logo = (key: string): Logo | null => {
    const shown: PageImage | null = references.picture(settings.id(key), alt);
    const width = settings.number(`${key}_size`);
    return shown && { ...shown, shownWidth: width !== null && width > 0 ? Math.min(1000, Math.round(width)) : null };
  };
  return { desktop: logo('desktop_logo'), mobile: logo('mobile_logo'), secondary: logo('secondary_logo'), tertiary: logo('tertiary_logo') };
}

const fontFile = /\.(?:woff2?|ttf|otf)(?:[?#]|$)/iu;

/** A font file is named after itself where there is no other name; a cloud font without a name can't be used. */
function fontOf(settings: SiteSettings, part: 'heading' | 'body'): Font | null {
  const url = settings.text(`custom_${part}_font`);
  const named = settings.text(`custom_${part}_font_name`);
  if (!isWebUrl(url) && !isSitePath(url)) return null;
  if (fontFile.test(url)) return { kind: 'file', url, family: named || (/([\w-]+)\.\w+(?:[?#].*)?$/u.exec(url)?.[1] ?? `Custom ${part}`) };
  return named === '' ? null : { kind: 'stylesheet', url, family: named };
}

const networks = [
  ['Facebook', 'fb_link'],
  ['Instagram', 'ig_link'],
  ['Pinterest', 'pinterest_link'],
  ['YouTube', 'youtube_link'],
  ['LinkedIn', 'linkedin_link'],
  ['X', 'twitter_link'],
] as const;

function socialOf(settings: SiteSettings): PageModel['social'] {
  return networks.flatMap(([name, key]) => {
    const href = settings.text(key);
    return isWebUrl(href) ? [{ name, href }] : [];
  });
}

function feedOf(settings: SiteSettings, basePath: string, siteTitle: string): { readonly href: string; readonly title: string } | null {
  if (!settings.flag('enable_blog_rss_feed')) return null;
  return { href: `${basePath}/feed.xml`, title: settings.text('blog_rss_feed_title') || siteTitle };
}
