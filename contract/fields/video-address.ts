import { withoutInvisible } from '../invisible.ts';
import type { TextFormat } from './text-format.ts';

const youtubeId = /^[\w-]{11}$/u;
/** Of an unlisted video with the code that its address has. */
const vimeoId = /^\d{6,10}(?:\/[0-9a-f]{6,16})?$/u;

/** A video by its id: YouTube's have 11 signs, Vimeo's fewer digits. `start`: where it begins, s; 0 at its beginning. */
export type Video = { readonly host: 'youtube' | 'vimeo'; readonly id: string; readonly start: number };

/** Behind an id, as it is stored. */
const startMark = /\?start=(\d{1,6})$/u;

export function videoOf(text: string): Video | null {
  const found = cleanVideo(text);
  const id = found.replace(startMark, '');
  const start = Number(startMark.exec(found)?.[1] ?? 0);
  if (vimeoId.test(id)) return { host: 'vimeo', id, start };
  return youtubeId.test(id) ? { host: 'youtube', id, start } : null;
}

/** The seconds in "90", "90s" or "1h2m3s"; 0 in any other text. */
function secondsIn(text: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/u.exec(text) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

const addresses = /\b(youtu\.be|youtube\.com|youtube-nocookie\.com|vimeo\.com)(\/[^\s"'<>]*)/giu;

/** The id of the one video that a text has an address or the embedding code of, with where it begins; else the text itself. */
function cleanVideo(text: string): string {
  const bare = withoutInvisible(text).trim();
  const found = [...bare.matchAll(addresses)].flatMap(([, host = '', rest = '']) => idAt(host.toLowerCase(), rest) ?? []);
  // Vimeo's embedding code has a second address, without the code of an unlisted video.
  const [first, ...others] = new Set(found.map((id) => id.replace(/[/?].*/u, '')));
  return first !== undefined && others.length === 0 ? (found[0] ?? bare) : bare;
}

/** The id in an address of a video, with where it begins; null where it is of something else, such as a list of videos. */
function idAt(host: string, rest: string): string | null {
  const [path = '', ...queries] = rest.replaceAll('&amp;', '&').split(/[?#]/u);
  const parts = path.split('/').filter((part) => part !== '');
  const parameter = (name: string) =>
    queries
      .flatMap((query) => query.split('&'))
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1);
  const start = secondsIn(parameter('start') ?? parameter('t') ?? '');
  const begun = (id: string) => (start > 0 ? `${id}?start=${start}` : id);
  if (host === 'vimeo.com') {
    const [id = '', next = ''] = parts.slice(vimeoIdAt(parts));
    const code = parameter('h') ?? next;
    if (!/^\d{6,10}$/u.test(id)) return null;
    return begun(vimeoId.test(`${id}/${code}`) ? `${id}/${code}` : id);
  }
  const behind = parts.findIndex((part) => ['embed', 'shorts', 'live', 'v', 'e'].includes(part));
  const id = parameter('v') ?? (behind >= 0 ? parts[behind + 1] : host === 'youtu.be' ? parts[0] : undefined) ?? '';
  return youtubeId.test(id) && !youtubePlayers.includes(id) ? begun(id) : null;
}

/** They stand in an address where the id of a video does, and have as many signs. */
const youtubePlayers: readonly string[] = ['videoseries', 'live_stream'];

/** The place of a video's id in an address on Vimeo: behind the channel or the collection that it is in, which may have a number too. */
function vimeoIdAt(parts: readonly string[]): number {
  const behind = parts.findIndex((part) => part === 'video' || part === 'videos');
  if (behind >= 0) return behind + 1;
  return parts[0] === 'channels' || parts[0] === 'groups' || parts[0] === 'ondemand' ? 2 : 0;
}

/** A video on YouTube or Vimeo. Its pasted address or embedding code gives the id, and where it begins. */
export const video: TextFormat = {
  clean: cleanVideo,
  problem: (text) => (videoOf(text) ? null : 'Enter the id or the address of a video on YouTube or Vimeo.'),
  sample: (n) => `sample-${String(n).padStart(4, '0')}`.slice(0, 11),
};
