import type { Field } from '../fields/field.ts';
import type { Section } from './screen.ts';

/** The common part of agency and staff pages: the look of testimonials, and the links of the listing slider. */
export function profilePageSections(prefix: 'agency' | 'staff'): readonly Section[] {
  const link = (
    name: string,
    label: string,
    more: Pick<Field, 'help' | 'placeholder' | 'when'> & { readonly default?: string },
  ): Field => ({
    kind: 'url',
    accepts: 'any',
    key: `${prefix}_listing_slider_${name}_link`,
    label,
    ...more,
  });
  const ofStatus = (name: string, label: string): Field =>
    link(name, label, { placeholder: '/listings', when: { theme: ['versatile', 'minimal'] } });
  return [
    {
      title: 'Testimonials',
      fields: [
        {
          kind: 'radio',
          key: `${prefix}_testimonials_variant`,
          label: 'Testimonials variant',
          required: true,
          options: [
            { value: 'one', label: 'One' },
            { value: 'two', label: 'Two' },
          ],
          default: 'one',
        },
      ],
    },
    {
      title: 'Listing slider',
      description: 'Where the links above the listings lead. Each is a path such as /listings, or a full address.',
      fields: [
        link('default', 'Default link', { default: '/listings', help: 'Falls back to /listings when it is empty.' }),
        ofStatus('buy', 'Buy link'),
        ofStatus('rent', 'Rent link'),
        ofStatus('sold', 'Sold link'),
        ofStatus('leased', 'Leased link'),
      ],
    },
  ];
}
