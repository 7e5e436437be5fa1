import type { Field } from '../fields/field.ts';
import { listingStats } from './listing-stats.ts';
import { settingsScreen } from './screen.ts';

const checkbox = (key: string, label: string): Field => ({ kind: 'checkbox', key, label });
const auctionFees = 'Auction fees label and description must both be set for either to apply.';

export const listingsSettings = settingsScreen({
  id: 'listings-settings',
  path: 'admin/listing-settings',
  aliases: ['admin/listing-settings-native'],
  title: 'Listings Settings',
  category: 'listings',
  rules: [{ kind: 'bothOrNeither', keys: ['auction_fees_label', 'auction_fees_description'], message: auctionFees }],
  sections: [
    {
      title: 'Prices',
      fields: [
        {
          kind: 'select',
          key: 'display_currency',
          label: 'Display currency',
          options: ['AUD', 'GBP', 'NZD', 'USD', 'EUR', 'AED'].map((label) => ({ value: label.toLowerCase(), label })),
          default: 'aud',
        },
        {
          kind: 'checkbox',
          key: 'display_currency_use_currency_code',
          label: 'Use currency code',
          help: 'Prices show the code, such as AUD, in place of the sign.',
        },
      ],
    },
    {
      title: 'Display',
      fields: [
        checkbox('listings_hide_marketing_headline', 'Hide marketing headline'),
        checkbox('listings_hide_agents', 'Hide agents'),
        checkbox('listings_hide_agency', 'Hide agency'),
        checkbox('hide_listings_from_maps_when_address_hidden', 'Hide listings from maps when the address is hidden'),
        checkbox('show_listing_sale_date', 'Show listing sale date'),
        {
          kind: 'radio',
          key: 'listings_available_now_text',
          label: 'Available now text',
          options: [
            { value: 'date', label: 'Date' },
            { value: 'text', label: 'Text' },
          ],
          default: 'date',
          help: 'Shown on rentals that are available now: a date, or a text.',
        },
        {
          kind: 'select',
          key: 'single_listing_page_layout',
          label: 'Single listing page layout',
          options: [
            { value: 'full_banner', label: 'Full banner' },
            { value: 'inset_primary_image', label: 'Inset primary image' },
          ],
          default: 'full_banner',
        },
        { kind: 'text', key: 'listings_external_link_label', label: 'External link label', default: 'External Link' },
        {
          kind: 'text',
          key: 'listings_external_link_label_rentals',
          label: 'External link label for rentals',
          default: 'External Link',
        },
      ],
    },
    {
      title: 'Open homes and auctions',
      fields: [
        {
          kind: 'text',
          digits: true,
          key: 'open_homes_show_for_x_hours_after',
          label: 'Hours that open homes stay listed',
          help: 'Counted from their start. Blank or zero hides events immediately once they have started.',
        },
        { kind: 'text', key: 'auction_fees_label', label: 'Auction fees label', help: auctionFees },
        { kind: 'multiline', key: 'auction_fees_description', label: 'Auction fees description', help: auctionFees },
      ],
    },
    listingStats,
    {
      title: 'Custom content',
      fields: [
        { kind: 'code', language: 'html', key: 'custom_listing_categories', label: 'Custom listing categories' },
        { kind: 'code', language: 'html', key: 'listings_custom_content_auction', label: 'Custom content for auctions' },
      ],
    },
  ],
  events: { save: 'updated listings settings' },
});
