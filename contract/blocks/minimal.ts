import type { BlockDeclaration } from './declaration.ts';
import {
  aboutUs,
  attributions,
  blogs,
  brandColor,
  cover,
  footerBlock,
  listingSlider,
  map,
  staffSettings,
  testimonialsSettings,
  text,
} from './parts.ts';

export const minimal: readonly BlockDeclaration[] = [
  { key: 'cover', label: 'Cover', static: true, settings: cover('Home, simply.', 'Fewer words, better homes.') },
  {
    key: 'quick_menu',
    label: 'Quick Menu',
    settings: [text('title', 'Title', ''), { key: 'menu', label: 'Menu', type: 'menu' }, brandColor('background', 'Background', 'white')],
  },
  { key: 'about_us', label: 'About Us', settings: aboutUs() },
  { key: 'listing_slider', label: 'Listing Slider', settings: listingSlider() },
  { key: 'testimonials', label: 'Testimonials', settings: testimonialsSettings() },
  { key: 'staff', label: 'Staff', settings: staffSettings() },
  { key: 'blogs', label: 'Blogs', settings: blogs() },
  { key: 'map', label: 'Map', settings: map() },
  { key: 'attributions', label: 'Attributions', settings: attributions() },
  footerBlock,
];
