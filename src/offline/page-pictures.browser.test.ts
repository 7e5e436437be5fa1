import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cachePictures, withPictures } from './page-pictures.ts';
import { removePictures, picturesCache } from './pictures-cache.ts';

/** Each test has files of its own, since an address is requested once for as long as the console is open. */
let house: string;
let photo: string;
let pages = 0;
let answers: Record<string, () => Response>;
const asked: string[] = [];
const wanted = () => true;

const picture = (type: string, body: string | Uint8Array<ArrayBuffer>) => () => new Response(body, { headers: { 'content-type': type } });
const pageOf = (...inner: readonly string[]) => `<!doctype html><html><head></head><body>${inner.join('')}</body></html>`;
const page = () =>
  pageOf(`<picture><source srcset="${house}"><img src="${house}"></picture>`, `<img src="${photo}">`, `<a href="${photo}">Download</a>`);
const cachedPaths = async () => (await (await caches.open(picturesCache)).keys()).map(({ url }) => new URL(url).pathname);

beforeEach(() => {
  pages += 1;
  house = `/files/${pages}/house.svg`;
  photo = `/files/${pages}/IMG%201%20(1).jpg`;
  answers = { [house]: picture('image/svg+xml', '<svg/>'), [photo]: picture('image/jpeg', 'jpg') };
  asked.length = 0;
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const answer = answers[address];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await removePictures();
});

it('inlines cached pictures wherever a page shows them, and leaves its links unchanged', async () => {
  await cachePictures(page(), wanted);
  const svg = `data:image/svg+xml;base64,${btoa('<svg/>')}`;
  expect(await withPictures(page())).toBe(
    pageOf(
      `<picture><source srcset="${svg}"><img src="${svg}"></picture>`,
      `<img src="data:image/jpeg;base64,${btoa('jpg')}">`,
      `<a href="${photo}">Download</a>`,
    ),
  );
});

it('leaves the styles of a page unchanged', async () => {
  const styled = (src: string) =>
    `<!doctype html><html><head><style media="all">a > b { content: "style="; }</style></head>` +
    `<body><p style="color: red">My style= of "text"</p><style>i { color: blue }</style><img src="${src}"></body></html>`;
  await cachePictures(styled(photo), wanted);
  expect(await withPictures(styled(photo))).toBe(styled(`data:image/jpeg;base64,${btoa('jpg')}`));
});

it('requests each picture once, also one that fails, is refused, is too large or is no picture; such a page stays unchanged', async () => {
  answers = { [house]: () => new Response('gone', { status: 404 }), [photo]: picture('text/html', '<script></script>') };
  const large = `/files/${pages}/large.png`;
  answers[large] = picture('image/png', new Uint8Array(2_000_001));
  const whole = pageOf(page(), `<img src="${large}"><img src="/files/${pages}/none.png"><img src="https://elsewhere.test/files/1/a.png">`);
  await cachePictures(whole, wanted);
  await cachePictures(whole, wanted);
  expect(asked.toSorted()).toEqual([house, photo, large, `/files/${pages}/none.png`].toSorted());
  expect(await cachedPaths()).toEqual([]);
  expect(await withPictures(page())).toBe(page());
});

it('inlines at most 12 MB of pictures, and counts a picture as often as it is shown', async () => {
  answers[house] = picture('image/svg+xml', new Uint8Array(1_900_000));
  await cachePictures(page(), wanted);
  const often = pageOf(`<img src="${house}">`.repeat(7), `<img src="${photo}">`);
  const filled = await withPictures(often);
  expect(filled).toContain(house);
  expect(filled).toContain(btoa('jpg'));
});

it('does not cache a picture that arrives after a sign-out', async () => {
  let signedIn = true;
  answers[house] = () => {
    signedIn = false;
    return new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml' } });
  };
  await cachePictures(page(), () => signedIn);
  expect(await cachedPaths()).toEqual([]);
});

it('caches nothing on an address without https, and leaves the page unchanged', async () => {
  vi.stubGlobal('caches', undefined);
  await cachePictures(page(), wanted);
  expect(asked).toEqual([]);
  expect(await withPictures(page())).toBe(page());
  await removePictures();
});
