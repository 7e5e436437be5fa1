import type { Database } from '../connect.ts';
import { agencies, forms, listings, menuItems, menus, pages, posts, staff, testimonials } from '../tables/content.ts';
import { houseKind, type Pictures } from './files.ts';
import type { Look } from './looks.ts';
import { dateOf, domainOf, streets } from './names.ts';

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);
const pick = <T>(list: readonly [T, ...T[]], i: number): T => list[i % list.length] ?? list[0];

const menuNames = ['Main menu', 'Footer quick links', 'Legal', 'Homepage tiles'] as const;
type Item = readonly [label: string, href: string, below?: readonly (readonly [label: string, href: string])[]];

/** At most five items at the top with seven below each, as the theme with the least room allows. */
const items: Readonly<Record<(typeof menuNames)[number], readonly Item[]>> = {
  'Main menu': [
    [
      'Buy',
      '/listings?type=sale',
      [
        ['Homes for sale', '/listings?type=sale'],
        ['Open homes', '/open-homes'],
        ['Auctions', '/auctions'],
        ['New projects', '/projects'],
        ['Sold', '/listings?type=sold'],
      ],
    ],
    [
      'Rent',
      '/listings?type=rental',
      [
        ['Homes for rent', '/listings?type=rental'],
        ['Apply for a home', '/tenancy-application'],
        ['Report a repair', '/maintenance'],
      ],
    ],
    [
      'Sell',
      '/appraisal',
      [
        ['Book an appraisal', '/appraisal'],
        ['How we sell', '/selling'],
        ['What clients say', '/testimonials'],
      ],
    ],
    [
      'About',
      '/about-us',
      [
        ['Our team', '/our-team'],
        ['News and advice', '/posts'],
        ['Careers', '/careers'],
      ],
    ],
    ['Contact', '/contact-us'],
  ],
  'Footer quick links': [
    ['Homes for sale', '/listings?type=sale'],
    ['Homes for rent', '/listings?type=rental'],
    ['Book an appraisal', '/appraisal'],
    ['Our team', '/our-team'],
    ['Careers', '/careers'],
  ],
  Legal: [
    ['Privacy policy', '/privacy-policy'],
    ['Terms and conditions', '/terms-and-conditions'],
    ['Complaints', '/complaints'],
  ],
  'Homepage tiles': [
    ['Buy', '/listings?type=sale'],
    ['Rent', '/listings?type=rental'],
    ['Sell', '/appraisal'],
    ['Manage', '/property-management'],
  ],
};

/** Positions are numbered through both levels. */
function itemRows(menuId: number, list: readonly Item[]) {
  const rows: (typeof menuItems.$inferInsert)[] = [];
  for (const [label, href, below = []] of list) {
    const position = rows.length;
    rows.push({ menuId, position, parent: null, label, href });
    for (const [inner, to] of below) rows.push({ menuId, position: rows.length, parent: position, label: inner, href: to });
  }
  return rows;
}

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
const postTexts = [
  ['Five things to fix before you sell', 'Small repairs that every buyer sees first, what each costs, and which you can leave.'],
  ['What the spring market brings', 'More homes, more buyers: how to stand out among the first and be found by the second.'],
  ['A guide to your first auction', 'How bidding works, what to sign beforehand, and how to keep your head.'],
  ['Renting with pets', 'What you may ask, what you may be asked, and how to make a good case for the dog.'],
  ['How we photograph a house', 'A morning with our photographer: light, lenses, and why the beds are always made.'],
  ['Suburb report: the north side', 'Prices, schools and trains, street by street.'],
  ['Understanding strata levies', 'What they pay for, what they don’t, and how to read last year’s minutes.'],
  ['When to reprice a listing', 'Three signs that the market has answered, and what to do about it.'],
] as const;
const suburbs = ['Manly', 'Mosman', 'Dee Why', 'Neutral Bay', 'Freshwater', 'Byron Bay'] as const;
type Pair = readonly [string, string];
/** By the kind of house in the picture. */
const headlines: readonly [Pair, ...Pair[]] = [
  ['Light-filled family home, moments from the beach', 'Room to grow, and a garden to do it in'],
  ['Architect’s own house with northern light', 'Designed for long summers'],
  ['A terrace restored from the ground up', 'Walk to the village, the school and the sand'],
  ['Top-floor apartment with views to the harbour', 'First home or sound investment'],
  ['A cottage with a garden on all sides', 'All on one level, on a quiet street'],
  ['Weekender on the water’s edge', 'Wide verandah above the treetops'],
];
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
  'Sold in nine days, above what we hoped for, and we knew where we stood on every one of them.',
  'They answered every call, every time. We bought from overseas and never felt far away.',
  'The only agents who read the strata report, and told us what was in it.',
  'Our tenants stayed for six years. In all that time there was not one empty week.',
  'Honest about the price from the first meeting. They were right to the nearest ten thousand.',
  'Calm at the auction, which is more than I can say of us.',
] as const;
const authors = ['The Peterson family', 'Marta & Joel', 'R. Banerjee', 'Susan Whitlock', 'Tom Eriksen', 'Yuki Tanaka'] as const;
const fields = [
  { key: 'name', label: 'Name', type: 'textfield', required: true },
  { key: 'email', label: 'Email', type: 'email', required: true },
  { key: 'message', label: 'Message', type: 'textarea', required: false },
];

/** The records that the selects of the settings screens offer, and other screens show. */
export async function seedContent(tx: Database, websiteId: number, name: string, look: Look, pictures: Pictures): Promise<void> {
  const host = `${domainOf(name)}.example`;
  const made = await tx
    .insert(menus)
    .values(menuNames.map((menu) => ({ websiteId, name: menu })))
    .returning();
  await tx.insert(menuItems).values(
    made.flatMap(({ id, name: of }) => {
      const known = menuNames.find((menu) => menu === of);
      return known ? itemRows(id, items[known]) : [];
    }),
  );
  const pictured = (list: readonly string[], i: number) => list[i % list.length] ?? null;
  await tx
    .insert(pages)
    .values(pageTitles.map((title) => ({ websiteId, title, slug: title === 'Home' ? '' : title.toLowerCase().replace(/[^a-z]+/gu, '-') })));
  await tx
    .insert(forms)
    .values(formNames.map(([form, label], i) => ({ websiteId, name: form, label, fields, createdAt: dateOf(websiteId + i) })));
  await tx.insert(posts).values(
    postTexts.map(([title, excerpt], i) => ({
      websiteId,
      title,
      excerpt,
      body: `${excerpt}\n\nEvery home is different, and so is every street. Ask us about yours: ${name} answers, and it costs nothing.`,
      featured: i < 3,
      publishedAt: dateOf(websiteId * 7 + i),
      imageId: pictured([...pictures.rooms, ...pictures.houses], i + websiteId),
    })),
  );
  // Newest first, as pages show them: neighbours never have two pictures of one house.
  const listed = range(60)
    .map((i) => listingOf(i, websiteId))
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  await tx.insert(listings).values(
    listed.map((listing, i) => ({
      websiteId,
      ...listing,
      headline: pick(pick(headlines, houseKind(look, i)), Math.floor(i / headlines.length)),
      imageId: pictured(pictures.houses, i),
    })),
  );
  await tx.insert(staff).values(
    people.map((person, i) => ({
      websiteId,
      name: person,
      position: pick(positions, i),
      email: `${person.split(' ')[0]?.toLowerCase() ?? 'staff'}@${host}`,
      phone: `02 5550 ${String(1100 + i * 13)}`,
      featured: i < 7,
      imageId: pictured(pictures.people, i),
    })),
  );
  await tx.insert(testimonials).values(authors.map((author, i) => ({ websiteId, author, quote: pick(quotes, i), featured: i !== 5 })));
  await tx.insert(agencies).values(
    ['Head office', 'Beachside office'].map((office, i) => ({
      websiteId,
      name: `${name}, ${office}`,
      address: `${12 + i} ${pick(streets, i)}, ${pick(suburbs, i)} NSW`,
      phone: `02 5550 10${i}0`,
    })),
  );
}

/** Includes every kind of listing, and every status; leased listings were for rent. */
function listingOf(i: number, websiteId: number) {
  const status = pick(statuses, i);
  const kind = status === 'leased' || i % 10 === 6 ? 'rental' : i % 15 === 10 ? 'commercial' : i % 10 === 5 ? 'auction' : 'sale';
  const price = `$${(850 + i * 35).toLocaleString('en')},000`;
  const priceText = {
    sale: price,
    rental: `$${520 + i * 15} per week`,
    commercial: `$${(1400 + i * 60).toLocaleString('en')},000 + GST`,
    auction: 'Auction',
  }[kind];
  return {
    address: `${((i * 7) % 180) + 1} ${pick(streets, i)}`,
    suburb: pick(suburbs, i * 5),
    ...{ status, kind, priceText },
    featured: i % 3 !== 2,
    bedrooms: 1 + (i % 5),
    bathrooms: 1 + (i % 3),
    cars: i % 3,
    createdAt: dateOf(websiteId * 11 + i),
  };
}
