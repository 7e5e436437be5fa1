import type { PictureStore } from '#src/ui/picture-store.ts';
import type { Device } from './device.ts';
import { openPictures, readPicture, trimPictures } from './page-pictures.ts';

const stores = new WeakMap<Device, PictureStore>();

/** The pictures of fields and lists that were seen on this device: in the cache of the previews' pictures, within its bounds. */
export function seenPicturesOf(device: Device): PictureStore {
  const present = stores.get(device);
  if (present) return present;
  const { base, user, isCurrentUser } = device.uploadParts;
  /** On their way to the cache, or unfit for it: fetched no second time. */
  const settled = new Set<string>();
  const remember = async (url: string): Promise<void> => {
    if (settled.has(url) || new URL(url, base).origin !== base.origin) return;
    settled.add(url);
    const { userId } = user();
    const cache = await openPictures();
    const isKept = (await cache?.match(url)) !== undefined;
    const picture = cache && !isKept ? await readPicture(url) : null;
    if (cache && picture !== null && isCurrentUser(userId)) {
      await cache.put(url, new Response(picture));
      await trimPictures(cache);
    }
    // The cache may lose it: to newer pictures, to a full device, or at a sign-out.
    if (isKept || picture !== null) settled.delete(url);
  };
  const store: PictureStore = {
    remember: (url) => {
      // Of this device's own files there is no need, and no address that stays.
      if (url.startsWith('blob:')) return;
      // A picture that can't be kept is shown all the same.
      remember(url).catch(() => settled.delete(url));
    },
    recall: async (url) => (await (await (await openPictures())?.match(url))?.blob()) ?? null,
  };
  stores.set(device, store);
  return store;
}
