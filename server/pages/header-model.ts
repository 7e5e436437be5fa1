import type { ThemeKey } from '#contract/entities/website.ts';
import { header } from '#contract/settings/header.ts';
import { shownSections } from '#contract/settings/screen.ts';
import type { ColorPair, HeaderModel, Logo, MenuModel } from '../themes/page-model.ts';
import { phoneParts } from '#contract/phone-parts.ts';
import type { BrandPalette } from './colors.ts';
import { safeHref } from './safe-href.ts';
import type { SiteSettings } from './site-settings.ts';

/** The input of header and footer. */
export interface Parts {
  readonly theme: ThemeKey;
  readonly siteTitle: string;
  readonly settings: SiteSettings;
  readonly brand: BrandPalette;
  readonly logos: LogoChoices;
  readonly menu: (key: string) => MenuModel | null;
}

export interface LogoChoices {
  readonly desktop: Logo | null;
  readonly mobile: Logo | null;
  readonly secondary: Logo | null;
  readonly tertiary: Logo | null;
}

/** The colours of the theme's own form: values that another theme's form left behind would override them. */
const colorKeys = (theme: ThemeKey): readonly string[] =>
  shownSections(header, { theme, value: () => undefined, setting: () => undefined })
    .flatMap(({ fields }) => fields)
    .flatMap(({ kind, key }) => (kind === 'themeColor' ? [key] : []));

/** The minimal theme's menu has no room for more. */
const minimalMenu = { items: 5, below: 7 };

/** `desktop_logo` is the primary one, and the default for any other value. */
export function logoNamed(logos: LogoChoices, name: string): Logo | null {
  const chosen = name === 'secondary_logo' ? logos.secondary : name === 'tertiary_logo' ? logos.tertiary : logos.desktop;
  return chosen ?? logos.desktop;
}

export function headerModel({ theme, settings, brand, logos, menu }: Parts): HeaderModel {
  const contactHref = theme === 'versatile' ? safeHref(settings.text('versatile_header_contact_link')) : null;
  const main = menu('header_menu');
  return {
    menu: main && theme === 'minimal' ? shortened(main) : main,
    // Byron's form has no choice of logos.
    logo: theme === 'byron' ? logos.desktop : logoNamed(logos, settings.text('default_header_logo')),
    transparentLogo: theme === 'byron' ? logos.desktop : logoNamed(logos, settings.text('transparent_header_logo') || 'secondary_logo'),
    behaviour: settings.text('header_behaviour') === 'hide_and_seek' ? 'hide_and_seek' : 'full_stick',
    transparent: theme === 'byron' ? settings.flag('transparent_header') : !settings.flag('disable_transparent_header'),
    hideLogoWhileTransparent: settings.flag('transparent_header_hide_logo'),
    boxedLogo: theme === 'byron' && settings.flag('boxed_logo'),
    style: theme === 'minimal' && settings.text('main_menu_style') !== 'header' ? 'overlay' : 'header',
    contactLink: contactHref === null ? null : { label: 'Contact us', href: contactHref, newTab: false },
    contact: {
      shown: settings.flag('show_contact_details'),
      phone: phoneParts(settings.text('header_phone'), settings.text('country')),
      email: settings.text('header_email'),
      address: settings.text('header_address'),
    },
    blogFeature: settings.text('blog_feature_size') === 'contain' ? 'contain' : 'cover',
    colors: Object.fromEntries(
      colorKeys(theme).flatMap((key): [string, ColorPair][] => {
        const pair = brand.pair(settings.text(key));
        return pair ? [[key, pair]] : [];
      }),
    ),
  };
}

function shortened(menu: MenuModel): MenuModel {
  const items = menu.items.slice(0, minimalMenu.items).map((item) => ({ ...item, items: item.items.slice(0, minimalMenu.below) }));
  return { ...menu, items };
}
