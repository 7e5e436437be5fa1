import { describe, expect, it } from 'vitest';
import type { WireValue } from '#contract/entities/setting.ts';
import { settingOf } from '#contract/settings/index.ts';
import { wireType } from '#contract/fields/index.ts';
import { checkWrites } from './check.ts';

const check = (key: string, value: WireValue) => {
  const known = settingOf(key);
  if (!known) throw new Error(`no screen has ${key}`);
  return checkWrites([{ key, value, category: known.category, type: wireType(known.field) }]);
};
const problem = (key: string, value: WireValue) => {
  const checked = check(key, value);
  return checked.kind === 'problems' ? checked.fields[key] : null;
};
const nothing: readonly WireValue[] = [null, [], [null], ['']];

describe('nothing', () => {
  it.each([
    ['posts_landing_page_banner_color', 'primary-500'],
    ['posts_landing_page_banner_color_tint', 0.3],
    ['staff_testimonials_variant', null],
    ['projects_title', 'Projects'],
  ] as const)('is refused for %s, also where a form begins with a default', (key, value) => {
    for (const sent of nothing) expect(problem(key, sent)).toMatch(/ is required\.$/u);
    if (value !== null) expect(problem(key, [value])).toBeNull();
  });

  it.each(['footer_form', 'homepage_seo_title', 'desktop_logo_size', 'primary_color', 'boxed_logo'])('is taken for %s', (key) => {
    for (const sent of nothing) expect(problem(key, sent)).toBeNull();
  });

  it('becomes the value that is stored instead', () => {
    for (const sent of nothing) {
      expect(check('robots_txt', sent)).toMatchObject({ kind: 'writes', writes: [{ value: [expect.stringContaining('Disallow: /')] }] });
    }
  });
});

it.each([[' 0x10 '], ['1e3'], [' '], ['Infinity']])('a number that is written as %j is refused', (text) => {
  expect(problem('desktop_logo_size', [text])).toBe('Primary logo size can’t hold this value.');
});
