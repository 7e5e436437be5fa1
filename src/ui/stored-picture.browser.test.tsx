import { expect, it, vi } from 'vitest';
import { type PictureStore, PictureStoreContext } from './picture-store.ts';
import { StoredPicture } from './stored-picture.tsx';
import { rootForEach } from '#src/ui/testing/root-for-each.ts';

const dot = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
const gone = '/files/never-there.png';

const at = rootForEach();

const show = (url: string, store: PictureStore): void =>
  at.root.render(
    <PictureStoreContext value={store}>
      <StoredPicture url={url} alt="Logo" className="" loadingText="Loading the picture…" fallback={<i>no picture</i>} />
    </PictureStoreContext>,
  );

const storeOf = (blob: Blob | null) => ({ remember: vi.fn<(url: string) => void>(), peek: async () => blob });

it('says that it is loading, and is remembered once it has been seen', async () => {
  const store = storeOf(null);
  show(dot, store);
  await expect.poll(() => at.place.querySelector('[data-loading]') ?? at.place.querySelector('img')).not.toBeNull();
  await expect.poll(() => store.remember.mock.calls).toEqual([[dot]]);
  expect(at.place.textContent).toBe('');
});

it('is shown as it was seen last where it can not be loaded', async () => {
  const svg = await (await fetch(dot)).blob();
  const store = storeOf(svg);
  show(gone, store);
  await expect.poll(() => at.place.querySelector('img')?.src.startsWith('blob:')).toBe(true);
  await expect.poll(() => at.place.querySelector('[data-loading]')).toBeNull();
  expect(store.remember).not.toHaveBeenCalled();
});

it('gives its place to something else where it was never seen', async () => {
  show(gone, storeOf(null));
  await expect.poll(() => at.place.textContent).toBe('no picture');
});

it('makes no address for a picture that is found after it has gone', async () => {
  const make = vi.spyOn(URL, 'createObjectURL');
  const found = Promise.withResolvers<Blob>();
  const peek = vi.fn<PictureStore['peek']>(() => found.promise);
  show(gone, { remember: vi.fn<(url: string) => void>(), peek });
  await expect.poll(() => peek.mock.calls.length).toBe(1);
  at.root.render(null);
  await expect.poll(() => at.place.childElementCount).toBe(0);
  found.resolve(new Blob(['picture']));
  await new Promise((resolve) => setTimeout(resolve));
  expect(make).not.toHaveBeenCalled();
  make.mockRestore();
});
