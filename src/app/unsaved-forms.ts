import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import { useSyncExternalStore } from 'react';
import type { ActorRefFrom } from 'xstate';

/** A form that can be asked to save before its screen is left. */
export type UnsavedForm = ActorRefFrom<typeof settingsScreenMachine>;

interface FormState {
  /** How many fields no save has taken yet. */
  readonly fields: number;
  /** One of them is a secret, which no draft holds. */
  readonly secret: boolean;
  /** Something is unsaved, or on its way. */
  readonly dirty: boolean;
}

/** The forms that are open and not clean; the one opened last comes last. */
const unsaved = new Map<UnsavedForm, FormState>();
const listeners = new Set<() => void>();

const clean: FormState = { fields: 0, secret: false, dirty: false };

/** Tells of one form; without a state it is closed. */
export function noteUnsaved(form: UnsavedForm, state: FormState = clean): void {
  const before = unsaved.get(form) ?? clean;
  if (before.fields === state.fields && before.secret === state.secret && before.dirty === state.dirty) return;
  if (state.fields === 0 && !state.dirty) unsaved.delete(form);
  else unsaved.set(form, state);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether anything that was typed on a screen in view is in no save. */
export function useHasUnsaved(): boolean {
  return useSyncExternalStore(subscribe, () => [...unsaved.values()].some(({ fields }) => fields > 0));
}

/** How much of a form is unsaved. */
export function useUnsaved(form: UnsavedForm): FormState {
  return useSyncExternalStore(subscribe, () => unsaved.get(form) ?? clean);
}

/** The form that keeps its screen from being left without a question; null where there is none. */
export function unsavedForm(): UnsavedForm | null {
  return [...unsaved].findLast(([, { dirty }]) => dirty)?.[0] ?? null;
}
