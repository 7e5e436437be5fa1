import { picturesCache } from './pictures-cache.ts';

/** Per page: 60 pictures of at most 2 MB each, and 12 MB where they are inlined. In total the newest 300 pictures are cached. */
const limits = { pictures: 60, bytesEach: 2_000_000, bytes: 12_000_000, cached: 300 } as const;
const atATime = 4;
const timeoutMs = 10_000;

/** Addresses requested since the console was opened, so that a picture that fails is not requested again with each edit. */
const requested = new Set<string>();

/**
 * Caches the pictures of a rendered page, since a frame without an origin has no cache. A picture that fails to load is skipped.
 * `isWanted` is asked before each write.
 */
export async function cachePictures(html: string, isWanted: () => boolean): Promise<void> {
  const cache = await openPictures();
  if (!cache) return;
  const cachePicture = async (address: string) => {
    if (requested.has(address) || (await cache.match(address))) return;
    requested.add(address);
    const picture = await readPicture(address);
    if (picture && isWanted()) await cache.put(address, new Response(picture));
  };
  const addresses = [...picturesIn(parsed(html).page).keys()];
  for (let at = 0; at < addresses.length && isWanted(); at += atATime)
    await Promise.allSettled(addresses.slice(at, at + atATime).map(cachePicture));
  await trimPictures(cache);
}

/** Removes the oldest pictures beyond the bound. */
export async function trimPictures(cache: Cache): Promise<void> {
  const cached = await cache.keys();
  for (const oldest of cached.slice(0, Math.max(0, cached.length - limits.cached))) await cache.delete(oldest);
}

/** The page with its cached pictures inlined as `data:` addresses. The other pictures keep their addresses. */
export async function withPictures(html: string): Promise<string> {
  const cache = await openPictures();
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

export async function openPictures(): Promise<Cache | null> {
  return (await globalThis.caches?.open(picturesCache).catch(() => null)) ?? null;
}

interface Parsed {
  readonly page: Document;
  /** The HTML of the page as it is now, with its styles restored. */
  readonly written: () => string;
}

/** Parses a page only to read it. Its styles are replaced, since the console's content policy would report each. */
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

/** The elements that show each of the website's own files. The content of a file never changes under its address. */
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

/** A picture by its address; null for what is none, or too large to keep. */
export async function readPicture(address: string): Promise<Blob | null> {
  const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), priority: 'low' });
  if (!response.ok) return null;
  const blob = await response.blob();
  return blob.type.startsWith('image/') && blob.size <= limits.bytesEach ? blob : null;
}

async function dataAddress(picture: Blob): Promise<string> {
  const bytes = new Uint8Array(await picture.arrayBuffer());
  let binary = '';
  // In parts, since a call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 32_768) binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return `data:${picture.type};base64,${btoa(binary)}`;
}
