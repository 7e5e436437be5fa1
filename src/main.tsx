import './styles.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { AppRoot } from './app/app-root.tsx';
import { readConfig } from './app/config.ts';
import { followFocus, followSession } from './app/follow-session.ts';
import { createAppRouter } from './app/router.tsx';
import { onFirstInput } from './app/when-idle.ts';
import { createApp } from './app/wiring.ts';

const app = createApp(readConfig(document));
const router = createAppRouter(app);
// The screens that follow a sign-in. For whoever is signed in, the first click asks for what it leads to, and nothing else.
onFirstInput(async () => {
  if (!app.session.getSnapshot().hasTag('signedOut')) return;
  await Promise.all([router.routesById['/_app'], router.routesById['/_app/websites']].map((route) => router.loadRouteChunk(route)));
});
followSession(app, router);
followFocus(router);

const root = document.getElementById('root') ?? document.body;
const element = (
  <StrictMode>
    <AppRoot app={app} router={router} />
  </StrictMode>
);
const { dataset } = document.documentElement;
if ('prerendered' in dataset) {
  // React finds the sign-in form as the build has rendered it once the routes have led to its screen.
  void router.load().then(() => {
    const { location: at, matches } = router.state;
    const isSignIn = at.pathname === '/login' && matches.every(({ status }) => status === 'success');
    if (isSignIn && app.session.getSnapshot().hasTag('signedOut')) {
      // What the page got meanwhile, by an extension as a rule, is rendered again, and nobody lacks anything.
      hydrateRoot(root, element, { onRecoverableError: (error) => console.warn(error) });
    } else {
      delete dataset['prerendered'];
      createRoot(root).render(element);
    }
  });
} else createRoot(root).render(element);
