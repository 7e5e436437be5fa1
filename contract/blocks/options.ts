import { brandColorOptions } from '../settings/brand-colors.ts';
import type { Option } from '../fields/field.ts';

const options = (...pairs: readonly (readonly [value: string, label: string])[]): readonly Option[] =>
  pairs.map(([value, label]) => ({ value, label }));

export const testimonialOptions = options(['featured', 'Featured'], ['all', 'All']);
export const blogOptions = options(['featured_posts', 'Featured Blog Posts'], ['latest_posts', 'Last Updated Blog Posts']);
export const staffOptions = options(['featured', 'Featured'], ['all', 'All']);

export const listingsOptions = options(
  ['featured_available', 'Featured, available'],
  ['featured_all', 'Featured, all'],
  ['recent_all', 'Recent, all'],
  ['recent_avail_all', 'Recent, available'],
  ['recent_avail_sales', 'Recent, available for sale'],
  ['recent_avail_rental', 'Recent, available for rent'],
  ['recent_avail_commercial', 'Recent, available commercial'],
  ['recent_avail_auction', 'Recent, going to auction'],
  ['recent_sold_leased_all', 'Recent, sold and leased'],
  ['recent_sold_sales', 'Recent, sold'],
  ['recent_leased_rental', 'Recent, leased'],
  ['recent_sales', 'Recent sales'],
  ['recent_rental', 'Recent rentals'],
);

export const columnAmountOptions = options(['three_columns', 'Three columns'], ['four_columns', 'Four columns']);
export const listingsContentOptions = options(['address', 'Address'], ['price', 'Price'], ['marketing', 'Marketing headline']);
export const maxColumnsOptions = options(['2', '2'], ['3', '3'], ['4', '4']);

export const optionalComponentOptions: readonly Option[] = [
  ...options(['property_search', 'Property search'], ['cta_buttons', 'Call-to-action buttons'], ['none', 'None']),
  { value: 'quick_menu', label: 'Quick menu', themes: ['minimal'] },
  { value: 'quick_menu_sidebar', label: 'Quick menu at the side', themes: ['minimal'] },
];

export const alignmentOptions = options(['left', 'Left'], ['right', 'Right'], ['center', 'Center']);
export const containerOptions = options(['left', 'Left'], ['center', 'Center']);
export const colorVariantOptions: readonly Option[] = [
  { value: 'light1', label: 'White' },
  { value: 'light2', label: 'Grey' },
];

/** The brand colours as blocks name them; they look like the named theme colours. */
const brandNames = {
  primary: 'primary-500',
  'primary-light': 'primary-600',
  'primary-dark': 'primary-400',
  secondary: 'secondary-500',
  'secondary-light': 'secondary-600',
  'secondary-dark': 'secondary-400',
  white: 'white',
  black: 'dark',
} as const;
export const brandColorVariantOptions: readonly Option[] = Object.entries(brandNames).flatMap(([value, name]) => {
  const look = brandColorOptions.find((option) => option.value === name);
  return look ? [{ ...look, value }] : [];
});

export const blockVariantOptions = options(['one', 'One'], ['two', 'Two'], ['three', 'Three']);
export const launchpadVariantOptions = options(
  ['display-two', 'Two cards'],
  ['display-three', 'Three cards'],
  ['display-four', 'Four cards'],
);
export const bannerHeightOptions = options(['100', '100 %'], ['75', '75 %'], ['50', '50 %']);
