import { limits } from '#contract/limits.ts';
import type { FormModel } from '../themes/form-models.ts';
import type { FooterModel, MenuModel } from '../themes/page-model.ts';
import { phoneParts } from '#contract/phone-parts.ts';
import { logoNamed, type Parts } from './header-model.ts';
import { safeHref } from './safe-href.ts';

/**
 * Classic (byron) has more settings about the agency, the others more about the look: settings that a theme's form does not have are
 * ignored.
 */
export function footerModel({ theme, siteTitle, settings, brand, logos, menu }: Parts, form: FormModel | null): FooterModel {
  const isClassic = theme === 'byron';
  const text = settings.text;
  const modern = (key: string) => (isClassic ? '' : text(key));
  const classic = (key: string) => (isClassic ? text(key) : '');
  const white = { color: '#ffffff', hover: '#e6e6e6' };
  const background = brand.pair(modern('footer_background_color')) ??
    brand.pair('primary-500') ?? { color: brand.colors.primary, hover: brand.colors.primary };
  const lines = [
    text('footer_address_line_1'),
    text('footer_address_line_2'),
    [text('footer_state'), text('footer_postcode')].filter(Boolean).join(' '),
    classic('footer_country'),
  ];
  return {
    logo: logoNamed(logos, isClassic && text('unique_footer_logo') === 'tertiary_logo' ? '' : text('unique_footer_logo')),
    logoLink: {
      label: siteTitle,
      href: safeHref(text('footer_logo_link_url')) ?? '/',
      newTab: text('footer_logo_link_target') === '_blank',
    },
    colors: { background, font: brand.pair(modern('footer_font_color')) ?? white },
    tagline: modern('footer_tagline'),
    contact: {
      shown: !settings.flag(isClassic ? 'hide_agency_details' : 'footer_hide_contact_details'),
      title: modern('contact_details_title'),
      agencyName: classic('footer_agency_name') || siteTitle,
      lines: lines.filter((line) => line !== ''),
      phone: phoneParts(text('footer_phone'), settings.text('country')),
      fax: classic('footer_fax'),
      email: text('footer_email'),
      openingHours: classic('footer_agency_opening_hours'),
    },
    quickLinks: { title: modern('quick_links_title'), menu: isClassic ? null : short(menu('quick_links_menu')) },
    legal: {
      title: modern('legal_menu_title'),
      menu: short(menu('legal_menu')),
      terms: isClassic && settings.flag('display_terms_and_conditions'),
      privacy: isClassic && settings.flag('display_privacy_policy'),
      disclaimer: text('legal_disclaimer'),
    },
    form,
  };
}

const short = (menu: MenuModel | null): MenuModel | null => menu && { ...menu, items: menu.items.slice(0, limits.footerMenuItems) };
