import { expect, type Locator } from 'playwright/test';
import { websiteId } from '../support/ready-conditions.ts';
import { signInPage } from './models/sign-in-page.ts';
import { shell } from './models/shell.ts';
import { deviceRows, restingText } from './support/device.ts';
import { test } from './support/fixtures.ts';

const kept = "JSON.parse(localStorage.getItem('frontage.session') ?? 'null')";
const social = `/website/${websiteId}/marketing/social`;

test('empty and invalid fields say so at the field, and nothing is sent', async ({ page }) => {
  const screen = signInPage(page);
  let sent = 0;
  await page.route('**/api/login', (route) => {
    sent += 1;
    return route.abort();
  });
  await screen.open();
  await screen.submit.click();
  await expect(screen.email).toHaveAccessibleDescription('Email is required.');
  await expect(screen.password).toHaveAccessibleDescription('Password is required.');
  await expect(screen.email).toBeFocused();
  await screen.email.fill('not-an-address');
  await screen.password.fill('x');
  await screen.submit.click();
  await expect(screen.email).toHaveAccessibleDescription('Enter a valid email address.');
  await expect(screen.password).not.toHaveAttribute('aria-invalid');
  expect(sent).toBe(0);
});

test('the client store is opened while the address is typed', async ({ page }) => {
  // What else opens it before a sign-in waits for an idle browser.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const stores = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  const screen = signInPage(page);
  await screen.open();
  expect(await stores()).not.toContain('frontage');
  await screen.email.fill('demo');
  await expect.poll(stores).toContain('frontage');
});

test('a wrong password shows an error, and keeps the address', async ({ page }) => {
  const screen = signInPage(page);
  await screen.open();
  await screen.submitAs({ email: 'demo@frontage.test', password: 'wrong' });
  await expect(screen.problem).toHaveText('Email or password is wrong.');
  await expect(screen.email).toHaveValue('demo@frontage.test');
  await screen.submitAs();
  await expect(page).toHaveURL(/\/websites$/);
});

test('what a password manager enters without an event is submitted', async ({ page }) => {
  const screen = signInPage(page);
  const enter = (field: Locator, value: string) => field.evaluate((input, entered) => Object.assign(input, { value: entered }), value);
  const submitted = async () => {
    const request = page.waitForRequest('**/api/login');
    await screen.submit.click();
    return (await request).postDataJSON();
  };
  await screen.open();
  await enter(screen.password, 'entered');
  // Whatever draws the form again leaves it there.
  await screen.email.fill('demo@frontage.test');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(screen.password).toHaveValue('entered');
  expect(await submitted()).toMatchObject({ email: 'demo@frontage.test', password: 'entered' });
  await expect(screen.problem).toHaveText('Email or password is wrong.');
  await enter(screen.email, 'other@frontage.test');
  await enter(screen.password, 'frontage-other');
  expect(await submitted()).toMatchObject({ email: 'other@frontage.test', password: 'frontage-other' });
  await expect(page).toHaveURL(/\/websites$/);
});

for (const [what, answer, message] of [
  ['without a token', { status: 200, json: { data: { user: null } } }, 'No token found!'],
  ['that refuses without a message', { status: 422, json: { error: { code: 'validation_failed', message: '' } } }, 'An error occurred.'],
  ['of a captive portal', { status: 200, contentType: 'text/html', body: '<h1>Wi-Fi</h1>' }, /^The server can't be reached\./],
] as const) {
  test(`an answer ${what}`, async ({ page }) => {
    await page.route('**/api/login', (route) => route.fulfill(answer));
    const screen = signInPage(page);
    await screen.open();
    await screen.submitAs();
    await expect(screen.problem).toHaveText(message);
    await expect(screen.submit).toBeEnabled();
  });
}

test('a server that is not there', async ({ page }) => {
  await page.route('**/api/login', (route) => route.abort());
  const screen = signInPage(page);
  await screen.open();
  await screen.submitAs();
  await expect(screen.problem).toHaveText("The server can't be reached. Check your connection and try again.");
});

test('offline the button says so before the click', async ({ page, context }) => {
  const screen = signInPage(page);
  await screen.open();
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  await expect(button).not.toHaveAccessibleDescription(/./u);
  await context.setOffline(true);
  await expect(button).toHaveAccessibleDescription('You are offline. Signing in needs a connection.');
  await context.setOffline(false);
  await expect(button).not.toHaveAccessibleDescription(/./u);
});

test('keep me signed in: the token stays in the browser, also in a new tab', async ({ page, context }) => {
  const screen = signInPage(page);
  await screen.open();
  await screen.keep.check();
  await screen.submitAs();
  await expect(page).toHaveURL(/\/websites$/);
  expect(await page.evaluate(kept)).toMatchObject({ apiToken: expect.stringMatching(/.{20,}/) });

  await page.close();
  const another = await context.newPage();
  await another.goto('/websites');
  await expect(another.getByRole('heading', { name: 'Websites' })).toBeVisible();
});

test('not kept: the token is not stored for other tabs; a reload keeps it, a new tab does not', async ({ page, context }) => {
  const screen = signInPage(page);
  await screen.open();
  const answered = page.waitForResponse('**/api/login');
  await screen.submitAs();
  const token = (await (await answered).json()).data.access_token;
  await expect(page).toHaveURL(/\/websites$/);
  // A cached record shows that there is a store, which could hold the secret.
  await expect.poll(() => deviceRows(page, 'resources')).toBeGreaterThan(0);
  expect(token).toMatch(/.{20,}/);
  expect(await restingText(page)).not.toContain(token);

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Websites' })).toBeVisible();
  const another = await context.newPage();
  await another.goto('/websites');
  await expect(signInPage(another).email).toBeVisible();
  await expect(another).toHaveURL(/\/login$/);
});

test('an address behind the sign-in leads there, by way of it', async ({ page }) => {
  await page.goto(social);
  const screen = signInPage(page);
  await expect(screen.email).toBeVisible();
  await screen.submitAs();
  await expect(page.getByRole('heading', { level: 1, name: 'Social links' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${social}$`));
});

test('a return address of another site leads to the console', async ({ page }) => {
  const screen = signInPage(page);
  await screen.open('/login?next=%2F%2Fexample.com%2F');
  await screen.submitAs();
  await expect(page).toHaveURL(/\/websites$/);
});

test('the screens before the sign-in lead on whoever is signed in', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  for (const path of ['/', '/login', '/forgot-password']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Websites' })).toBeVisible();
    await expect(page).toHaveURL(/\/websites$/);
  }
});

test('sales, support and the forgotten password', async ({ page }) => {
  const screen = signInPage(page);
  await screen.open();
  await expect(page.getByRole('link', { name: "Don't have an account?" })).toHaveAttribute('href', /^mailto:sales@/);
  const help = page.getByRole('link', { name: 'Need help?' });
  await expect(help).toHaveAttribute('href', 'https://support.frontage.example/');
  await expect(help).toHaveAttribute('target', '_blank');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page).toHaveURL(/\/login$/);
  // It went back, so the other screen is ahead.
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
});

test('"Initialising app..." while it is not known whose token this is', async ({ signedInProfile }) => {
  const { page, api } = await signedInProfile();
  await page.addInitScript((token) => {
    localStorage.setItem('frontage.session', JSON.stringify({ apiToken: token, accountId: null, user: null }));
  }, api.token);
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/api/user', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/websites');
  await expect(page.getByRole('status').getByText('Initialising app...')).toBeVisible();
  goOn();
  await expect(page.getByRole('heading', { name: 'Websites' })).toBeVisible();
  await expect(page.getByText('Initialising app...')).toBeHidden();
});

test('a token that the server refuses at the start is forgotten', async ({ signedInProfile }) => {
  const { page, api } = await signedInProfile();
  await page.addInitScript((token) => {
    const session = { apiToken: token, accountId: null, user: null };
    if (!sessionStorage.getItem('begun')) localStorage.setItem('frontage.session', JSON.stringify(session));
    sessionStorage.setItem('begun', 'yes');
  }, api.token);
  await api.signOut();
  await page.goto('/websites');
  await expect(signInPage(page).email).toBeVisible();
  await expect.poll(() => page.evaluate(kept)).toBeNull();
});

test('a token that was refused while the browser was closed: back at the sign-in, with the reason', async ({ signedInProfile }) => {
  const { page, api } = await signedInProfile();
  await api.signOut();
  await page.goto(social);
  await expect(signInPage(page).problem).toHaveText('Your session has ended. Sign in again.');
  await expect.poll(() => page.evaluate(kept)).toBeNull();
  await signInPage(page).submitAs();
  await expect(page.getByRole('heading', { level: 1, name: 'Social links' })).toBeVisible();
});

test('a foreign 401 at the start removes nothing: the app opens with the cached data', async ({ signedInProfile }) => {
  const { page, api } = await signedInProfile();
  await page.goto('/websites');
  const first = page.getByRole('table').getByRole('link').first();
  await expect(first).toBeVisible();
  const name = (await first.textContent()) ?? '';
  // The screen shows the answer at once, and stores it afterwards.
  await expect.poll(() => restingText(page)).toContain(name);
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, contentType: 'text/html', body: '<h1>Log in to the Wi-Fi</h1>' }));
  await page.reload();
  await expect(first).toHaveText(name);
  await shell(page).expectStatus('Offline');
  expect(await page.evaluate(kept)).toMatchObject({ apiToken: api.token });
});

for (const way of ['the user menu', '/logout'] as const) {
  test(`signing out by ${way} ends all of it`, async ({ signedInProfile }) => {
    const { page, api } = await signedInProfile();
    await page.goto(social);
    await expect(page.getByRole('heading', { level: 1, name: 'Social links' })).toBeVisible();
    await expect.poll(() => deviceRows(page, 'resources')).toBeGreaterThan(0);
    const left = page.waitForRequest((request) => request.url().endsWith(`/cms/${websiteId}/wp-admin/admin-ajax.php?action=logout`));
    if (way === '/logout') await page.goto('/logout');
    else await shell(page).logout();
    expect((await left).frame()).not.toBe(page.mainFrame());
    await expect(signInPage(page).email).toBeVisible();
    expect((await api.call('GET', '/user')).status).toBe(401);
    expect(await page.evaluate(kept)).toBeNull();
    expect(await deviceRows(page, 'resources')).toBe(0);
    await page.goto('/websites');
    await expect(signInPage(page).email).toBeVisible();
  });
}

test('signing out in one tab signs the other out too', async ({ signedInProfile }) => {
  const { page, context } = await signedInProfile();
  await page.goto('/websites');
  await expect(page.getByRole('heading', { name: 'Websites' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/websites');
  await expect(other.getByRole('heading', { name: 'Websites' })).toBeVisible();
  await shell(page).logout();
  await expect(signInPage(other).email).toBeVisible();
  await expect(signInPage(other).problem).toHaveText('You were signed out in another tab.');
});
