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
  const found = videoIn(text)?.stored ?? bareOf(text);
  const id = found.replace(startMark, '');
  const start = Number(startMark.exec(found)?.[1] ?? 0);
  if (vimeoId.test(id)) return { host: 'vimeo', id, start };
  return youtubeId.test(id) ? { host: 'youtube', id, start } : null;
}

/** The whole seconds in "90", "90.5s", "1m30s", "1:30", "1:02:03" or "10,20" (from and to); null in any other text. */
function secondsIn(text: string): number | null {
  const from = text
    .toLowerCase()
    .replaceAll('%3a', ':')
    .replace(/(?:%2c|,).*$|^npt:/gu, '');
  const inUnits = /^(?:(\d{1,2})h)?(?:(\d{1,3})m(?:in)?)?(?:(\d{1,6})(?:\.\d*)?s?)?$/u;
  const withColons = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{1,2})(?:\.\d*)?$/u;
  const found = inUnits.exec(from) ?? withColons.exec(from);
  if (!found) return null;
  const [hours, minutes, seconds] = found.slice(1).map((part) => Number(part ?? 0));
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0);
}

const addresses = /\b(youtu\.be|youtube\.com|youtube-nocookie\.com|vimeo\.com)(\/[^\s"'<>()]{0,2000})/giu;
/** What ends a sentence or a bracket behind an address. */
const behind = /[.,;:!?\]}»”]+$/u;

/** A video in an address: its id as it is stored, with where it begins. `oddStart`: what says that, and is no time. */
type FoundVideo = { readonly stored: string; readonly oddStart: string | null };

const bareOf = (text: string): string => withoutInvisible(text).trim();

/** The one video that a text has an address or the embedding code of; null where it has none, or several. */
function videoIn(text: string): FoundVideo | null {
  const bare = bareOf(text);
  // Programs for mail and search lead to an address by one of their own, which has it in its query.
  const isWrapped = /%(?:2f|3f)/iu.test(bare) && videosIn(bare).length === 0;
  const found = videosIn(isWrapped ? bare.replaceAll(/(?:%[0-7][\da-f])+/giu, decodeURIComponent) : bare);
  // Vimeo's embedding code has a second address, without the code of an unlisted video.
  const ids = new Set(found.map(({ stored }) => stored.replace(/[/?].*/u, '')));
  return ids.size === 1 ? (found[0] ?? null) : null;
}

const videosIn = (text: string): readonly FoundVideo[] =>
  [...text.matchAll(addresses)].flatMap(([, host = '', rest = '']) => videoAt(host.toLowerCase(), rest.replace(behind, '')) ?? []);

/** The id of the one video in a text, with where it begins; else the text itself, also where its begin can't be read. */
function cleanVideo(text: string): string {
  const found = videoIn(text);
  return found?.oddStart === null ? found.stored : bareOf(text);
}

/** The video of an address; null where it is of something else, such as a list of videos. */
function videoAt(host: string, rest: string): FoundVideo | null {
  // People add a parameter with & where there is none yet.
  const [path = '', ...pairs] = rest.replaceAll('&amp;', '&').split(/[?#&]/u);
  const parts = path.split('/').filter((part) => part !== '');
  const parameter = (name: string) => pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  const typed = parameter('start') ?? parameter('t') ?? parameter('time_continue') ?? '';
  const start = secondsIn(typed);
  const begun = (id: string): FoundVideo => ({ stored: start ? `${id}?start=${start}` : id, oddStart: start === null ? typed : null });
  if (host === 'vimeo.com') {
    const [id = '', next = ''] = parts.slice(vimeoIdAt(parts));
    const code = parameter('h') ?? next;
    if (!/^\d{6,10}$/u.test(id)) return null;
    return begun(vimeoId.test(`${id}/${code}`) ? `${id}/${code}` : id);
  }
  const before = parts.findIndex((part) => ['embed', 'shorts', 'live', 'video', 'v', 'vi', 'e'].includes(part));
  const id = parameter('v') ?? (before >= 0 ? parts[before + 1] : host === 'youtu.be' ? parts[0] : undefined) ?? '';
  return youtubeId.test(id) && !youtubePlayers.includes(id) ? begun(id) : null;
}

/** They stand in an address where the id of a video does, and have as many signs. */
const youtubePlayers: readonly string[] = ['videoseries', 'live_stream'];

/** The place of a video's id in an address on Vimeo: behind the channel or the collection that it is in, which may have a number too. */
function vimeoIdAt(parts: readonly string[]): number {
  const before = parts.findIndex((part) => part === 'video' || part === 'videos');
  if (before >= 0) return before + 1;
  return parts[0] === 'channels' || parts[0] === 'groups' || parts[0] === 'ondemand' ? 2 : 0;
}

/** A video on YouTube or Vimeo. Its pasted address or embedding code gives the id, and where it begins. */
export const video: TextFormat = {
  clean: cleanVideo,
  problem: (text) => {
    const odd = videoIn(text)?.oddStart;
    if (odd) return `The address says that the video begins at “${odd}”, which is no time. Write it as 1m30s, or take it out.`;
    return videoOf(text) ? null : 'Enter the id or the address of a video on YouTube or Vimeo.';
  },
  sample: (n) => `sample-${String(n).padStart(4, '0')}`.slice(0, 11),
};
