import type { Session } from '#contract/entities/session.ts';
import type { WipeInput } from '#machines/session/session.types.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createActor, waitFor } from 'xstate';
import { fromPromise } from '#machines/actor-logic.ts';
import { AppRoot } from '#src/app/app-root.tsx';
import type { App } from '#src/app/app.ts';
import { readConfig } from '#src/app/config.ts';
import { lateActor } from '#src/app/late-actor.ts';
import { createAppRouter } from '#src/app/router.tsx';

/** What the build writes into the page. */
export interface Prerendered {
  /** The sign-in screen, as React draws it, for it to hydrate. */
  readonly html: string;
  readonly title: string;
  /** The default addresses of the links that an installation may configure, by their names; in `html` the names stand for them. */
  readonly links: Readonly<Record<string, string>>;
  /** Matches every path that shows the sign-in screen to somebody who is not signed in. */
  readonly paths: string;
}

/** The links of the sign-in screen. */
const linkNames = ['salesUrl', 'supportUrl'] as const;

const signInPath = '/login';
const never = () => new Promise<never>(() => undefined);

const defaultConfig = readConfig({ querySelector: () => null });

/** The console of somebody who is not signed in, where nothing answers. */
async function signedOutApp(): Promise<App> {
  const session = createActor(
    sessionMachine.provide({
      actors: {
        restoreSession: fromPromise(async (): Promise<Session | null> => null),
        wipeDevice: fromPromise(async (_: { input: WipeInput }): Promise<void> => undefined),
      },
    }),
  ).start();
  await waitFor(session, (snapshot) => snapshot.hasTag('signedOut'));
  const late = { load: never, isUrgent: () => false };
  return {
    config: { ...defaultConfig, ...Object.fromEntries(linkNames.map((name) => [name, name])) },
    client: { call: never },
    analytics: { track: () => undefined, page: () => undefined, recent: () => [] },
    session,
    toasts: lateActor(late),
    appUpdate: lateActor(late),
    services: never,
    screenAt: never,
    notify: () => undefined,
  };
}

const anythingBelow = '(/.*)?';
/** The parameters of a route's path, as in `/website/$websiteId/$`: an example of each, and a pattern. */
const segments = [
  { of: /\/\{-\$\w+\}/g, example: '', pattern: '(/[^/]+)?' },
  { of: /\/\$\w+/g, example: '/1', pattern: '/[^/]+' },
  { of: /\/\$$/g, example: '/1', pattern: anythingBelow },
] as const;
const withoutParameters = (path: string, as: 'example' | 'pattern') =>
  segments.reduce((text, segment) => text.replace(segment.of, segment[as]), path);

/** Patterns without those that another one, which takes everything below it, matches too. */
const withoutCovered = (patterns: readonly string[]): readonly string[] => {
  const roots = patterns.filter((pattern) => pattern.endsWith(anythingBelow)).map((pattern) => pattern.slice(0, -anythingBelow.length));
  return patterns.filter(
    (pattern) => !roots.some((root) => pattern === root || (pattern !== root + anythingBelow && pattern.startsWith(`${root}/`))),
  );
};

/** Renders the sign-in screen by the real routes, guards and components, so that it can't differ from what React draws in the browser. */
export async function prerender(): Promise<Prerendered> {
  const app = await signedOutApp();
  const open = async (path: string) => {
    const router = createAppRouter(app, {
      history: createMemoryHistory({ initialEntries: [path] }),
      origin: 'http://localhost',
      // React needs the same boundaries as in the browser, to hydrate them.
      isServer: false,
      scrollRestoration: false,
    });
    await router.load();
    return router;
  };
  const router = await open(signInPath);
  const rendered = renderToString(
    <StrictMode>
      <AppRoot app={app} router={router} />
    </StrictMode>,
  );
  // A boundary that waits or has failed: React says so only in the markup.
  if (/<!--\$[!?]-->/.test(rendered)) throw new Error(`the sign-in screen was not rendered: ${rendered}`);
  // React moves the title to the head, before everything else.
  const [whole, title = ''] = /^<title>(.*?)<\/title>/.exec(rendered) ?? [];
  if (whole === undefined) throw new Error('the sign-in screen has no title');

  const paths: string[] = [];
  for (const path of new Set(Object.keys(router.routesByPath))) {
    const opened = await open(withoutParameters(path, 'example'));
    if (opened.state.location.pathname === signInPath) paths.push(withoutParameters(path, 'pattern').replace(/\/$/, ''));
  }
  return {
    html: rendered.slice(whole.length),
    title,
    links: Object.fromEntries(linkNames.map((name) => [name, defaultConfig[name]])),
    paths: `^(${withoutCovered(paths).join('|')})/?$`,
  };
}
