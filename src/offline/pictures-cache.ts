/** Where the pictures of previews are kept. On an address without https there is no such place. */
export const picturesCache = 'pictures';

/** Whoever signs out leaves none behind. */
export async function forgetPictures(): Promise<void> {
  await globalThis.caches?.delete(picturesCache);
}

/** Gives their room to a save on a full device; false where there are none. Never rejects. */
export async function evictPictures(): Promise<boolean> {
  return (await globalThis.caches?.delete(picturesCache).catch(() => false)) ?? false;
}
