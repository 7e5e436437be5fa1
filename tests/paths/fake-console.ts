import type { SettingsSnapshot, ToastContent } from '#machines/ports.ts';
import { fakeClientServices } from '#src/features/records/testing/fake-client-services.ts';

/**
 * In place of `src/app/use-client-services.ts`, `use-session.ts` and `use-app.ts`: what a screen takes from the console around it, with
 * nothing behind. What the machine under test asks of the client store goes to its fakes.
 */

interface FakeConsole {
  readonly setOnline: (isOnline: boolean) => void;
  /** All toasts so far. */
  readonly toasts: readonly ToastContent[];
  readonly services: object;
  readonly app: object;
}

let current: FakeConsole | null = null;

/** A console for the next page. `remembered`: what a settings screen had when it was last open. */
export function openConsole(remembered: SettingsSnapshot | null = null): FakeConsole {
  const { services, setOnline } = fakeClientServices();
  const toasts: ToastContent[] = [];
  const ignore = () => undefined;
  current = {
    setOnline,
    toasts,
    services: { ...services, settings: { ...services.settings, peek: () => remembered }, submitSettings: ignore },
    app: {
      notify: ({ type, title, content }: ToastContent) => toasts.push({ type, title, content }),
      analytics: { page: ignore, track: ignore },
      appUpdate: { send: ignore },
      toasts: { send: ignore, follow: () => ignore },
    },
  };
  return current;
}

function opened(): FakeConsole {
  if (current === null) throw new Error('no console is open');
  return current;
}

export const useClientServices = () => opened().services;
export const useApp = () => opened().app;
export const useUser = () => ({ id: 'u1', first_name: 'Mia', last_name: 'Agent' });
