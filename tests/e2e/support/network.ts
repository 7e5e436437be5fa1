import type { BrowserContext, Page, Request } from 'playwright/test';

const isSave = (request: Request): boolean => request.method() === 'POST' && request.url().endsWith('/settings/update');

/** Records the saves that a browser profile sends from now on, from any of its tabs. */
export function savesOf(context: BrowserContext): { readonly all: Request[]; readonly keys: () => ReadonlySet<string> } {
  const all: Request[] = [];
  context.on('request', (request) => {
    if (isSave(request)) all.push(request);
  });
  return { all, keys: () => new Set(all.map((request) => request.headers()['idempotency-key'] ?? '')) };
}

/** Lets the next save reach the server and throws its answer away. Resolves when the server has answered. */
export async function loseNextAnswer(page: Page): Promise<{ readonly reached: Promise<number> }> {
  let resolveReached: (status: number) => void = () => undefined;
  const reached = new Promise<number>((resolve) => {
    resolveReached = resolve;
  });
  await page.route(
    '**/settings/update',
    async (route) => {
      const answer = await route.fetch();
      resolveReached(answer.status());
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  return { reached };
}

const portal = { status: 200, contentType: 'text/html', body: '<!doctype html><title>Wi-Fi</title><h1>Accept the terms</h1>' };

/** A captive portal: the network answers every call with a page of its own. */
export async function enterCaptivePortal(context: BrowserContext): Promise<() => Promise<void>> {
  await context.route('**/api/**', (route) => route.fulfill(portal));
  return () => context.unroute('**/api/**');
}
