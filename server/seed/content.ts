import type { Database } from '../connect.ts';
import { agencies, forms, listings, menus, pages, posts, staff, testimonials } from '../tables/content.ts';
import { dateOf, domainOf } from './names.ts';

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);
const pick = <T>(list: readonly [T, ...T[]], i: number): T => list[i % list.length] ?? list[0];

const menuNames = ['Main menu', 'Footer quick links', 'Legal', 'Homepage tiles'] as const;
const pageTitles = [
  'Home',
  'About us',
  'Our team',
  'Selling',
  'Buying',
  'Renting',
  'Property management',
  'Appraisal',
  'Contact us',
  'Careers',
  'Privacy policy',
  'Terms and conditions',
] as const;
const formNames = [
  ['contact', 'Contact us'],
  ['appraisal', 'Book an appraisal'],
  ['newsletter', 'Newsletter'],
  ['inspection', 'Book an inspection'],
  ['maintenance', 'Maintenance request'],
] as const;
const postTitles = [
  'Five things to fix before you sell',
  'What the spring market brings',
  'A guide to your first auction',
  'Renting with pets',
  'How we photograph a house',
  'Suburb report: the north side',
  'Understanding strata levies',
  'When to reprice a listing',
] as const;
const streets = [
  'Ocean Street',
  'Pittwater Road',
  'Military Road',
  'Victoria Avenue',
  'Bay Street',
  'Sunrise Crescent',
  'Headland Road',
] as const;
const suburbs = ['Manly', 'Mosman', 'Dee Why', 'Neutral Bay', 'Freshwater', 'Byron Bay'] as const;
const statuses = ['available', 'available', 'under_offer', 'sold', 'leased'] as const;
const people = [
  'Amelia Hart',
  'Ben Okafor',
  'Chloe Nguyen',
  'Daniel Rossi',
  'Ella Brandt',
  'Farid Haddad',
  'Grace Lim',
  'Hugo Silva',
  'Isla Murray',
] as const;
const positions = ['Principal', 'Sales agent', 'Property manager', 'Auctioneer', 'Office manager'] as const;
const quotes = [
  'Sold in nine days, above what we hoped for.',
  'They answered every call, every time.',
  'The only agents who read the strata report.',
  'Our tenants stayed for six years.',
  'Honest about the price from the first meeting.',
] as const;
const authors = ['The Peterson family', 'Marta & Joel', 'R. Banerjee', 'Susan Whitlock', 'Tom Eriksen', 'Yuki Tanaka'] as const;
const fields = [
  { key: 'name', label: 'Name', type: 'textfield', required: true },
  { key: 'email', label: 'Email', type: 'email', required: true },
  { key: 'message', label: 'Message', type: 'textarea', required: false },
];

/** What the selects of the settings screens choose from, and later screens show. */
export async function seedContent(tx: Database, websiteId: number, name: string): Promise<void> {
  const host = `${domainOf(name)}.example`;
  await tx.insert(menus).values(menuNames.map((menu) => ({ websiteId, name: menu })));
  await tx
    .insert(pages)
    .values(pageTitles.map((title) => ({ websiteId, title, slug: title === 'Home' ? '' : title.toLowerCase().replace(/[^a-z]+/gu, '-') })));
  await tx
    .insert(forms)
    .values(
      formNames.map(([form, label], i) => ({ websiteId, name: form, label, definition: { fields }, createdAt: dateOf(websiteId + i) })),
    );
  await tx.insert(posts).values(
    postTitles.map((title, i) => ({
      websiteId,
      title,
      excerpt: `${title}, by ${name}.`,
      featured: i < 3,
      publishedAt: dateOf(websiteId * 7 + i),
    })),
  );
  await tx.insert(listings).values(
    range(60).map((i) => ({
      websiteId,
      address: `${((i * 7) % 180) + 1} ${pick(streets, i)}`,
      suburb: pick(suburbs, i * 5),
      status: pick(statuses, i),
      priceText: `$${(850 + i * 35).toLocaleString('en')},000`,
      bedrooms: 1 + (i % 5),
      bathrooms: 1 + (i % 3),
      createdAt: dateOf(websiteId * 11 + i),
    })),
  );
  await tx.insert(staff).values(
    people.map((person, i) => ({
      websiteId,
      name: person,
      position: pick(positions, i),
      email: `${person.split(' ')[0]?.toLowerCase() ?? 'staff'}@${host}`,
      phone: `02 5550 ${String(1100 + i * 13)}`,
    })),
  );
  await tx.insert(testimonials).values(authors.map((author, i) => ({ websiteId, author, quote: pick(quotes, i), featured: i % 2 === 0 })));
  await tx.insert(agencies).values(
    ['Head office', 'Beachside office'].map((office, i) => ({
      websiteId,
      name: `${name}, ${office}`,
      address: `${12 + i} ${pick(streets, i)}`,
      phone: `02 5550 10${i}0`,
    })),
  );
}
