import type { Page, Request } from 'playwright';
import type { Measure, Samples } from './measure.ts';
import { entry, facebook, feeds, openingTimes, openSettings, openSocialLinks, save, saved, saves, social, toSocial } from './screens.ts';
import { stillPage } from './still-pages.ts';
import { type Bench, newContext } from './visit.ts';

/** A request of the console, for a bare page to send. */
interface Sent {
  readonly url: string;
  readonly init: { readonly method: string; readonly headers: Readonly<Record<string, string>>; readonly body: string | null };
}

/** The browser adds headers of its own by itself. */
async function sent(request: Request): Promise<Sent> {
  const own = /^(accept|authorization|content-type|idempotency-key|if-match|x-account-id)$/u;
  const headers = Object.entries(await request.allHeaders()).filter(([name]) => own.test(name));
  return { url: request.url(), init: { method: request.method(), headers: Object.fromEntries(headers), body: request.postData() } };
}

interface BareStore {
  readonly read: (key: string) => Promise<unknown>;
  /** Durable once it resolves, as the console's own writes are. */
  readonly write: (rows: Readonly<Record<string, unknown>>) => Promise<void>;
}

declare global {
  interface Window {
    bareStore: BareStore;
  }
}

/** Runs in the page, and does what a page of the console has done long before the click: it connects to the server, and writes a row. */
async function openBareStore(): Promise<void> {
  const opening = indexedDB.open('bare');
  opening.onupgradeneeded = () => void opening.result.createObjectStore('rows');
  const db = await new Promise<IDBDatabase>((resolve) => {
    opening.onsuccess = () => resolve(opening.result);
  });
  window.bareStore = {
    read: (key) =>
      new Promise((resolve) => {
        const reading = db.transaction('rows').objectStore('rows').get(key);
        reading.onsuccess = () => resolve(reading.result);
      }),
    write: (rows) =>
      new Promise((resolve) => {
        const writing = db.transaction('rows', 'readwrite', { durability: 'strict' });
        for (const [key, row] of Object.entries(rows)) writing.objectStore('rows').put(row, key);
        writing.oncomplete = () => resolve();
      }),
  };
  await window.bareStore.write({ opened: true });
  await (await fetch('/assets/none')).text();
}

/** A page of the console without its scripts, at an address of the console's server. */
async function barePage(bench: Bench, html: string) {
  const context = await newContext(bench);
  const page = await context.newPage();
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }));
  await page.goto('/bare');
  // Else each of the page's requests would pass through the test.
  await page.unrouteAll();
  await page.evaluate(openBareStore);
  return { context, page };
}

interface Screen {
  /** Of its main part. */
  readonly html: string;
  /** For what it shows; null where the device has that. */
  readonly request: Sent | null;
}

/** Runs in the page. The link is marked in the click's task, and a screen that needs no request is drawn there too. */
function openByClick(link: Element, { html, request }: Screen): void {
  let asked = request;
  link.addEventListener('click', async (event) => {
    event.preventDefault();
    const before = document.querySelector('nav [aria-current=page]');
    if (before) [link.className, before.className] = [before.className, link.className];
    before?.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'page');
    if (asked) {
      const [response] = await Promise.all([fetch(asked.url, asked.init), window.bareStore.read(asked.url)]);
      const answer: unknown = await response.json();
      await window.bareStore.write({ [asked.url]: answer });
      asked = null;
    }
    const main = document.querySelector('main');
    if (main) main.innerHTML = html;
  });
}

const mainOf = (page: Page) => page.evaluate(() => document.querySelector('main')?.innerHTML ?? '');

async function* openings(bench: Bench): AsyncGenerator<Samples<'first' | 'again'>, void> {
  const ofConsole = await openSettings(bench);
  const html = await stillPage(ofConsole.page);
  const before: Screen = { html: await mainOf(ofConsole.page), request: null };
  const asked = ofConsole.page.waitForRequest('**/settings/social');
  await toSocial(ofConsole.page);
  const opened: Screen = { html: await mainOf(ofConsole.page), request: await sent(await asked) };
  await ofConsole.context.close();
  for (;;) {
    const { context, page } = await barePage(bench, html);
    await entry(page, feeds).evaluate(openByClick, before);
    await entry(page, social).evaluate(openByClick, opened);
    yield await openingTimes(page);
    await context.close();
  }
}

interface Save {
  readonly request: Sent;
  /** The element that says "Saved". */
  readonly notification: string;
}

/** Runs in the page. */
function saveByClick(button: Element, { request, notification }: Save): void {
  const field = document.querySelector<HTMLInputElement>('#fb_link');
  const log = document.querySelector('[aria-label="Notifications"] [role=log]');
  let etag = request.init.headers['if-match'] ?? '';
  button.addEventListener('click', async () => {
    button.toggleAttribute('disabled', true);
    const headers = { ...request.init.headers, 'if-match': etag, 'idempotency-key': crypto.randomUUID() };
    const body = (request.init.body ?? '').replace(/https:[^"]*/u, field?.value ?? '');
    const init = { ...request.init, headers, body };
    await window.bareStore.write({ pending: init });
    const response = await fetch(request.url, init);
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`The save was answered ${response.status}.`);
    etag = response.headers.get('etag') ?? '';
    await window.bareStore.write({ pending: null, answer });
    button.toggleAttribute('disabled', false);
    if (log) log.innerHTML = notification;
  });
  log?.addEventListener('click', () => log.replaceChildren());
}

async function* confirmedSaves(bench: Bench): AsyncGenerator<Samples<'confirmed'>, void> {
  const ofConsole = await openSocialLinks(bench);
  await facebook(ofConsole.page).fill('https://www.facebook.com/bare');
  // Until the form knows of it.
  await save(ofConsole.page).click({ trial: true });
  const html = await stillPage(ofConsole.page);
  const asked = ofConsole.page.waitForRequest('**/settings/update');
  await saves(ofConsole.page, saved).next();
  const request = await sent(await asked);
  const etag = await (await (await asked).response())?.headerValue('etag');
  const notification = await ofConsole.page.locator('[data-toast]').evaluate((toast) => toast.outerHTML);
  await ofConsole.context.close();
  const { page } = await barePage(bench, html);
  const headers = { ...request.init.headers, 'if-match': etag ?? '' };
  await save(page).evaluate(saveByClick, { request: { ...request, init: { ...request.init, headers } }, notification });
  for await (const took of saves(page, saved)) yield { confirmed: [took] };
}

/**
 * The least that these take: the console's own requests, what it must have on the disk, and its screens as they stand, without any of
 * its code.
 */
export const barePages: readonly Measure[] = [
  {
    figures: {
      first: { name: 'Open a settings screen, first time, in a bare page', unit: 'ms', goal: null },
      again: { name: 'Open a settings screen, again, in a bare page', unit: 'ms', goal: null },
    },
    rounds: 9,
    take: openings,
  },
  {
    figures: { confirmed: { name: 'Save confirmed by the server, in a bare page', unit: 'ms', goal: null, withP95: true } },
    rounds: 20,
    take: confirmedSaves,
  },
];
