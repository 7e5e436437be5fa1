import type { PictureStore } from '#src/ui/picture-store.ts';
import type { ClientServices } from './client-services.ts';
import { openPictures, readPicture, trimPictures } from './page-pictures.ts';

const stores = new WeakMap<ClientServices, PictureStore>();

/** The pictures of fields and lists that were seen on this device: in the cache of the previews' pictures, within its bounds. */
export function seenPicturesOf(services: ClientServices): PictureStore {
  const present = stores.get(services);
  if (present) return present;
  const { base, user, isCurrentUser } = services.uploadParts;
  const remembered = new Set<string>();
  const remember = async (url: string): Promise<void> => {
    if (remembered.has(url) || new URL(url, base).origin !== base.origin) return;
    remembered.add(url);
    const { userId } = user();
    const cache = await openPictures();
    if (!cache || (await cache.match(url))) return;
    const picture = await readPicture(url);
    if (picture === null || !isCurrentUser(userId)) return;
    await cache.put(url, new Response(picture));
    await trimPictures(cache);
  };
  const store: PictureStore = {
    remember: (url) => {
      // This device's own files are here already, and their addresses do not last.
      if (url.startsWith('blob:')) return;
      // A picture that can't be kept is shown all the same.
      remember(url).catch(() => remembered.delete(url));
    },
    peek: async (url) => (await (await (await openPictures())?.match(url))?.blob()) ?? null,
  };
  stores.set(services, store);
  return store;
}
