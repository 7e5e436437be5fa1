import { createServer } from 'node:http';
import { listening } from '#server/testing/listening.ts';
import type { Page } from 'playwright';
import { readyConditions, settingsPath } from '../support/ready-conditions.ts';
import { loadUntilReady, type ReadyCondition } from '../support/stopwatch.ts';
import type { Measure, Samples } from './measure.ts';
import { type Bench, type ContextOptions, coldLoad, newContext, settled } from './visit.ts';

/** A page as it stands, with its styles and without a script. */
export function stillPage(page: Page): Promise<string> {
  return page.evaluate(() => {
    const styles = document.createElement('style');
    styles.textContent = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join('\n');
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    for (const each of copy.querySelectorAll('script, style, link[rel=stylesheet], link[rel=modulepreload], link[rel=manifest]'))
      each.remove();
    copy.querySelector('head')?.append(styles);
    return `<!doctype html>${copy.outerHTML}`;
  });
}

async function drawn(bench: Bench, path: string, first: ReadyCondition, options: ContextOptions = {}): Promise<string> {
  const context = await newContext(bench, { ...options, first });
  const page = await context.newPage();
  await page.goto(path);
  await loadUntilReady(page);
  await settled(page);
  const html = await stillPage(page);
  await context.close();
  return html;
}

/** Serves these pages, for as long as something else keeps the process. */
async function serve(pages: Readonly<Record<string, string>>): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(pages[request.url ?? '']);
  });
  const port = await listening(server);
  server.unref();
  return `http://127.0.0.1:${port}`;
}

/** The loads of the console's own pages, once all scripts are gone from them. */
async function* stillLoads(bench: Bench): AsyncGenerator<Samples<'form' | 'settings' | 'empty'>, void> {
  const origin = await serve({
    '/form': await drawn(bench, '/login', readyConditions.signInTakenOver),
    '/settings': await drawn(bench, settingsPath('marketing/social'), readyConditions.socialLinks, { signedIn: true }),
    '/empty': 'One line of text.',
  });
  const still = { ...bench, origin };
  const reloaded = async (path: string, first: ReadyCondition) => {
    const page = await (await newContext(still, { first })).newPage();
    return async () => {
      await page.goto(path, { waitUntil: 'commit' });
      const { at } = await loadUntilReady(page);
      await settled(page);
      return at;
    };
  };
  const settings = await reloaded('/settings', readyConditions.socialLinks);
  const empty = await reloaded('/empty', { selector: 'body' });
  for (const load of [settings, empty]) await load();
  for (;;)
    yield { form: [(await coldLoad(still, '/form', readyConditions.signIn)).at], settings: [await settings()], empty: [await empty()] };
}

export const stillPages: Measure = {
  figures: {
    form: { name: 'Sign-in page without its scripts, cold load', unit: 'ms', goal: null },
    settings: { name: 'Settings screen as a page without scripts, reload', unit: 'ms', goal: null },
    empty: { name: 'Empty page, reload', unit: 'ms', goal: null },
  },
  rounds: 9,
  take: stillLoads,
};
