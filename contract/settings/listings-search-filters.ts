import type { Field } from '../fields/field.ts';

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

/** One Show/Hide toggle for each filter of a set. */
export function filterToggles(set: 'listing_search_filters' | 'listing_search_advanced_filters'): readonly Field[] {
  return filters.map(([name, label]) => ({ kind: 'toggle', key: `${set}_${name}`, label, default: shownAtFirst.includes(name) }));
}
