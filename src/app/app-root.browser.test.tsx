import { createMemoryHistory } from '@tanstack/react-router';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { fromPromise } from '#machines/actor-logic.ts';
import type { Session } from '#contract/entities/session.ts';
import type { WipeInput } from '#machines/session/session.types.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import type { App } from './app.ts';
import { AppRoot } from './app-root.tsx';
import { readConfig } from './config.ts';
import { lateActor } from './late-actor.ts';
import { createAppRouter } from './router.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const never = () => new Promise<never>(() => undefined);
const late = { load: never, isUrgent: () => false };

it('an app-wide actor that throws leaves a problem screen with a way out, and no empty page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const session = createActor(
    sessionMachine.provide({
      actors: {
        restoreSession: fromPromise(async (): Promise<Session | null> => null),
        wipeDevice: fromPromise(async (_: { input: WipeInput }): Promise<void> => undefined),
      },
      actions: {
        setKeep: () => {
          throw new Error('broken');
        },
      },
    }),
  ).start();
  await waitFor(session, (snapshot) => snapshot.hasTag('signedOut'));
  const notify = vi.fn<App['notify']>();
  const app: App = {
    config: readConfig(document),
    client: { call: never },
    analytics: { track: () => undefined, page: () => undefined, recent: () => [] },
    session,
    toasts: lateActor(late),
    appUpdate: lateActor(late),
    services: never,
    screenAt: never,
    notify,
  };
  const place = document.createElement('div');
  const root = createRoot(place);
  const router = createAppRouter(app, {
    history: createMemoryHistory({ initialEntries: ['/nowhere'] }),
    origin: location.origin,
    isServer: false,
    scrollRestoration: false,
  });
  await act(async () => root.render(<AppRoot app={app} router={router} />));
  expect(place.querySelector('[role=alert]')).toBeNull();
  await act(async () => session.send({ type: 'signIn.submitted', email: 'a@b.example', password: 'secret', keep: false }));
  expect(place.querySelector('[role=alert]')?.textContent).toContain('The console ran into a problem');
  expect([...place.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Reload', 'Report a problem']);
  await act(() => root.unmount());
});
