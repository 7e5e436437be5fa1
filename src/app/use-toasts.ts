import type { ToastEmitted } from '#machines/ports.ts';
import { useEffect } from 'react';
import type { Subscription } from 'xstate';
import { useApp } from './use-app.ts';

interface ToastEmitter {
  on(type: 'toast', handler: (event: ToastEmitted) => void): Subscription;
}

/** Shows the toasts that a screen's actor emits, for as long as the screen is mounted. */
export function useToasts(actor: ToastEmitter): void {
  const { notify } = useApp();
  useEffect(() => {
    const subscription = actor.on('toast', ({ toast }) => notify(toast));
    return () => subscription.unsubscribe();
  }, [actor, notify]);
}
