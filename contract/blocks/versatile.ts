import type { BlockDeclaration } from './declaration.ts';
import {
  aboutUs,
  alignment,
  attributions,
  bannerEmbed,
  blogs,
  brandColor,
  button,
  colorVariant,
  cover,
  footerBlock,
  heading,
  height,
  image,
  listingSlider,
  map,
  quickLinks,
  staffSettings,
  subtitle,
  testimonialsSettings,
  text,
  tint,
} from './parts.ts';

/** The maximum length of a launch-pad card's texts, in characters. */
const cardText = 25;

const card = (number: number, title: string, link: string) => [
  heading(`Card ${number}`),
  text(`card_${number}_title`, 'Title', title, { hardLimit: cardText }),
  text(`card_${number}_text`, 'Text', '', { hardLimit: cardText }),
  image(`card_${number}_image`, 'Image'),
  ...button(`card_${number}_button`, 'Button', 'Find out more', link),
];

export const versatile: readonly BlockDeclaration[] = [
  {
    key: 'cover',
    label: 'Cover',
    static: true,
    settings: cover('Find your place', 'Homes to buy and to rent, and people who know every street of them.'),
  },
  {
    key: 'launch_pad',
    label: 'Launch Pad',
    settings: [
      { key: 'variant', label: 'Cards', type: 'launchpad-variant', default: 'display-three' },
      colorVariant('light1'),
      ...card(1, 'Buy', '/listings?type=sale'),
      ...card(2, 'Rent', '/listings?type=rental'),
      ...card(3, 'Sell', '/appraisal'),
      ...card(4, 'Manage', '/property-management'),
    ],
  },
  { key: 'about_us', label: 'Content Block', settings: aboutUs() },
  { key: 'listing_slider', label: 'Listing Slider', settings: listingSlider() },
  {
    key: 'banner',
    label: 'Banner',
    settings: [
      text('title', 'Title', 'What is your home worth?'),
      subtitle('subtitle', 'Subtitle', 'Ask for an appraisal: it costs nothing and binds you to nothing.'),
      image('image', 'Image'),
      ...tint(),
      height('50'),
      alignment('center'),
      brandColor('brand_color', 'Colour', 'primary'),
      ...button('button', 'Button', 'Book an appraisal', '/appraisal'),
    ],
  },
  { key: 'testimonials', label: 'Testimonials', settings: testimonialsSettings() },
  { key: 'staff', label: 'Staff', settings: staffSettings() },
  { key: 'blogs', label: 'Blogs', settings: blogs() },
  { key: 'attributions', label: 'Attributions', settings: attributions() },
  { key: 'map', label: 'Map', disabled: true, settings: map() },
  { key: 'quick_links', label: 'Quick Links', disabled: true, settings: quickLinks() },
  { key: 'banner_embed', label: 'Banner Embed', settings: bannerEmbed() },
  footerBlock,
];
