import type { SiteSettings } from './site-settings.ts';

/** A website's labels for its listings: its own terms where it has some, and its format for suburbs. */
export function listingLabels(settings: SiteSettings) {
  const term = (key: string, standard: string) => settings.text(`terminology_${key}`) || standard;
  const formatter = settings.text('suburb_formatter');
  return {
    /** Of the tabs of a search. */
    search: { sale: term('buy', 'Buy'), rental: term('lease', 'Rent'), sold: term('sold', 'Sold') },
    status(status: string, kind: string): string {
      const isRental = kind === 'rental';
      if (status === 'sold') return term('sold', 'Sold');
      if (status === 'leased') return term('leased', 'Leased');
      if (status === 'under_offer') return isRental ? term('letagreed', 'Let agreed') : term('underoffer', 'Under offer');
      const available = term('available', '');
      return isRental ? term('lease', available || 'For rent') : term('buy', available || (kind === 'auction' ? 'Auction' : 'For sale'));
    },
    suburb(name: string): string {
      if (formatter === 'uppercase') return name.toUpperCase();
      if (formatter === 'lowercase') return name.toLowerCase();
      return formatter === 'capitalise' ? name.toLowerCase().replaceAll(/(^|[\s-])\p{L}/gu, (start) => start.toUpperCase()) : name;
    },
  };
}
