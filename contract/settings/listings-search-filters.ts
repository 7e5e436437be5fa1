import type { Field } from '../fields/field.ts';
import type { Section } from './screen.ts';

const filters = [
  ['buy_lease', 'Buy or lease'],
  ['free', 'Free text'],
  ['suburbs', 'Suburbs'],
  ['price_range', 'Price range'],
  ['beds', 'Beds'],
  ['baths', 'Baths'],
  ['cars', 'Cars'],
  ['type', 'Type'],
  ['category', 'Category'],
  ['property_id', 'Property ID'],
  ['build_area', 'Build area'],
  ['land_area', 'Land area'],
  ['new_homes', 'New homes'],
  ['auctions', 'Auctions'],
  ['availability', 'Availability'],
  ['state', 'State'],
  ['features', 'Features'],
  ['tags', 'Tags'],
  ['agency', 'Agency'],
] as const;
const shownAtFirst: readonly string[] = ['buy_lease', 'suburbs', 'price_range', 'beds', 'baths', 'cars', 'type'];

interface Filters {
  readonly table: NonNullable<Section['table']>;
  /** One Show/Hide toggle for each filter. */
  readonly toggles: readonly Field[];
}

const filtersOf = (set: string, name: string): Filters => ({
  table: { columns: ['Show'], rows: filters.map(([filter, label]) => ({ label, keys: [`${set}_${filter}`] })) },
  toggles: filters.map(([filter, label]) => ({
    kind: 'toggle',
    key: `${set}_${filter}`,
    label: `${label} in ${name}`,
    default: shownAtFirst.includes(filter),
  })),
});

export const basicFilters = filtersOf('listing_search_filters', 'Basic');
export const advancedFilters = filtersOf('listing_search_advanced_filters', 'Advanced');
