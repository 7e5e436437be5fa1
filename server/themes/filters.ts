import Twig from 'twig';

const words = (parameters: readonly unknown[] | false): readonly string[] => (parameters === false ? [] : parameters.map(String));
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** What templates do to a value besides escaping it. Each answers plain text or a number, which is escaped like every other. */
const filters: Readonly<Record<string, (value: unknown, parameters: readonly unknown[] | false) => string | number>> = {
  /** `href|on_site(basePath)`: a path of the site, with the place where the site stands before it. Other links stay. */
  on_site(value, parameters) {
    const href = textOf(value);
    const [base = ''] = words(parameters);
    if (!href.startsWith('/') || href.startsWith('//') || href === base || href.startsWith(`${base}/`)) return href;
    return href === '/' ? `${base}/` : base + href;
  },
  /** `value|one_of('a', 'b')`: the value where it is one of them, else the first. */
  one_of(value, parameters) {
    const allowed = words(parameters);
    const chosen = textOf(value);
    return allowed.includes(chosen) ? chosen : (allowed[0] ?? '');
  },
  /** `value|within(0, 1, 0.3)`: the number kept between the two, or the third where it is none. */
  within(value, parameters) {
    const [least = 0, most = 0, otherwise = least] = words(parameters).map(Number);
    const number = typeof value === 'number' ? value : Number.parseFloat(textOf(value));
    return Number.isFinite(number) ? Math.min(most, Math.max(least, number)) : otherwise;
  },
  /** The value where it has the shape of a YouTube id, else nothing. */
  video_id(value) {
    const id = textOf(value).trim();
    return /^[A-Za-z0-9_-]{6,20}$/u.test(id) ? id : '';
  },
  /** The value where it is `#rrggbb`, else the colour given. */
  color_or(value, parameters) {
    const color = textOf(value);
    return /^#[0-9a-f]{6}$/iu.test(color) ? color : (words(parameters)[0] ?? '');
  },
  /** What a `tel:` link holds of a telephone number as it was typed. */
  dialled: (value) => textOf(value).replaceAll(/[^0-9+]/gu, ''),
  /** First letters of the first two words. */
  initials: (value) =>
    textOf(value)
      .split(/\s+/u)
      .slice(0, 2)
      .map((word) => [...word][0] ?? '')
      .join('')
      .toUpperCase(),
};

/** Makes the filters known to Twig, whose registry is the process's own. */
export function addFilters(): void {
  for (const [name, filter] of Object.entries(filters)) Twig.extendFilter(name, filter);
}
