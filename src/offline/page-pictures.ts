import { picturesCache } from './pictures-cache.ts';

/** Of a page: 60 pictures of at most 2 MB, and 12 MB where they are written into it. In all the newest 300. */
const limits = { pictures: 60, bytesEach: 2_000_000, bytes: 12_000_000, kept: 300 } as const;
const atATime = 4;
const waitAtMostMs = 10_000;

/** What was asked for since the console was opened: what did not come is not asked for with each edit. */
const asked = new Set<string>();

/**
 * Keeps the pictures of a rendered page that are not kept yet: a frame without an origin keeps none. One that does not come
 * is missed, no more. `isWanted` is asked before anything is written.
 */
export async function keepPictures(html: string, isWanted: () => boolean): Promise<void> {
  const cache = await openCache();
  if (!cache) return;
  const keep = async (address: string) => {
    if (asked.has(address) || (await cache.match(address))) return;
    asked.add(address);
    const picture = await fetchPicture(address);
    if (picture && isWanted()) await cache.put(address, new Response(picture));
  };
  const addresses = [...picturesIn(parsed(html).page).keys()];
  for (let at = 0; at < addresses.length && isWanted(); at += atATime)
    await Promise.allSettled(addresses.slice(at, at + atATime).map(keep));
  const kept = await cache.keys();
  for (const oldest of kept.slice(0, Math.max(0, kept.length - limits.kept))) await cache.delete(oldest);
}

/** The page with its pictures in it as `data:` addresses, as far as this device keeps them. The others stay as they are. */
export async function withPictures(html: string): Promise<string> {
  const cache = await openCache();
  if (!cache) return html;
  const { page, written } = parsed(html);
  let bytes = 0;
  for (const [address, places] of picturesIn(page)) {
    const picture = await (await cache.match(address))?.blob();
    if (!picture || bytes + picture.size * places.length > limits.bytes) continue;
    bytes += picture.size * places.length;
    const data = await dataAddress(picture);
    for (const place of places) place.setAttribute(attributeOf(place), data);
  }
  return bytes === 0 ? html : written();
}

async function openCache(): Promise<Cache | null> {
  return (await globalThis.caches?.open(picturesCache).catch(() => null)) ?? null;
}

interface Parsed {
  readonly page: Document;
  /** The page as it is now, its styles back in their places. */
  readonly written: () => string;
}

/** The page, to be looked through and never shown. Its styles are put aside: the console's own policy would tell of each. */
function parsed(html: string): Parsed {
  const sheets: string[] = [];
  const bare = html
    .replaceAll(/<style\b[\s\S]*?<\/style>/giu, (sheet) => `<meta data-aside="${sheets.push(sheet) - 1}">`)
    .replaceAll(/(?<=[\s"'])style=/giu, asideStyle);
  const page = new DOMParser().parseFromString(bare, 'text/html');
  const written = () =>
    `<!doctype html>${page.documentElement.outerHTML}`
      .replaceAll(asideStyle, 'style=')
      .replaceAll(/<meta data-aside="(\d+)">/gu, (_, at: string) => sheets[Number(at)] ?? '');
  return { page, written };
}

const asideStyle = 'data-aside-style=';

const attributeOf = (place: Element): 'src' | 'srcset' => (place.localName === 'img' ? 'src' : 'srcset');

/** Where each of the website's own files stands as a picture. A file's content never changes under its address. */
function picturesIn(page: Document): ReadonlyMap<string, readonly Element[]> {
  const pictures = new Map<string, readonly Element[]>();
  for (const place of page.querySelectorAll('img[src], source[srcset]')) {
    const address = place.getAttribute(attributeOf(place)) ?? '';
    if (!address.startsWith('/files/')) continue;
    const places = pictures.get(address) ?? [];
    if (places.length > 0 || pictures.size < limits.pictures) pictures.set(address, [...places, place]);
  }
  return pictures;
}

async function fetchPicture(address: string): Promise<Blob | null> {
  const response = await fetch(address, { signal: AbortSignal.timeout(waitAtMostMs), priority: 'low' });
  if (!response.ok) return null;
  const blob = await response.blob();
  return blob.type.startsWith('image/') && blob.size <= limits.bytesEach ? blob : null;
}

async function dataAddress(picture: Blob): Promise<string> {
  const bytes = new Uint8Array(await picture.arrayBuffer());
  let binary = '';
  // A part at a time: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 32_768) binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return `data:${picture.type};base64,${btoa(binary)}`;
}
