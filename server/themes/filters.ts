import Twig from 'twig';
import { videoOf } from '#contract/fields/video-address.ts';

const texts = (parameters: readonly unknown[] | false): readonly string[] => (parameters === false ? [] : parameters.map(String));
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** A path of the site with the site's base path before it; other links are unchanged. */
export function onSite(href: string, base: string): string {
  if (!href.startsWith('/') || href.startsWith('//') || href === base || href.startsWith(`${base}/`)) return href;
  return href === '/' ? `${base}/` : base + href;
}

/** The filters of templates, besides escaping. Each returns plain text or a number, which is escaped like every other value. */
const filters: Readonly<Record<string, (value: unknown, parameters: readonly unknown[] | false) => string | number>> = {
  /** `href|on_site(basePath)`: prefixes a path of the site with the site's base path. Other links are unchanged. */
  on_site: (value, parameters) => onSite(textOf(value), texts(parameters)[0] ?? ''),
  /** `value|one_of('a', 'b')`: the value where it is one of them, else the first. */
  one_of(value, parameters) {
    const allowed = texts(parameters);
    const chosen = textOf(value);
    return allowed.includes(chosen) ? chosen : (allowed[0] ?? '');
  },
  /** `value|within(0, 1, 0.3)`: the number clamped between the first two, or the third where it is no number. */
  within(value, parameters) {
    const [least = 0, most = 0, otherwise = least] = texts(parameters).map(Number);
    const number = typeof value === 'number' ? value : Number.parseFloat(textOf(value));
    return Number.isFinite(number) ? Math.min(most, Math.max(least, number)) : otherwise;
  },
  /** The id of a video on YouTube or Vimeo; nothing for any other text. */
  video_id: (value) => videoOf(textOf(value))?.id ?? '',
  /** `video|video_address('background')`: where its player is, with where the video begins; in the background it plays without sound and end. */
  video_address(value, parameters) {
    const video = videoOf(textOf(value));
    if (!video) return '';
    const isBackground = texts(parameters)[0] === 'background';
    const [id = '', code] = video.id.split('/');
    if (video.host === 'vimeo') {
      const query = new URLSearchParams({
        ...(code === undefined ? {} : { h: code }),
        ...(isBackground ? { background: '1' } : {}),
        dnt: '1',
      });
      return `https://player.vimeo.com/video/${id}?${query}${video.start > 0 ? `#t=${video.start}s` : ''}`;
    }
    const background = `autoplay=1&mute=1&loop=1&playlist=${id}&controls=0&playsinline=1&rel=0&disablekb=1`;
    const begin = video.start > 0 ? `&start=${video.start}` : '';
    return `https://www.youtube-nocookie.com/embed/${id}?${isBackground ? background : 'rel=0'}${begin}`;
  },
  /** The value where it is `#rrggbb`, else the colour given. */
  color_or(value, parameters) {
    const color = textOf(value);
    return /^#[0-9a-f]{6}$/iu.test(color) ? color : (texts(parameters)[0] ?? '');
  },
  /** First letters of the first two words. */
  initials: (value) =>
    textOf(value)
      .split(/\s+/u)
      .slice(0, 2)
      .map((word) => [...word][0] ?? '')
      .join('')
      .toUpperCase(),
};

/** Registers the filters with Twig, whose registry is global in the process. */
export function addFilters(): void {
  for (const [name, filter] of Object.entries(filters)) Twig.extendFilter(name, filter);
}
