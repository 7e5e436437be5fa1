import { hints } from './hints.ts';
import { settingsScreen } from './screen.ts';

const term = (key: string, label: string, standard: string) =>
  ({ kind: 'text', key: `terminology_${key}`, label, placeholder: standard, maxLength: 100 }) as const;

export const customTerminology = settingsScreen({
  id: 'custom-terminology',
  path: 'admin/terminology',
  title: 'Custom Terminology',
  category: 'listings',
  hints,
  sections: [
    {
      title: 'Listing Status',
      description: 'Only the words change: a status keeps its meaning. Leave a field empty for the standard word.',
      fields: [
        term('available', 'Available', 'Available'),
        term('underoffer', 'Under offer', 'Under Offer'),
        term('sold', 'Sold', 'Sold'),
        term('buy', 'Buy', 'Buy'),
        term('lease', 'Lease', 'Lease'),
        term('leased', 'Leased', 'Leased'),
        term('letagreed', 'Let agreed', 'Let Agreed'),
      ],
    },
    {
      title: 'Residential Listings',
      fields: [term('residential_buildarea', 'Build area', 'Build Area'), term('residential_landarea', 'Land area', 'Land Area')],
    },
    {
      title: 'Commercial Listings',
      fields: [term('commercial_buildarea', 'Build area', 'Build Area'), term('commercial_landarea', 'Land area', 'Land Area')],
    },
  ],
  events: { page: 'Custom Terminology', save: 'updated custom terminology' },
});
