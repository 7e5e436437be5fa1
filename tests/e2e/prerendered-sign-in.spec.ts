import { expect, type Page } from 'playwright/test';
import { violationsOn } from '../support/axe.ts';
import { demo } from '../support/accounts.ts';
import { holdScript } from '../support/held-script.ts';
import { takenOver, websiteId } from '../support/ready-conditions.ts';
import { takeShifts, watchStillness } from '../support/stillness.ts';
import { signInPage } from './models/sign-in-page.ts';
import { test } from './support/fixtures.ts';

// The sign-in form that stands in the page, before any script and the style sheet have come.

test.use({ serviceWorkers: 'block' });

const social = `/website/${websiteId}/marketing/social`;

/** Opens a page whose scripts and style sheet do not come until they are released. */
async function openHeld(page: Page, path = '/login'): Promise<{ readonly release: () => Promise<void> }> {
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.(?:css|js)$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return {
    async release() {
      held.resolve();
      await expect(page.locator(takenOver)).toHaveCount(1);
    },
  };
}

/** What goes wrong in the page from now on: errors, React's about what it did not find among them, and violations of the page's policy. */
async function problemsOf(page: Page): Promise<() => Promise<readonly string[]>> {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) =>
      violations.push(`${violatedDirective}: ${sample}`),
    );
  });
  return async () => [
    ...errors,
    ...(await page.evaluate(() => (window as unknown as { readonly violations: readonly string[] }).violations)),
  ];
}

test('by keyboard alone: what is entered and sent before any script goes through, and on to the address that was asked for', async ({
  page,
}) => {
  const problems = await problemsOf(page);
  const { release } = await openHeld(page, social);
  const screen = signInPage(page);
  await expect(screen.email).toBeFocused();
  await expect(page).toHaveTitle('Sign in · Frontage');
  await page.keyboard.type(demo.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(demo.password);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(screen.keep).toBeFocused();
  await page.keyboard.press('Space');
  await expect(screen.submit).not.toHaveAttribute('aria-busy');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(screen.submit).toHaveAttribute('aria-busy', 'true');
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/login')) sent += 1;
  });
  await release();
  await expect(page).toHaveURL(new RegExp(`${social}$`));
  await expect(page.getByRole('heading', { level: 1, name: 'Social links' })).toBeVisible();
  expect(await page.evaluate(() => 'frontage.session' in localStorage)).toBe(true);
  expect(sent).toBe(1);
  expect(await problems()).toEqual([]);
});

test('what is wrong is said when the scripts are there', async ({ page }) => {
  const first = await openHeld(page);
  const screen = signInPage(page);
  await screen.submitAs({ ...demo, password: 'wrong' });
  await first.release();
  await expect(screen.problem).toHaveText('Email or password is wrong.');
  await expect(screen.email).toHaveValue(demo.email);
  await expect(screen.submit).not.toHaveAttribute('aria-busy');

  await page.unrouteAll();
  const second = await openHeld(page);
  await screen.password.fill('x');
  await screen.submit.click();
  await second.release();
  await expect(screen.email).toHaveAccessibleDescription('Email is required.');
  await expect(screen.email).toBeFocused();
  await expect(screen.submit).not.toHaveAttribute('aria-busy');
  await screen.submitAs();
  await expect(page).toHaveURL(/\/websites$/);
});

test('React takes over the very elements: text, focus, caret, a composition and a visible password stay', async ({ page }) => {
  const { release } = await openHeld(page);
  const screen = signInPage(page);
  await page.getByRole('button', { name: 'Show password' }).click();
  await screen.password.pressSequentially('secret');
  await screen.email.pressSequentially(demo.email);
  for (let at = '.test'.length; at > 0; at -= 1) await page.keyboard.press('ArrowLeft');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.imeSetComposition', { text: 'か', selectionStart: 1, selectionEnd: 1 });
  const before = await page.locator('#root *').elementHandles();
  await release();
  for (const element of before) expect(await element.evaluate((each) => each.isConnected)).toBe(true);
  await expect(page.locator('#root *')).toHaveCount(before.length);
  await expect(screen.email).toBeFocused();
  await devtools.send('Input.insertText', { text: '家' });
  await page.keyboard.type('!');
  await expect(screen.email).toHaveValue('demo@frontage家!.test');
  await expect(screen.password).toHaveValue('secret');
  await expect(screen.password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(screen.password).toHaveAttribute('type', 'password');
});

test('where the scripts do not come, the button is free again, and reloads the page', async ({ page }) => {
  const fails = Promise.withResolvers<void>();
  const scripts = /\/assets\/framework-.*\.js$/;
  // More than one request: the browser may ask again for a file that could not be fetched ahead.
  await page.route(scripts, async (route) => {
    await fails.promise;
    await route.abort();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  const screen = signInPage(page);
  await screen.submitAs();
  await expect(screen.submit).toHaveAttribute('aria-busy', 'true');
  fails.resolve();
  await expect(screen.submit).not.toHaveAttribute('aria-busy');
  await page.unroute(scripts);
  await screen.submit.click();
  await expect(page.locator(takenOver)).toHaveCount(1);
  await screen.submitAs();
  await expect(page).toHaveURL(/\/websites$/);
});

// An extension that puts an element beside a field: React finds another tree, and draws its own.
test('a form that something else has changed keeps what was entered too', async ({ page }) => {
  const { release } = await openHeld(page);
  const screen = signInPage(page);
  await screen.keep.check();
  await screen.email.fill(demo.email);
  await screen.password.fill(demo.password);
  await screen.password.press('ArrowLeft');
  await screen.password.evaluate((input) => input.before(document.createElement('i')));
  await release();
  await expect(page.locator('#root i')).toHaveCount(0);
  await expect(screen.password).toBeFocused();
  expect(await screen.password.evaluate((input) => (input as HTMLInputElement).selectionStart)).toBe(demo.password.length - 1);
  await expect(screen.keep).toBeChecked();
  await screen.password.press('Enter');
  await expect(page).toHaveURL(/\/websites$/);
});

/** The edge of a round corner is a shade lighter or darker from one drawing to the next. */
const differingPixels = (page: Page, one: Buffer, other: Buffer) =>
  page.evaluate(
    async (pictures) => {
      const [a, b] = await Promise.all(
        pictures.map(async (picture) => {
          const image = new Image();
          image.src = `data:image/png;base64,${picture}`;
          await image.decode();
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
          context?.drawImage(image, 0, 0);
          return context?.getImageData(0, 0, image.width, image.height);
        }),
      );
      if (!a || !b) throw new Error('A picture could not be read.');
      return a.data.filter((value, at) => Math.abs(value - (b.data[at] ?? Number.POSITIVE_INFINITY)) > 2).length;
    },
    [one.toString('base64'), other.toString('base64')],
  );

/** `document.fonts.ready` holds too before the first text has asked for its font. */
const fontIsThere = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.load('1rem "Inter Variable"');
  });

/** Every element of the screen, with its attributes and its box. Ids that React numbers differ. */
const elementsOf = (page: Page) =>
  page.locator('#root *').evaluateAll((all) =>
    all.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const attributes = [...element.attributes]
        .map(({ name, value }) => `${name}=${value.replace(/^_[rR]_.*_$/, '…')}`)
        .filter((each) => !each.startsWith('style='));
      return `${element.tagName} ${attributes.toSorted().join(' ')} ${[x, y, width, height].join(' ')}`;
    }),
  );

test('it is the form that React draws by itself: the same elements, names, attributes and places', async ({ page }) => {
  await signInPage(page).open();
  await fontIsThere(page);
  // As the build has written it: React compares no attributes when it takes elements over.
  const prerendered = await elementsOf(page);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(signInPage(page).keep).toBeVisible();
  expect(await elementsOf(page)).toEqual(prerendered);
});

for (const width of [375, 768, 1440]) {
  test(`at ${width} px it looks the same before and after, and nothing moves`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const problems = await problemsOf(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { release } = await openHeld(page);
      await expect(signInPage(page).email).toBeFocused();
      await fontIsThere(page);
      await page.evaluate(watchStillness);
      expect(await violationsOn(page, { rules: colorScheme === 'light' ? 'all' : 'colours' })).toEqual([]);
      const look = () => page.screenshot({ animations: 'disabled' });
      const [pictureBefore, before] = [await look(), await elementsOf(page)];
      await release();
      expect(await page.evaluate(takeShifts)).toEqual([]);
      expect(await elementsOf(page)).toEqual(before);
      expect(await differingPixels(page, pictureBefore, await look()), colorScheme).toBe(0);
      await page.unrouteAll();
    }
    expect(await problems()).toEqual([]);
  });
}

test('the scripts are requested after the first frame, and at once where there are no frames', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.addInitScript(() => Object.assign(window, { requestAnimationFrame: () => 0 }));
  await page.goto('/login');
  await expect(signInPage(page).email).toBeVisible();
  expect(scripts).toEqual([]);
  await page.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true }));
  await page.goto('/login');
  await expect(page.locator(takenOver)).toHaveCount(1);
  expect(scripts.length).toBeGreaterThan(0);
});

test('the links of an installation are in it', async ({ page }) => {
  const links = { "Don't have an account?": 'https://agency.test/start', 'Need help?': 'https://support.frontage.example/' };
  await page.route('**/login', async (route) => {
    const answer = await route.fetch();
    const config = JSON.stringify({ salesUrl: 'https://agency.test/start', supportUrl: 'javascript:alert(1)' }).replaceAll('"', '&quot;');
    await route.fulfill({ response: answer, body: (await answer.text()).replace(/(?<=name="frontage-config" content=")[^"]*/, config) });
  });
  const { release } = await openHeld(page);
  const expectLinks = async () => {
    for (const [name, href] of Object.entries(links)) await expect(page.getByRole('link', { name })).toHaveAttribute('href', href);
  };
  await expectLinks();
  await release();
  await expectLinks();
});

test('elsewhere, and for whoever is signed in, a slow start shows the spinner and no form', async ({ page, signedInProfile }) => {
  const { page: signedIn } = await signedInProfile();
  for (const [tab, path] of [
    [page, '/forgot-password'],
    [page, '/nowhere'],
    [signedIn, '/login'],
    [signedIn, social],
  ] as const) {
    await openHeld(tab, path);
    await expect(tab.getByText('Initialising app...')).toBeVisible();
    await expect.poll(() => tab.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1);
    const spinner = await tab.evaluate(
      () => getComputedStyle(document.querySelector('.starting') ?? document.body, '::before').animationName,
    );
    expect(spinner).toBe('starting');
    expect(await tab.locator('form').count()).toBe(0);
    await tab.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

test('the spinner stays until there is a screen, and stands in place of a screen whose code still loads', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  const store = await holdScript(page, 'create-client-services');
  const records = await holdScript(page, 'records');
  await page.goto('/account/syncs', { waitUntil: 'commit' });
  const starting = page.getByText('Initialising app...');
  // React has taken the element, and draws nothing before the router has its screen.
  await page.waitForFunction(() => {
    const root = document.getElementById('root');
    return root?.matches(':empty') && Object.keys(root).some((key) => key.startsWith('__reactContainer'));
  });
  await expect(starting).toBeVisible();
  store.release();
  await expect(starting).toBeHidden();
  const waiting = () => page.getByRole('main').evaluate((main) => getComputedStyle(main, '::before').animationName);
  expect(await waiting()).toContain('spin');
  records.release();
  await expect(page.getByRole('heading', { level: 1, name: 'Syncs' })).toBeVisible();
  expect(await waiting()).toBe('none');
});
