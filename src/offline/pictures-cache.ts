/** The name of the browser cache with the pictures of previews. A page without https has no such cache. */
export const picturesCache = 'pictures';

/** Removes all pictures at a sign-out. */
export async function removePictures(): Promise<void> {
  await globalThis.caches?.delete(picturesCache);
}

/** Removes all pictures to make room for a save on a full device. False where there are none. Never rejects. */
export async function evictPictures(): Promise<boolean> {
  return (await globalThis.caches?.delete(picturesCache).catch(() => false)) ?? false;
}
