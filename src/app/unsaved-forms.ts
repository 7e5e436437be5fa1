import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import { useSyncExternalStore } from 'react';
import type { ActorRefFrom } from 'xstate';

/** A form that can be asked to save before its screen is left. */
export type UnsavedForm = ActorRefFrom<typeof settingsScreenMachine>;

interface FormState {
  /** How many changed fields are in no save. */
  readonly fields: number;
  /** One of them is a secret, which no draft holds. */
  readonly secret: boolean;
  /** Some field is unsaved, or a save is in flight. */
  readonly dirty: boolean;
}

/** The open forms that are not clean, in the order in which they became unsaved. */
const unsaved = new Map<UnsavedForm, FormState>();
const listeners = new Set<() => void>();

const clean: FormState = { fields: 0, secret: false, dirty: false };

/** Reports the state of a form. Without a state the form is closed. */
export function reportUnsaved(form: UnsavedForm, state: FormState = clean): void {
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

/** Whether an open form has a changed field that is in no save. */
export function useHasUnsaved(): boolean {
  return useSyncExternalStore(subscribe, () => [...unsaved.values()].some(({ fields }) => fields > 0));
}

/** The unsaved state of a form. */
export function useUnsaved(form: UnsavedForm): FormState {
  return useSyncExternalStore(subscribe, () => unsaved.get(form) ?? clean);
}

/** By form: the addresses at which it stays open, such as those of dialogs over its page. */
const staysAt = new WeakMap<UnsavedForm, (pathname: string) => boolean>();

export function keepOpenAt(form: UnsavedForm, isOpenAt: (pathname: string) => boolean): void {
  staysAt.set(form, isOpenAt);
}

/**
 * The dirty form that became unsaved last, and that a navigation to this address would close: it blocks that until a person decides. Null
 * where there is none.
 */
export function unsavedForm(next: string | null = null): UnsavedForm | null {
  const stays = (form: UnsavedForm) => next !== null && staysAt.get(form)?.(next) === true;
  return [...unsaved].findLast(([form, { dirty }]) => dirty && !stays(form))?.[0] ?? null;
}
