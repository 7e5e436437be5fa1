import { registerSW } from 'virtual:pwa-register';
import { createTakeOver } from './take-over.ts';

export interface ServiceWorkerHandle {
  /** Lets the waiting version take over and reloads. */
  update(): Promise<void>;
}

/** Registers the service worker, which caches the shell and every chunk for a start without a connection. */
export function registerServiceWorker(onUpdateFound: () => void): ServiceWorkerHandle {
  const takeOver = createTakeOver(navigator.serviceWorker, () => location.reload());
  const skipWaiting = registerSW({
    onNeedRefresh: onUpdateFound,
    // The plugin's own function reloads every tab that knows of the update.
    onNeedReload: () => undefined,
    onRegisterError: (error: unknown) =>
      console.error('The service worker could not be registered: the console will not open offline.', error),
  });
  return {
    async update() {
      if (takeOver.ask().isWaiting) await skipWaiting();
    },
  };
}
