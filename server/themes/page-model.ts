import type { PhonePart } from '#contract/phone-parts.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import type { FormModel, FormPageModel } from './form-models.ts';

/**
 * All data that a theme's templates read, as plain values: no promises and no lookups. Texts are unescaped, so templates escape them;
 * colours, links and numbers have been validated, and are null or a default where they were invalid.
 */
export interface PageModel {
  readonly theme: ThemeKey;
  /** In a preview blocks have their ids, and the visitor's script is left out; hidden blocks are left out as always. */
  readonly preview: boolean;
  readonly website: { readonly id: string; readonly name: string };
  /** The base path of the site's own pages: `/sites/{domain}`; links on the site begin with it. */
  readonly basePath: string;
  /** What the tabs of a search say, in the website's own terms. */
  readonly searchTerms: { readonly sale: string; readonly rental: string; readonly sold: string };
  readonly year: number;
  readonly seo: {
    readonly title: string;
    readonly description: string;
    readonly keywords: string;
    readonly noindex: boolean;
    readonly canonical: string | null;
    readonly image: PageImage | null;
  };
  /** `#rrggbb`, checked. */
  readonly colors: Readonly<Record<ColorName, string>>;
  /** The text colour (`#ffffff`, `#111111`, or the branding's own) that is readable on each of `colors`. */
  readonly on: Readonly<Record<ColorName, string>>;
  readonly fonts: { readonly heading: Font | null; readonly body: Font | null };
  readonly logos: {
    readonly desktop: Logo | null;
    readonly mobile: Logo | null;
    readonly secondary: Logo | null;
    readonly tertiary: Logo | null;
  };
  readonly header: HeaderModel;
  readonly footer: FooterModel;
  readonly social: readonly { readonly name: string; readonly href: string }[];
  /** Enabled blocks from the top, without header and footer. None on a page of a post. */
  readonly blocks: readonly BlockModel[];
  /** The post of this page; absent on the homepage. */
  readonly article?: ArticleModel;
  /** The form of this page; absent on other pages. */
  readonly formPage?: FormPageModel;
  readonly popups: readonly PopupModel[];
  /** Only on the public site, as the agency typed it: it is trusted there, and sandboxed. Empty in a preview except for the CSS. */
  readonly custom: { readonly css: string; readonly headHtml: string; readonly footHtml: string };
}

export const colorNames = [
  'primary',
  'primary-light',
  'primary-dark',
  'secondary',
  'secondary-light',
  'secondary-dark',
  'white',
  'black',
] as const;
export type ColorName = (typeof colorNames)[number];

export interface PageImage {
  readonly url: string;
  /** Pixels; null where they are unknown. */
  readonly width: number | null;
  readonly height: number | null;
  readonly alt: string;
}
export interface Logo extends PageImage {
  /** Pixels; the width that branding sets. */
  readonly shownWidth: number | null;
}
export interface Font {
  readonly family: string;
  /** A stylesheet of a cloud service, or a font file. */
  readonly kind: 'stylesheet' | 'file';
  readonly url: string;
}
/** `colour` and its hover colour, `#rrggbb`. */
export interface ColorPair {
  readonly color: string;
  readonly hover: string;
}
export interface Link {
  readonly label: string;
  /** http(s), mailto, tel, or a path prefixed by `basePath`. Never another scheme. */
  readonly href: string;
  readonly newTab: boolean;
}
export interface SiteMenuItem extends Link {
  readonly items: readonly Link[];
}
export interface MenuModel {
  readonly name: string;
  readonly items: readonly SiteMenuItem[];
}
export interface PopupModel {
  readonly id: string;
  readonly type: 'standard' | 'banner';
  readonly position: string;
  readonly animation: 'fade' | 'slide' | 'none';
  readonly size: 'small' | 'medium' | 'large';
  readonly title: string;
  /** As the agency typed it: text, or HTML that is cleaned when it is rendered. */
  readonly content: string;
  readonly form: FormModel | null;
  /** Class names with spaces between them. */
  readonly cssClass: string;
  /** Open from the start, as in a picture of it. */
  readonly isShown: boolean;
  /** `selector` is that of a button, and `formId` that of a form. Pages are those of the model alone. `delay` in ms. */
  readonly triggers: readonly {
    readonly type: 'page' | 'button' | 'form';
    readonly delay: number;
    readonly selector: string;
    readonly formId: string;
  }[];
}

export interface HeaderModel {
  readonly menu: MenuModel | null;
  readonly logo: Logo | null;
  readonly transparentLogo: Logo | null;
  readonly behaviour: 'hide_and_seek' | 'full_stick';
  readonly transparent: boolean;
  readonly hideLogoWhileTransparent: boolean;
  readonly boxedLogo: boolean;
  readonly style: 'overlay' | 'header';
  readonly contactLink: Link | null;
  readonly contact: { readonly shown: boolean; readonly phone: readonly PhonePart[]; readonly email: string; readonly address: string };
  readonly blogFeature: 'cover' | 'contain';
  /** By setting key (`menu_background_color`, `header_font_color`, …): only those with a valid value. */
  readonly colors: Readonly<Record<string, ColorPair>>;
}
export interface FooterModel {
  readonly logo: Logo | null;
  readonly logoLink: Link;
  readonly colors: { readonly background: ColorPair; readonly font: ColorPair };
  readonly tagline: string;
  readonly contact: {
    readonly shown: boolean;
    readonly title: string;
    readonly agencyName: string;
    readonly lines: readonly string[];
    readonly phone: readonly PhonePart[];
    readonly fax: string;
    readonly email: string;
    readonly openingHours: string;
  };
  readonly quickLinks: { readonly title: string; readonly menu: MenuModel | null };
  readonly legal: {
    readonly title: string;
    readonly menu: MenuModel | null;
    readonly terms: boolean;
    readonly privacy: boolean;
    readonly disclaimer: string;
  };
  readonly form: FormModel | null;
}

export interface BlockModel {
  readonly id: string;
  readonly key: string;
  readonly label: string;
  /**
   * By setting key. Texts and options are strings, numbers numbers, flags booleans, colours `#rrggbb` or null, links
   * safe hrefs, an image a `PageImage` or null, several images `PageImage[]`, a menu a `MenuModel` or null, a form a
   * `FormModel` or null.
   */
  readonly values: Readonly<Record<string, BlockValue>>;
  /** The records that the block shows from the database, according to its settings. */
  readonly listings?: readonly ListingModel[];
  readonly testimonials?: readonly { readonly author: string; readonly quote: string }[];
  readonly staff?: readonly StaffModel[];
  readonly posts?: readonly PostModel[];
  readonly agency?: { readonly name: string; readonly address: string; readonly phone: readonly PhonePart[] } | null;
}
export type BlockValue = string | number | boolean | null | PageImage | readonly PageImage[] | MenuModel | FormModel;

export interface ListingModel {
  readonly href: string;
  readonly address: string;
  readonly suburb: string;
  readonly headline: string;
  readonly priceText: string;
  /** The label: "For sale", "Sold", "Under offer", "Leased", "For rent". */
  readonly status: string;
  readonly bedrooms: number;
  readonly bathrooms: number;
  readonly cars: number;
  readonly image: PageImage;
}
export interface StaffModel {
  readonly name: string;
  readonly position: string;
  readonly email: string;
  readonly phone: readonly PhonePart[];
  readonly image: PageImage;
}
export interface ArticleModel {
  readonly title: string;
  readonly date: string;
  readonly paragraphs: readonly string[];
  readonly image: PageImage | null;
}
export interface PostModel {
  readonly href: string;
  readonly title: string;
  readonly excerpt: string;
  readonly date: string;
  readonly image: PageImage;
}
