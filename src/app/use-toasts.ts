import type { ToastEmitted } from '#machines/ports.ts';
import { useEffect, useEffectEvent, useId } from 'react';
import type { Subscription } from 'xstate';
import { useApp } from './use-app.ts';

interface ToastEmitter {
  on(type: 'toast', handler: (event: ToastEmitted) => void): Subscription;
}

/**
 * Shows the toasts that a screen's actor emits, for as long as the screen is mounted. `onAction`: the button of one of them was pressed. A
 * screen that goes takes its buttons along.
 */
export function useToasts(actor: ToastEmitter, onAction?: (actionId: string) => void): void {
  const { notify, toasts } = useApp();
  const source = useId();
  const hasActions = onAction !== undefined;
  const act = useEffectEvent((actionId: string) => onAction?.(actionId));
  useEffect(() => {
    const actionIds: string[] = [];
    const emitted = actor.on('toast', ({ toast }) => {
      if (toast.action) actionIds.push(toast.action.id);
      // A screen with such buttons acts on many records: a success of one does not end the error of another.
      notify(hasActions ? toast : { ...toast, source });
    });
    const stopActions = hasActions
      ? toasts.follow((started) => {
          const chosen = started.on('action.chosen', ({ actionId }) => {
            if (actionIds.includes(actionId)) act(actionId);
          });
          return () => chosen.unsubscribe();
        })
      : null;
    return () => {
      emitted.unsubscribe();
      stopActions?.();
      if (actionIds.length > 0) toasts.send({ type: 'actions.withdrawn', actionIds });
    };
  }, [actor, notify, hasActions, source, toasts]);
}
