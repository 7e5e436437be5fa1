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
  form,
  heading,
  image,
  listingSlider,
  longText,
  map,
  quickLinks,
  staffSettings,
  testimonialsSettings,
  text,
} from './parts.ts';

const column = (number: number, title: string, content: string) => [
  heading(`Column ${number}`),
  text(`column_${number}_title`, 'Title', title),
  longText(`column_${number}_text`, 'Text', content),
  image(`column_${number}_image`, 'Image'),
];

/** Also called classic. */
export const byron: readonly BlockDeclaration[] = [
  {
    key: 'cover',
    label: 'Cover',
    static: true,
    settings: cover('Your next address', 'Established here, and trusted with homes for three generations.'),
  },
  { key: 'about_us', label: 'About Us', settings: aboutUs() },
  { key: 'listing_slider', label: 'Listing Slider', settings: listingSlider() },
  { key: 'testimonials', label: 'Testimonials', settings: testimonialsSettings() },
  { key: 'blog', label: 'Blog', settings: blogs() },
  {
    key: 'text_block',
    label: 'Text Block',
    settings: [
      text('title', 'Title', 'Thinking of selling?'),
      longText('content', 'Text', 'Tell us about your home, and we will tell you what it could sell for.'),
      alignment('center'),
      form('form', 'Form'),
      colorVariant('light2'),
    ],
  },
  { key: 'staff', label: 'Staff', settings: staffSettings() },
  {
    key: 'columns',
    label: 'Columns',
    settings: [
      text('title', 'Title', 'How we work'),
      { key: 'column_amount', label: 'Columns', type: 'column-amount', default: 'three_columns' },
      colorVariant('light1'),
      ...column(1, 'Listen', 'Every sale begins with what you want from it.'),
      ...column(2, 'Prepare', 'Photographs, words and a price that stand up.'),
      ...column(3, 'Sell', 'One person looks after you until the keys change hands.'),
      ...column(4, 'Stay', 'We are still here when you move again.'),
    ],
  },
  {
    key: 'video',
    label: 'Video',
    settings: [
      text('title', 'Title', 'See how we work'),
      text('video_id', 'Video', '', { tooltip: 'The address of a video on YouTube or Vimeo, or its id.' }),
      image('poster', 'Picture before it plays'),
      brandColor('background', 'Background', 'black'),
      ...button('button', 'Button', 'Talk to us', '/contact-us'),
    ],
  },
  { key: 'map', label: 'Map', settings: map() },
  { key: 'attributions', label: 'Attributions', settings: attributions() },
  { key: 'quick_links', label: 'Quick Links', settings: quickLinks() },
  { key: 'banner_embed', label: 'Banner Embed', settings: bannerEmbed() },
  footerBlock,
];
