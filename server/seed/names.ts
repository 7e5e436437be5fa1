const places = [
  'Avalon',
  'Balmoral',
  'Cremorne',
  'Dee Why',
  'Eastwood',
  'Freshwater',
  'Gordon',
  'Hornsby',
  'Ivanhoe',
  'Killara',
  'Lane Cove',
  'Mosman',
  'Narrabeen',
  'Oatlands',
  'Palm Beach',
  'Roseville',
  'Seaforth',
  'Turramurra',
  'Wahroonga',
  'Willoughby',
] as const;
export const streets = [
  'Ocean Street',
  'Pittwater Road',
  'Military Road',
  'Victoria Avenue',
  'Bay Street',
  'Sunrise Crescent',
  'Headland Road',
] as const;

const trades = ['Property', 'Real Estate', 'Homes', 'Residential', 'Estate Agents'] as const;

/** Different for each number below 100. */
export function agencyName(i: number): string {
  return `${places[i % places.length]} ${trades[Math.floor(i / places.length) % trades.length]}`;
}

export function domainOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/gu, '');
}

const first = Date.UTC(2019, 1, 4, 9, 30);
const dayMs = 86_400_000;

/** Dates over several years, in an order that does not follow the ids. */
export function dateOf(i: number): Date {
  return new Date(first + ((i * 977) % 2500) * dayMs + ((i * 37) % 600) * 60_000);
}

/** So many days before the day of `now` (UTC), at a minute of that day. */
export function daysBefore(now: Date, days: number, minute: number): Date {
  return new Date((Math.floor(now.getTime() / dayMs) - days) * dayMs + minute * 60_000);
}
