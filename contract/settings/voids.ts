import type { Condition, Field, FieldValue } from '../fields/field.ts';
import { type ConditionScope, isShown } from './screen.ts';

interface Void {
  readonly when: Condition;
  /** Why the setting does nothing now. */
  readonly reason: string;
}

const on = (field: string): Condition => ({ field, is: [true] });
const off = (field: string): Condition => ({ field, is: [false] });
const inTheme = (theme: 'byron' | 'modern', condition: Condition): Condition => ({
  all: [{ theme: theme === 'byron' ? ['byron'] : ['versatile', 'minimal'] }, condition],
});

const neverTransparent: readonly Void[] = [
  { when: inTheme('byron', off('transparent_header')), reason: 'Has no effect while “Transparent header” is off.' },
  { when: inTheme('modern', on('disable_transparent_header')), reason: 'Has no effect while “Disable transparent header” is on.' },
];
const noContactInHeader: readonly Void[] = [
  { when: off('show_contact_details'), reason: 'Has no effect while “Show contact details” is off.' },
];
const noContactInFooter: readonly Void[] = [
  { when: inTheme('byron', on('hide_agency_details')), reason: 'Has no effect while “Hide agency details” is on.' },
  { when: inTheme('modern', on('footer_hide_contact_details')), reason: 'Has no effect while “Hide contact details column” is on.' },
];
const noFeed: readonly Void[] = [{ when: off('enable_blog_rss_feed'), reason: 'Has no effect while “Enable RSS feed” is off.' }];

const entries = (keys: readonly string[], voids: readonly Void[]) => keys.map((key) => [key, voids] as const);

/** Settings that another setting of their screen makes void, by key. They can still be edited, and their values are kept. */
const voids: ReadonlyMap<string, readonly Void[]> = new Map([
  ...entries(
    ['transparent_header_logo', 'transparent_header_hide_logo', 'transparent_header_font_color', 'homepage_font_color'],
    neverTransparent,
  ),
  ...entries(['contact_details_font_color', 'header_phone', 'header_email', 'header_address'], noContactInHeader),
  ...entries(
    [
      'contact_details_title',
      'footer_agency_name',
      'footer_agency_opening_hours',
      'footer_address_line_1',
      'footer_address_line_2',
      'footer_postcode',
      'footer_state',
      'footer_country',
      'footer_phone',
      'footer_fax',
      'footer_email',
    ],
    noContactInFooter,
  ),
  ...entries(['blog_rss_feed_title', 'blog_rss_feed_description'], noFeed),
]);

/** Settings that do nothing while another one has no value, by key: which one, and its name. */
const dependent: ReadonlyMap<string, readonly [key: string, reason: string]> = new Map<string, readonly [string, string]>([
  ['custom_heading_font_name', ['custom_heading_font', 'Has no effect while “Heading font” is empty.']],
  ['custom_body_font_name', ['custom_body_font', 'Has no effect while “Body font” is empty.']],
  ...['desktop', 'mobile', 'secondary', 'tertiary'].map(
    (logo) => [`${logo}_logo_size`, [`${logo}_logo`, 'Has no effect while there is no such logo.']] as const,
  ),
]);

/** Whether some value of another setting makes this one void. */
export const canBeVoid = ({ key }: Field): boolean => voids.has(key) || dependent.has(key);

/** Why a setting has no effect with the present values; null where it has one. */
export function voidReason(field: Field, scope: ConditionScope): string | null {
  const [of, reason] = dependent.get(field.key) ?? [];
  if (of !== undefined && reason !== undefined && isNothing(scope.value(of))) return reason;
  return voids.get(field.key)?.find(({ when }) => isShown(when, scope))?.reason ?? null;
}

const isNothing = (value: FieldValue | undefined): boolean => value === null || value === undefined || value === '';
