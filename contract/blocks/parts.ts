import type { BlockSettingDeclaration } from './declaration.ts';

type Setting = BlockSettingDeclaration;
const setting =
  (type: Setting['type']) =>
  (key: string, label: string, value?: Setting['default'], more?: Partial<Setting>): Setting => ({
    key,
    label,
    type,
    ...(value === undefined ? {} : { default: value }),
    ...more,
  });

/** One function for each setting type that several blocks use. */
export const heading = (label: string): Setting => ({
  key: `heading_${label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}`,
  label,
  type: 'heading',
});
export const text = setting('text');
export const longText = setting('multi-line-text');
export const subtitle = setting('banner-subtitle-text');
const number = setting('number');
const slider = setting('slider');
const checkbox = setting('checkbox');
const color = setting('color');
export const image = setting('image');
const images = setting('multi-image');
export const form = setting('form');

export const colorVariant = (value = 'light1'): Setting => setting('color-variant')('color_variant', 'Background', value);
export const brandColor = (key: string, label: string, value: string): Setting => setting('brand-color-variant')(key, label, value);
export const height = (value = '75'): Setting => setting('banner-height')('banner_height', 'Height', value);
export const alignment = (value = 'left'): Setting => setting('content-block-alignment')('content_alignment', 'Text alignment', value);

/** A button: its text, its link, and whether that opens in a new tab. */
export const button = (prefix: string, label: string, value: string, link: string): readonly Setting[] => [
  text(`${prefix}_text`, `${label} text`, value),
  text(`${prefix}_link`, `${label} link`, link, { tooltip: 'A full address, or a path such as /contact-us.' }),
  checkbox(`${prefix}_new_tab`, `Open ${label.toLowerCase()} in a new tab`, false),
];

/** A colour over a picture or a video. */
export const tint = (): readonly Setting[] => [
  color('tint_color', 'Tint colour', '#000000'),
  number('tint_opacity', 'Tint opacity', 0.3, { tooltip: 'Must be between 0.0 and 1.0.' }),
];

/** The block at the top of every theme. */
export const cover = (title: string, belowTitle: string): readonly Setting[] => [
  heading('Content'),
  text('cover_title', 'Title', title),
  subtitle('cover_subtitle', 'Subtitle', belowTitle),
  setting('optional-banner-component')('optional_component', 'Below the text', 'property_search'),
  ...button('primary_button', 'First button', 'For sale', '/listings?type=sale'),
  ...button('secondary_button', 'Second button', 'For rent', '/listings?type=rental'),
  heading('Picture'),
  images('cover_images', 'Images', undefined, { tooltip: 'Several are shown one after the other. 5 MB each at most.' }),
  text('background_video', 'Background video', '', {
    tooltip: 'The address of a video on YouTube or Vimeo, or its id. It plays without sound in place of the images.',
  }),
  ...tint(),
  height('75'),
  heading('Form'),
  form('cover_form', 'Form', undefined, { tooltip: 'Shown over the picture.' }),
];

export const listingSlider = (): readonly Setting[] => [
  text('title', 'Title', 'Latest listings'),
  setting('listings')('listings_display', 'Listings', 'recent_avail_all'),
  number('listing_count', 'Number of listings', 15),
  setting('listings-max-columns')('columns', 'Columns', '3'),
  setting('listings-content')('listing_content', 'Text of a listing', 'marketing'),
  ...button('button', 'Button', 'View all listings', '/listings'),
  colorVariant('light1'),
];

export const testimonialsSettings = (): readonly Setting[] => [
  text('title', 'Title', 'What our clients say', { hardLimit: 25 }),
  setting('testimonials')('testimonials_display', 'Testimonials', 'featured'),
  number('testimonial_count', 'Number of testimonials', 5),
  setting('multi-post-type:testimonials')('testimonials_chosen', 'Only these testimonials', undefined, {
    tooltip: 'All of them where none is chosen.',
  }),
  ...button('button', 'Button', 'More testimonials', '/testimonials'),
  colorVariant('light2'),
];

export const staffSettings = (): readonly Setting[] => [
  text('title', 'Title', 'Meet our team'),
  setting('staff')('staff_display', 'Staff', 'featured'),
  setting('multi-post-type:staff')('staff_chosen', 'Only these people', undefined, { tooltip: 'All of them where none is chosen.' }),
  setting('column-amount')('column_amount', 'Columns', 'four_columns'),
  heading('Promotion'),
  checkbox('promo_show', 'Show the promotion card', true),
  text('promo_title', 'Promotion title', 'Join us'),
  text('promo_description', 'Promotion text', 'We are always looking for people who care.', { hardLimit: 90 }),
  ...button('promo_button', 'Promotion button', 'See openings', '/careers'),
  colorVariant('light1'),
];

export const blogs = (): readonly Setting[] => [
  text('title', 'Title', 'News and advice'),
  setting('blog')('blog_display', 'Posts', 'latest_posts'),
  number('blog_count', 'Number of posts', 3),
  setting('column-amount')('column_amount', 'Columns', 'three_columns'),
  ...button('button', 'Button', 'All posts', '/posts'),
  colorVariant('light1'),
];

export const aboutUs = (): readonly Setting[] => [
  heading('Content'),
  text('title', 'Title', 'Local people, local knowledge'),
  longText('content', 'Text', 'We have sold, let and managed homes around here for more than twenty years.'),
  ...button('button', 'Button', 'About us', '/about-us'),
  heading('Picture'),
  image('image', 'Image'),
  setting('about-us-image-alignment')('image_alignment', 'Image alignment', 'right'),
  heading('Look'),
  setting('block-variant')('variant', 'Variant', 'one'),
  alignment(),
  setting('content-container-variant')('container', 'Container', 'left'),
  colorVariant('light1'),
];

export const attributions = (): readonly Setting[] => [
  text('title', 'Title', ''),
  images('logos', 'Logos', undefined, { tooltip: 'Memberships, awards and partners.' }),
  slider('logo_size', 'Logo size', 50),
  colorVariant('light2'),
];

export const map = (): readonly Setting[] => [
  text('title', 'Title', 'Find us'),
  setting('post-type:agency')('agency', 'Agency', undefined, { tooltip: 'Whose address is shown; the first one where none is chosen.' }),
  slider('zoom', 'Zoom', 60),
  height('50'),
];

export const quickLinks = (): readonly Setting[] => [
  text('title', 'Title', 'Quick links'),
  setting('menu-dropdown')('menu', 'Menu'),
  brandColor('background', 'Background', 'primary'),
];

export const bannerEmbed = (): readonly Setting[] => [
  text('title', 'Title', 'Take a look around'),
  text('video_id', 'Video', '', { tooltip: 'The address of a video on YouTube or Vimeo, or its id.' }),
  brandColor('background', 'Background', 'secondary-dark'),
  height('75'),
];

/** The block that the footer screen edits. */
export const footerBlock = { key: 'footer', label: 'Footer', static: true, settings: [] } as const;
