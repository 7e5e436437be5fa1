/** The cache that the service worker keeps the websites' files in (`scripts/vite/pwa.ts`). */
const cacheName = 'files';
const fileAddress = /(?:https?:\/\/[^\s"'()<>]+)?\/files\/[\da-f-]{36}\/[^\s"'()<>&]+/giu;
/** Of a page, so that a page of large photos stays one that a frame can be given. */
const limits = { pictures: 60, bytes: 12_000_000 } as const;
const waitAtMostMs = 10_000;

function addressesIn(html: string): readonly string[] {
  return [...new Set(html.match(fileAddress) ?? [])].slice(0, limits.pictures);
}

/**
 * Asks for the pictures of a rendered page that are not kept yet, so that the service worker keeps them: those that the preview's frame
 * asks for by itself do not pass it, since the frame has no origin. A picture that does not come is missed, no more.
 */
export async function keepPictures(html: string): Promise<void> {
  const cache = navigator.serviceWorker?.controller ? await openCache() : null;
  if (!cache) return;
  const options = { signal: AbortSignal.timeout(waitAtMostMs), priority: 'low' } as const;
  const ask = async (address: string) => {
    if (!(await cache.match(address))) await (await fetch(address, options)).blob();
  };
  await Promise.allSettled(addressesIn(html).map(ask));
}

/** The page with its pictures in it as `data:` addresses, as far as this device keeps them. The others stay as they are. */
export async function withPictures(html: string): Promise<string> {
  const cache = await openCache();
  if (!cache) return html;
  const kept = await Promise.all(addressesIn(html).map(async (address) => [address, await pictureIn(cache, address)] as const));
  const pictures = new Map<string, string>();
  let bytes = 0;
  for (const [address, picture] of kept) {
    if (!picture || bytes + picture.size > limits.bytes) continue;
    bytes += picture.size;
    pictures.set(address, await dataAddress(picture));
  }
  return html.replaceAll(fileAddress, (address) => pictures.get(address) ?? address);
}

/** Not there on an address without https. */
async function openCache(): Promise<Cache | null> {
  return (await globalThis.caches?.open(cacheName).catch(() => null)) ?? null;
}

async function pictureIn(cache: Cache, address: string): Promise<Blob | null> {
  const blob = await (await cache.match(address).catch(() => null))?.blob();
  return blob?.type.startsWith('image/') ? blob : null;
}

async function dataAddress(picture: Blob): Promise<string> {
  const bytes = new Uint8Array(await picture.arrayBuffer());
  let binary = '';
  // A part at a time: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 32_768) binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return `data:${picture.type};base64,${btoa(binary)}`;
}

/** Whoever signs out leaves none behind. */
export async function forgetPictures(): Promise<void> {
  await globalThis.caches?.delete(cacheName);
}
