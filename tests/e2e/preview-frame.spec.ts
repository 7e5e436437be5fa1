import { expect, type Frame, type Page } from 'playwright/test';
import { test } from './support/fixtures.ts';
import { offlineReady } from './support/offline.ts';

interface PostedMessage {
  readonly type: string;
  readonly turn?: number;
  readonly blockId?: string;
  readonly scrollTop?: number;
}

/** A page of the console with the preview's frame in it, and the messages that the frame posted. */
async function openFrame(page: Page, address = '/login') {
  await page.goto(address);
  await page.evaluate(async () => {
    const posted: unknown[] = [];
    Object.assign(globalThis, { posted });
    addEventListener('message', (event) => posted.push(event.data));
    const frame = document.createElement('iframe');
    frame.id = 'preview';
    frame.title = 'Preview';
    frame.src = '/preview-frame';
    frame.style.cssText = 'position:fixed;inset:0;width:800px;height:600px;z-index:9999';
    document.body.append(frame);
  });
  const posted = (): Promise<readonly PostedMessage[]> =>
    page.evaluate(() => (globalThis as unknown as { posted: PostedMessage[] }).posted);
  const postedTypes = async () => (await posted()).map(({ type }) => type);
  await expect.poll(postedTypes).toContain('frontage.ready');
  const say = (message: object) =>
    page.evaluate((data) => document.querySelector<HTMLIFrameElement>('#preview')?.contentWindow?.postMessage(data, '*'), message);
  const frame = (): Frame => {
    const found = page.frames().find((one) => one.url().endsWith('/preview-frame'));
    if (!found) throw new Error('The frame is not there.');
    return found;
  };
  const render = async (turn: number, html: string, scrollTop = 0) => {
    await say({ type: 'frontage.render', turn, html, scrollTop, windowHeight: 500 });
    await expect.poll(posted).toContainEqual({ type: 'frontage.rendered', turn });
  };
  return { posted, say, frame, render };
}

const block = (id: string, inner = '') => `<section data-block-id="${id}" style="height:700px"><h2>${id}</h2>${inner}</section>`;
const pageOf = (...blocks: readonly string[]) =>
  `<!doctype html><html><head><title>A site</title></head><body style="margin:0">${blocks.join('')}</body></html>`;

test('the frame shows a page at its height, reports clicks and scrolling, and outlines a block', async ({ page }) => {
  const { posted, say, frame, render } = await openFrame(page);
  await render(
    1,
    pageOf(block('one'), block('two', '<a href="/login">Leave</a><form action="/login"><button>Send</button></form>'), block('three')),
    700,
  );
  expect(await frame().evaluate(() => scrollY)).toBe(700);
  const windowHeight = () => frame().evaluate(() => document.documentElement.style.getPropertyValue('--window-height'));
  expect(await windowHeight(), 'the device’s, not the frame’s').toBe('500px');
  await frame().getByRole('link', { name: 'Leave' }).click();
  await frame().getByRole('button', { name: 'Send' }).click();
  await expect
    .poll(async () => (await posted()).filter(({ type }) => type === 'frontage.blockClicked'))
    .toEqual([
      { type: 'frontage.blockClicked', blockId: 'two' },
      { type: 'frontage.blockClicked', blockId: 'two' },
    ]);
  await say({ type: 'frontage.outline', blockId: 'three', reveal: true, ghost: null });
  await expect(frame().locator('[data-frontage-outlined]')).toHaveAttribute('data-block-id', 'three');
  await render(2, pageOf(block('three'), block('four')), 100);
  await expect(frame().locator('[data-frontage-outlined]')).toHaveAttribute('data-block-id', 'three');
  expect(await frame().evaluate(() => scrollY)).toBe(100);
  // Until its first drawing, the frame attributes a scroll to itself.
  await frame().evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await say({ type: 'frontage.scroll', scrollTop: 400 });
  await expect.poll(posted).toContainEqual({ type: 'frontage.scrolled', scrollTop: 400 });
});

test('a block is drawn faded, with a label, for as long as the console says so', async ({ page }) => {
  const { say, frame, render } = await openFrame(page);
  await render(1, pageOf(block('one'), block('two')));
  const ghost = frame().locator('[data-frontage-ghost]');
  await say({ type: 'frontage.outline', blockId: 'two', reveal: true, ghost: 'Not on the website' });
  await expect(ghost).toHaveAttribute('data-block-id', 'two');
  expect(Number(await ghost.evaluate((element) => getComputedStyle(element).opacity))).toBeLessThan(0.6);
  await expect(frame().getByText('Not on the website')).toBeInViewport();
  await render(2, pageOf(block('one'), block('two')));
  await expect(ghost, 'the next page has it too').toHaveAttribute('data-block-id', 'two');
  await say({ type: 'frontage.outline', blockId: 'two', reveal: false, ghost: null });
  await expect(ghost).toHaveCount(0);
  await expect(frame().getByText('Not on the website')).toHaveCount(0);
});

test('only the frame scrolls to a block: the page around it stays where it is', async ({ page }) => {
  const { say, frame, render } = await openFrame(page);
  await page.locator('#preview').evaluate((element) => {
    element.style.cssText = 'position:absolute;top:600px;left:0;width:800px;height:600px';
  });
  await render(1, pageOf(block('one'), block('two'), block('three')));
  await say({ type: 'frontage.outline', blockId: 'three', reveal: true, ghost: null });
  await expect.poll(() => frame().evaluate(() => scrollY)).toBeGreaterThan(700);
  await say({ type: 'frontage.outline', blockId: 'one', reveal: true, ghost: null });
  await expect.poll(() => frame().evaluate(() => scrollY)).toBe(0);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('a hidden frame has loaded its lazy pictures in the viewport before it reports that it is rendered', async ({ page }) => {
  const { frame, render } = await openFrame(page);
  await page.locator('#preview').evaluate((element) => {
    element.style.visibility = 'hidden';
  });
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="192" height="192"/>';
  await page.route('**/house.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body }));
  const picture = '<img src="/house.svg" loading="lazy" width="192" height="192" alt="A house">';
  await render(1, pageOf(block('one', picture), block('two'), block('three'), block('four', picture)));
  const widths = await frame()
    .locator('img')
    .evaluateAll((all) => all.map((one) => (one instanceof HTMLImageElement ? one.naturalWidth : null)));
  expect(widths[0]).toBeGreaterThan(0);
});

test('no script of the page runs in the frame, its own host’s included, and none reaches the console', async ({ page }) => {
  const answered: string[] = [];
  // The console around the frame prefetches its next screens when it is idle.
  page.on('response', (response) => {
    if (response.frame() !== page.mainFrame()) answered.push(response.url());
  });
  const { frame, render } = await openFrame(page);
  const script = await page.evaluate(() => document.querySelector<HTMLScriptElement>('script[src]')?.src ?? '');
  expect(script).toContain('/assets/');
  await page.evaluate(() => localStorage.setItem('frontage.canary', 'kept'));
  const attack = "document.body.dataset.ran='yes'";
  const hostile = `<script>${attack}</script><script src="${script}"></script><script type="module">${attack}</script><img src="x:" onerror="${attack}"><iframe srcdoc="<script>parent.${attack}</script>"></iframe><a href="javascript:${attack}" id="run">Run</a><base href="https://elsewhere.example/">`;
  const before = answered.length;
  // The frame's own document and script, so that its requests are recorded here.
  expect(before).toBeGreaterThan(0);
  await render(1, pageOf(block('one', hostile)));
  await frame().locator('#run').click();
  expect(await frame().evaluate(() => document.body.dataset['ran'])).toBeUndefined();
  expect(answered.slice(before).filter((url) => url.startsWith('http'))).toEqual([]);
  // Even the frame's own script, which does run, has no origin: it can't reach anything of the console.
  const reach = await frame().evaluate(async () => {
    const tried = async (work: () => unknown) => {
      try {
        return String(await work());
      } catch (error) {
        return error instanceof Error ? error.name : 'thrown';
      }
    };
    return [
      await tried(() => localStorage.length),
      await tried(() => parent.document.title),
      await tried(() => fetch('/api/health')),
      self.origin,
    ];
  });
  expect(reach).toEqual(['SecurityError', 'SecurityError', 'TypeError', 'null']);
});

test('messages of other shapes, or from another window, change nothing', async ({ page }) => {
  const { say, frame, render } = await openFrame(page);
  await render(1, pageOf(block('one')));
  const wrong = [
    null,
    7,
    'frontage.render',
    {},
    { type: 'frontage.render' },
    { type: 'frontage.render', turn: '2', html: 'x', scrollTop: 0 },
    { type: 'frontage.render', turn: 2, html: null, scrollTop: 0 },
    { type: 'frontage.outline', blockId: 7 },
    { type: 'frontage.outline', blockId: 'one', reveal: true, ghost: 7 },
    { type: 'frontage.outline', blockId: 'one', reveal: true, ghost: 'x'.repeat(101) },
  ];
  for (const message of wrong) await say(message as object);
  await frame().evaluate(() => postMessage({ type: 'frontage.render', turn: 3, html: 'mine', scrollTop: 0 }, '*'));
  await render(4, pageOf(block('four')));
  await expect(frame().getByRole('heading')).toHaveText('four');
  await expect(frame().locator('[data-frontage-ghost]')).toHaveCount(0);
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the frame opens without a network', async ({ page, context }) => {
    await page.goto('/login');
    await offlineReady(page);
    await context.setOffline(true);
    const { frame, render } = await openFrame(page);
    await render(1, pageOf(block('offline')));
    await expect(frame().getByRole('heading')).toHaveText('offline');
    expect(await frame().evaluate(() => self.origin)).toBe('null');
  });
});
