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

const sets = [
  ['listing_search_filters', 'Basic'],
  ['listing_search_advanced_filters', 'Advanced'],
] as const;
const keyOf = (set: string, name: string): string => `${set}_${name}`;

/** The rows are the filters, the columns the two sets. */
export const filterTable: NonNullable<Section['table']> = {
  columns: sets.map(([, column]) => column),
  rows: filters.map(([name, label]) => ({ label, keys: sets.map(([set]) => keyOf(set, name)) })),
};

/** One Show/Hide toggle for each filter of each set. */
export const filterToggles: readonly Field[] = sets.flatMap(([set, column]) =>
  filters.map(
    ([name, label]): Field => ({
      kind: 'toggle',
      key: keyOf(set, name),
      label: `${label} in ${column}`,
      default: shownAtFirst.includes(name),
    }),
  ),
);
