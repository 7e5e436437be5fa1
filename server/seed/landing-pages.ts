import type { FieldValue } from '#contract/fields/field.ts';

const banners = [
  ['posts_landing_page', 'News and advice', 'What moves the market, and what to make of it.'],
  ['listings_landing_page', 'Find a home', null],
  ['openhomes_landing_page', 'Open homes', 'Come and see: this week’s inspections.'],
  ['auctions_landing_page', 'Auctions', 'Where the hammer falls next.'],
  ['staff_landing_page', 'Our people', 'Who you will be talking to.'],
  ['testimonials_landing_page', 'What clients say', 'In their own words.'],
  ['projects_landing_page', 'Projects', 'New homes, from the first plan to the keys.'],
] as const;

/** The required settings of the landing pages: titles and subtitles. */
export function landingDemo(name: string): Readonly<Record<string, FieldValue>> {
  const titles = banners.flatMap(([prefix, title, subtitle]) => [
    [`${prefix}_banner_title`, title] as const,
    ...(subtitle === null ? [] : [[`${prefix}_subtitle`, subtitle] as const]),
  ]);
  return {
    ...Object.fromEntries(titles),
    projects_title: 'Individual projects',
    projects_description: `Developments that ${name} has the honour to sell.`,
  };
}
