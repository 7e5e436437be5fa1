import { registerSW } from 'virtual:pwa-register';

export interface ServiceWorkerHandle {
  /** Lets the waiting version take over and reloads. */
  update(): Promise<void>;
}

/** Registers the service worker, which keeps the shell and every chunk for a start without a connection. */
export function registerServiceWorker(onUpdateFound: () => void): ServiceWorkerHandle {
  const update = registerSW({
    onNeedRefresh: onUpdateFound,
    onRegisterError: (error: unknown) =>
      console.error('The service worker could not be registered: the console will not open offline.', error),
  });
  return { update: () => update(true) };
}
