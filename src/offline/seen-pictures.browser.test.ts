import { afterEach, expect, it, vi } from 'vitest';
import type { ClientServices } from './client-services.ts';
import { removePictures } from './pictures-cache.ts';
import { seenPicturesOf } from './seen-pictures.ts';

const base = new URL('/', location.href);
const parts = { base, user: () => ({ userId: '1' }), isCurrentUser: () => true };
const services = { uploadParts: parts } as unknown as ClientServices;

afterEach(async () => {
  vi.unstubAllGlobals();
  await removePictures();
});

it('a picture is kept once, and again after a sign-out has removed it', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return new Response('png', { headers: { 'content-type': 'image/png' } });
  });
  const pictures = seenPicturesOf(services);
  const { href } = new URL('/files/seen.png', base);
  const text = async () => (await pictures.peek(href))?.text() ?? null;
  pictures.remember(href);
  await expect.poll(text).toBe('png');
  pictures.remember(href);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked).toEqual([href]);
  await removePictures();
  expect(await text()).toBeNull();
  pictures.remember(href);
  await expect.poll(text).toBe('png');
});
