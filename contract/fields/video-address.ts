import { withoutInvisible } from '../invisible.ts';
import type { TextFormat } from './text-format.ts';

const youtubeId = /^[\w-]{11}$/u;
/** Of an unlisted video with the code that its address has. */
const vimeoId = /^\d{6,10}(?:\/[0-9a-f]{6,16})?$/u;

/** A video by its id: YouTube's have 11 signs, Vimeo's fewer digits. */
export type Video = { readonly host: 'youtube' | 'vimeo'; readonly id: string };

export function videoOf(text: string): Video | null {
  const id = videoIdIn(text);
  if (vimeoId.test(id)) return { host: 'vimeo', id };
  return youtubeId.test(id) ? { host: 'youtube', id } : null;
}

/** The id in an address of a video, or in the code that embeds it; else the text itself. */
function videoIdIn(text: string): string {
  const bare = withoutInvisible(text).trim();
  const address = /\b(youtu\.be|youtube\.com|youtube-nocookie\.com|vimeo\.com)(\/[^\s"'<>]*)/iu.exec(bare);
  if (!address) return bare;
  const [, host = '', rest = ''] = address;
  const [path = '', query = ''] = rest.replaceAll('&amp;', '&').split(/[?#]/u);
  const parts = path.split('/').filter((part) => part !== '');
  const parameter = (name: string) =>
    query
      .split('&')
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1);
  if (host.toLowerCase() === 'vimeo.com') {
    const at = parts.findIndex((part) => /^\d{6,10}$/u.test(part));
    const code = parameter('h') ?? parts[at + 1] ?? '';
    const id = parts[at] ?? '';
    return at < 0 ? bare : vimeoId.test(`${id}/${code}`) ? `${id}/${code}` : id;
  }
  const behind = parts.findIndex((part) => ['embed', 'shorts', 'live', 'v', 'e'].includes(part));
  const id = parameter('v') ?? (behind >= 0 ? parts[behind + 1] : host.toLowerCase() === 'youtu.be' ? parts[0] : undefined) ?? '';
  return youtubeId.test(id) ? id : bare;
}

/** A video on YouTube or Vimeo. Its pasted address or embedding code gives the id. */
export const video: TextFormat = {
  clean: videoIdIn,
  problem: (text) => (videoOf(text) ? null : 'Enter the id or the address of a video on YouTube or Vimeo.'),
  sample: (n) => `sample-${String(n).padStart(4, '0')}`.slice(0, 11),
};
