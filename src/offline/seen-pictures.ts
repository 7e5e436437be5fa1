import type { PictureStore } from '#src/ui/picture-store.ts';
import type { ClientServices } from './client-services.ts';
import { openPictures, readPicture, trimPictures } from './page-pictures.ts';

const stores = new WeakMap<ClientServices, PictureStore>();

/** The pictures of fields and lists that were seen on this device: in the cache of the previews' pictures, within its bounds. */
export function seenPicturesOf(services: ClientServices): PictureStore {
  const present = stores.get(services);
  if (present) return present;
  const { base, user, isCurrentUser } = services.uploadParts;
  /** On their way to the cache, or unfit for it: fetched no second time. */
  const skipped = new Set<string>();
  const remember = async (url: string): Promise<void> => {
    if (skipped.has(url) || new URL(url, base).origin !== base.origin) return;
    skipped.add(url);
    const { userId } = user();
    const cache = await openPictures();
    const isKept = (await cache?.match(url)) !== undefined;
    const picture = cache && !isKept ? await readPicture(url) : null;
    if (cache && picture !== null && isCurrentUser(userId)) {
      await cache.put(url, new Response(picture));
      await trimPictures(cache);
    }
    // The cache may lose it: to newer pictures, to a full device, or at a sign-out.
    if (isKept || picture !== null) skipped.delete(url);
  };
  const store: PictureStore = {
    remember: (url) => {
      // This device's own files are here already, and their addresses do not last.
      if (url.startsWith('blob:')) return;
      // A picture that can't be kept is shown all the same.
      remember(url).catch(() => skipped.delete(url));
    },
    peek: async (url) => (await (await (await openPictures())?.match(url))?.blob()) ?? null,
  };
  stores.set(services, store);
  return store;
}
