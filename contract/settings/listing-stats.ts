import type { Field } from '../fields/field.ts';
import type { Section } from './screen.ts';

const kinds = [
  ['residential', 'Residential'],
  ['rural', 'Rural'],
  ['land', 'Land'],
  ['commercial', 'Commercial'],
  ['business', 'Business'],
  ['holiday', 'Holiday'],
] as const;
const stats = [
  ['bedrooms', 'Bedrooms'],
  ['sleeps', 'Sleeps'],
  ['bathrooms', 'Bathrooms'],
  ['cars', 'Cars'],
  ['land_area', 'Land area'],
  ['build_area', 'Build area'],
] as const;
const key = (kind: string, stat: string): string => `listing_stats_${kind}_${stat}`;

/** The statistics in a listing's summary, for each kind of listing: six by six. */
export const listingStats: Section = {
  title: 'Listing stats',
  description: 'What the summary of a listing shows, for each kind of listing.',
  table: {
    columns: stats.map(([, label]) => label),
    rows: kinds.map(([kind, label]) => ({ label, keys: stats.map(([stat]) => key(kind, stat)) })),
  },
  fields: kinds.flatMap(([kind, kindLabel]) =>
    stats.map(
      ([stat, label]): Field => ({ kind: 'toggle', key: key(kind, stat), label: `${kindLabel}: ${label.toLowerCase()}`, default: true }),
    ),
  ),
};
