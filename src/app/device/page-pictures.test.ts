import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepPictures, withPictures } from './page-pictures.ts';

const id = '0b0d9e1e-7a50-4a6f-8a43-5f2f6f8a0c11';
const house = `/files/${id}/house.svg`;
const photo = `https://api.test/files/${id}/photo.jpg`;
const page = `<img src="${house}"><div style="background-image: url('${photo}')"></div><img src="${house}"><a href="/listings">/files/none</a>`;

const picture = (type: string, body: string | Uint8Array<ArrayBuffer>) => new Response(body, { headers: { 'content-type': type } });

function keep(kept: Readonly<Record<string, Response>>): void {
  vi.stubGlobal('caches', { open: async () => ({ match: async (address: string) => kept[address] }) });
}

beforeEach(() => keep({ [house]: picture('image/svg+xml', '<svg/>'), [photo]: picture('image/jpeg', 'jpg') }));
afterEach(() => vi.unstubAllGlobals());

it('puts every picture that is kept into the page', async () => {
  const svg = `data:image/svg+xml;base64,${btoa('<svg/>')}`;
  expect(await withPictures(page)).toBe(
    `<img src="${svg}"><div style="background-image: url('data:image/jpeg;base64,${btoa('jpg')}')"></div><img src="${svg}"><a href="/listings">/files/none</a>`,
  );
});

it('leaves what is not kept, or is no picture, as it stands', async () => {
  keep({ [photo]: picture('text/html', '<script></script>') });
  expect(await withPictures(page)).toBe(page);
  vi.stubGlobal('caches', { open: async () => Promise.reject(new Error('no room')) });
  expect(await withPictures(page)).toBe(page);
  vi.unstubAllGlobals();
  expect(await withPictures(page), 'on an address without https').toBe(page);
});

it('takes pictures of more than 12 MB together only as far as they fit', async () => {
  keep({ [house]: picture('image/svg+xml', new Uint8Array(12_000_001)), [photo]: picture('image/jpeg', 'jpg') });
  const filled = await withPictures(page);
  expect(filled).toContain(house);
  expect(filled).toContain(btoa('jpg'));
});

it('asks for what is not kept where a service worker will keep it, and for nothing elsewhere', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    throw new TypeError('Failed to fetch');
  });
  keep({ [photo]: picture('image/jpeg', 'jpg') });
  await keepPictures(page);
  expect(asked).toEqual([]);
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } });
  await keepPictures(page);
  expect(asked).toEqual([house]);
});
