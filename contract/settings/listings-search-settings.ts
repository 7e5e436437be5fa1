import type { Field } from '../fields/field.ts';
import { prices } from '../fields/text-format.ts';
import { advancedFilters, basicFilters } from './listings-search-filters.ts';
import { settingsScreen } from './screen.ts';

const checkbox = (key: string, label: string, initially = false): Field => ({ kind: 'checkbox', key, label, default: initially });
const increments = (key: string, label: string): Field => ({
  kind: 'code',
  language: 'text',
  format: prices,
  key,
  label,
  help: 'One price per line, digits alone.',
});

export const listingsSearchSettings = settingsScreen({
  id: 'listings-search-settings',
  path: 'admin/listing-search',
  aliases: ['admin/listing-search-native'],
  title: 'Listings Search Settings',
  category: 'listings',
  saveButtons: 'eachSection',
  rules: [
    {
      kind: 'oneOn',
      keys: ['listing_search_show_gallery', 'listing_search_show_list', 'listing_search_show_map'],
      message: 'Show at least one view.',
    },
    {
      kind: 'choiceIsOn',
      key: 'listing_search_default_view',
      on: { gallery: 'listing_search_show_gallery', list: 'listing_search_show_list', map: 'listing_search_show_map' },
      message: 'This view is not shown. Show it, or choose another.',
    },
  ],
  sections: [
    {
      title: 'Available Views',
      fields: [
        checkbox('listing_search_show_gallery', 'Show gallery', true),
        checkbox('listing_search_show_list', 'Show list', true),
        checkbox('listing_search_show_map', 'Show map', true),
        {
          kind: 'select',
          key: 'listing_search_default_view',
          label: 'Default view',
          options: [
            { value: 'gallery', label: 'Gallery' },
            { value: 'list', label: 'List' },
            { value: 'map', label: 'Map' },
          ],
          default: 'gallery',
        },
        checkbox('listing_search_preserve_image_aspect', 'Preserve image aspect'),
        {
          kind: 'text',
          digits: true,
          key: 'listing_new_for_x_days',
          label: 'Days that listings count as new',
          help: "Blank or zero removes the 'New' label.",
        },
        {
          kind: 'select',
          key: 'listings_default_sold_order',
          label: 'Default sold order',
          options: [
            { value: 'oldest_first', label: 'Oldest first' },
            { value: 'oldest_last', label: 'Oldest last' },
          ],
          default: 'oldest_first',
        },
      ],
    },
    {
      title: 'Basic Filters',
      description: 'Shown at once.',
      table: basicFilters.table,
      fields: [
        {
          kind: 'select',
          key: 'listing_search_filters_status_default',
          label: 'Default status',
          options: [
            { value: 'all', label: 'All' },
            { value: 'available', label: 'Available' },
            { value: 'available_under_contract', label: 'Available and under contract' },
            { value: 'sold', label: 'Sold' },
          ],
          default: 'all',
        },
        {
          kind: 'radio',
          key: 'listing_search_filters_buy_lease_default',
          label: 'Default for buy or lease',
          options: [
            { value: 'sale', label: 'Sale' },
            { value: 'rental', label: 'Rental' },
          ],
          default: 'sale',
        },
        ...basicFilters.toggles,
      ],
    },
    {
      title: 'Advanced Filters',
      description: 'Shown after a click.',
      table: advancedFilters.table,
      fields: advancedFilters.toggles,
    },
    {
      title: 'Custom Price Increments',
      fields: [increments('price_increments', 'Price increments'), increments('rental_price_increments', 'Rental price increments')],
    },
  ],
  events: { save: 'updated listings search settings' },
});
