import { blockCatalogue } from '#contract/blocks/catalogue.ts';
import type { BlockDeclaration } from '#contract/blocks/declaration.ts';
import { footerBlockKey } from '#contract/blocks/footer-block.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { type FormField, formFieldDefaults } from '#contract/forms/form-field.ts';
import { formModel } from '../../pages/form-model.ts';
import type { FormModel } from '../form-models.ts';
import type { BlockModel, BlockValue, ListingModel, MenuModel, PageModel, PostModel, StaffModel } from '../page-model.ts';
import { markImage, portraitImage, scene } from './scenes.ts';

const base = '/sites/harbour.localhost';
const link = (label: string, href: string) => ({ label, href, newTab: false });

const menu: MenuModel = {
  name: 'Main menu',
  items: [
    {
      ...link('Buy', '/listings?type=sale'),
      items: [link('Houses', '/listings?kind=house'), link('Apartments', '/listings?kind=flat'), link('Open homes', '/open-homes')],
    },
    { ...link('Rent', '/listings?type=rental'), items: [] },
    { ...link('Sell', '/appraisal'), items: [link('Book an appraisal', '/appraisal'), link('Recent sales', '/sold')] },
    { ...link('About us', '/about-us'), items: [] },
    { ...link('Advice', '/posts'), items: [] },
  ],
};

export const otherMenu: MenuModel = {
  name: 'Legal',
  items: ['Privacy', 'Complaints', 'Accessibility', 'Sitemap'].map((label) => ({ ...link(label, `/${label.toLowerCase()}`), items: [] })),
};

const control = (type: FormField['type'], key: string, label: string, more: Partial<FormField> = {}): FormField => ({
  ...{ type, key, label, name: key },
  ...formFieldDefaults,
  ...more,
});
const choices = (...labels: readonly string[]) => ({ values: labels.map((label) => ({ value: label.toLowerCase(), label })) });

const formOf = (label: string, fields: readonly FormField[]) =>
  formModel({ id: 1, name: label, label, description: '', wantsCaptcha: false, fields }, '');

export const sampleForm: FormModel = formOf('Book an appraisal', [
  control('text', 'name', 'Your name', { required: true }),
  control('email', 'email', 'Email', { required: true, help: 'We answer to this address.' }),
  control('select', 'interest', 'I would like to', choices('Sell', 'Let', 'Buy')),
  control('radio', 'when', 'When', choices('Now', 'Later')),
  control('textarea', 'message', 'Message', { placeholder: 'Tell us about your home' }),
  control('checkbox', 'news', 'Send me news of the area'),
]);

const listings: readonly ListingModel[] = [
  ['12 Harbour Street', 'Northbridge', 'Light-filled family home by the water', '$1,850,000', 'For sale'],
  ['4/38 Orchard Road', 'Mill Hill', 'A garden apartment on a quiet street', '$720 per week', 'For rent'],
  ['7 Kiln Lane', 'Old Town', 'Warehouse conversion with a roof terrace', 'Auction 12 December', 'Under offer'],
  ['91 Ridge Avenue', 'Northbridge', 'Views to the hills from every room', '$2,400,000', 'For sale'],
  ['3 Willow Close', 'Fernside', 'Single level, and walk to the village', '$985,000', 'Sold'],
  ['25 Station Parade', 'Mill Hill', 'Corner terrace, restored throughout', 'Contact agent', 'For sale'],
].map(([address = '', suburb = '', headline = '', priceText = '', status = ''], at) => ({
  href: `/listings/${at}`,
  address,
  suburb,
  headline,
  priceText,
  status,
  bedrooms: 2 + (at % 4),
  bathrooms: 1 + (at % 3),
  cars: at % 3,
  image: scene(at, `${address}, ${suburb}`),
}));

const testimonials = [
  {
    author: 'Ines and Tom, Northbridge',
    quote: 'They told us what our home was worth, told us why, and sold it for more. We never had to ask twice.',
  },
  { author: 'Grace Okafor', quote: 'Honest from the first call to the day we got the keys.' },
  {
    author: 'Martin Hale, landlord',
    quote: 'Ten years of looking after two flats, and not one empty month. I recommend them to everyone.',
  },
  { author: 'Wen Li', quote: 'We bought from overseas. They sent plans, films and answers at any hour.' },
];

const staff: readonly StaffModel[] = [
  ['Amelia Hart', 'Director'],
  ['Jonas Weber', 'Sales'],
  ['Priya Nair', 'Property management'],
  ['Samuel Osei', 'Auctioneer'],
  ['Clara Moreau', 'Sales'],
  ['Ruth Adeyemi', 'Leasing'],
  ['Leo Marsh', 'Client care'],
].map(([name = '', position = ''], at) => ({
  name,
  position,
  email: `${name.split(' ')[0]?.toLowerCase()}@harbour.test`,
  phone: [{ text: `0400 000 00${at}`, href: `tel:+6140000000${at}` }],
  image: portraitImage(at, name),
}));

const posts: readonly PostModel[] = [
  ['Five things to fix before you sell', 'Small repairs that buyers see first, and what each costs.'],
  ['What the spring market brings', 'More homes, more buyers, and how to stand out among them.'],
  ['A guide to your first auction', 'How bidding works, and how to keep your head.'],
  ['Renting with pets', 'What you may ask, and what you may be asked.'],
].map(([title = '', excerpt = ''], at) => ({
  href: `/posts/${at}`,
  title,
  excerpt,
  date: `${4 + at} November 2026`,
  image: scene(at + 2, ''),
}));

/** Values for which a block's declared default is not enough: selected records, and pictures. */
function filled(key: string, type: string, declared: unknown, at: number): BlockValue {
  if (type === 'image') return scene(at + Number.parseInt(key.split('_')[1] ?? '', 10) || at, 'A house of the area');
  if (key === 'logos') return [0, 1, 2, 3, 4, 5].map(markImage);
  if (type === 'multi-image') return [scene(4, 'A house in the evening'), scene(0, 'A long low house')];
  if (type === 'menu' || type === 'menu-dropdown') return menu;
  if (type === 'form') return key === 'cover_form' ? null : sampleForm;
  return typeof declared === 'string' || typeof declared === 'number' || typeof declared === 'boolean' ? declared : null;
}

function blockOf(declaration: BlockDeclaration, at: number): BlockModel {
  const { key, label, settings } = declaration;
  return {
    id: `b${at}`,
    key,
    label,
    values: Object.fromEntries(
      settings.filter(({ type }) => type !== 'heading').map((one) => [one.key, filled(one.key, one.type, one.default, at)]),
    ),
    ...(key === 'listing_slider' ? { listings } : {}),
    ...(key === 'testimonials' ? { testimonials } : {}),
    ...(key === 'staff' ? { staff } : {}),
    ...(key === 'blog' || key === 'blogs' ? { posts: posts.slice(0, 3) } : {}),
    ...(key === 'map'
      ? {
          agency: {
            name: 'Harbour & Hill',
            address: '18 Quay Street, Northbridge 2063',
            phone: [{ text: '02 9000 1234', href: 'tel:+61290001234' }],
          },
        }
      : {}),
  };
}

const brands = {
  versatile: ['#0f4c5c', '#3f7080', '#0c3d4a', '#e36414', '#e98343', '#b65010'],
  byron: ['#1f2f46', '#4c596b', '#192638', '#9a7b4f', '#ae9572', '#7b623f'],
  minimal: ['#1d1d1b', '#4a4a49', '#171716', '#8a5a44', '#a17b69', '#6e4836'],
} as const;

/** A page with every block of the theme's catalogue, each filled. */
export function pageFixture(theme: ThemeKey): PageModel {
  const [primary, light, dark, secondary, secondaryLight, secondaryDark] = brands[theme];
  return {
    theme,
    preview: false,
    website: { id: 'w1', name: 'Harbour & Hill' },
    basePath: base,
    year: 2026,
    searchTerms: { sale: 'Buy', rental: 'Rent', sold: 'Sold' },
    seo: {
      title: 'Harbour & Hill | Homes in Northbridge',
      description: 'Homes to buy and to rent in Northbridge, Mill Hill and Old Town.',
      keywords: 'homes, Northbridge',
      noindex: false,
      canonical: 'https://harbour.test/',
      image: { url: '/files/share.png', width: 1200, height: 630, alt: 'A house' },
    },
    colors: {
      primary,
      'primary-light': light,
      'primary-dark': dark,
      secondary,
      'secondary-light': secondaryLight,
      'secondary-dark': secondaryDark,
      white: '#ffffff',
      black: '#000000',
    },
    on: {
      primary: '#ffffff',
      'primary-light': '#ffffff',
      'primary-dark': '#ffffff',
      secondary: theme === 'versatile' ? '#111111' : '#ffffff',
      'secondary-light': '#111111',
      'secondary-dark': '#ffffff',
      white: '#111111',
      black: '#ffffff',
    },
    fonts: { heading: null, body: null },
    logos: { desktop: null, mobile: null, secondary: null, tertiary: null },
    header: {
      menu,
      logo: null,
      transparentLogo: null,
      behaviour: 'full_stick',
      transparent: theme !== 'byron',
      hideLogoWhileTransparent: false,
      boxedLogo: false,
      style: theme === 'minimal' ? 'overlay' : 'header',
      contactLink: theme === 'byron' ? null : { ...link('Contact us', '/contact-us') },
      contact: {
        shown: true,
        phone: [{ text: '02 9000 1234', href: 'tel:+61290001234' }],
        email: 'hello@harbour.test',
        address: '18 Quay Street, Northbridge',
      },
      blogFeature: 'cover',
      colors: {},
    },
    footer: {
      logo: null,
      logoLink: link('Harbour & Hill', '/'),
      colors: { background: { color: primary, hover: dark }, font: { color: '#ffffff', hover: '#e6e6e6' } },
      tagline: 'Local people, for the homes of this harbour since 1986.',
      contact: {
        shown: true,
        title: 'Visit us',
        agencyName: 'Harbour & Hill Real Estate',
        lines: ['18 Quay Street', 'Northbridge NSW 2063'],
        phone: [{ text: '02 9000 1234', href: 'tel:+61290001234' }],
        fax: '02 9000 1235',
        email: 'hello@harbour.test',
        openingHours: 'Monday to Friday 9 to 5\nSaturday 9 to 1',
      },
      quickLinks: { title: 'Quick links', menu },
      legal: {
        title: 'Legal',
        menu: otherMenu,
        terms: true,
        privacy: true,
        disclaimer: 'We have taken care to be right; please check for yourself what matters to you.',
      },
      form: formOf('News of the area', [control('email', 'email', 'Email', { required: true })]),
    },
    social: [
      { name: 'Facebook', href: 'https://www.facebook.com/harbour' },
      { name: 'Instagram', href: 'https://www.instagram.com/harbour' },
      { name: 'LinkedIn', href: 'https://www.linkedin.com/company/harbour' },
    ],
    blocks: blockCatalogue[theme].filter(({ key }) => key !== footerBlockKey).map(blockOf),
    popups: [],
    custom: { css: '', headHtml: '', footHtml: '' },
  };
}
