import { sameJson } from '#contract/json.ts';
import { limits } from '#contract/limits.ts';
import type { ToastAction, ToastType } from '../ports.ts';

export interface Toast {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly icon: string | null;
  readonly target: string;
  /** ms; 0 stays until it is dismissed. */
  readonly duration: number;
  readonly type: ToastType;
  readonly clearable: boolean;
  readonly action: ToastAction | null;
  /** Whoever sends it. Its next success removes its errors. */
  readonly source: string | null;
}

/** A toast as a sender gives it; what is left out takes its default. An id that is shown already is replaced. */
export interface NewToast {
  readonly id?: string;
  readonly title: string;
  readonly content: string;
  readonly icon?: string;
  readonly target?: string;
  readonly duration?: number;
  readonly type: ToastType;
  readonly clearable?: boolean;
  readonly action?: ToastAction;
  readonly source?: string;
}

export interface ToastEntry {
  readonly toast: Toast;
  /** ms that it still has; null stays. Counted from the context's `now`. */
  readonly remainingMs: number | null;
}

export interface LogEntry {
  readonly toast: Toast;
  /** ms since the epoch. */
  readonly at: number;
}

/** What stops the timers. Several may hold at once. */
export type Hold = 'pointer' | 'focus' | 'hiddenTab';

const logLength = 100;

/** A toast with an id made of its number, and the defaults for what was left out. */
export function complete(toast: NewToast, number: number): Toast {
  return {
    id: toast.id ?? `toast-${number}`,
    title: toast.title,
    content: toast.content,
    icon: toast.icon ?? null,
    target: toast.target ?? 'main',
    duration: toast.duration ?? limits.toastMs,
    type: toast.type,
    clearable: toast.clearable ?? true,
    action: toast.action ?? null,
    source: toast.source ?? null,
  };
}

/** Gives a toast without an id the id of one on screen that says the same, which it then replaces, its action too. */
export function merged(entries: readonly ToastEntry[], toast: NewToast): NewToast {
  if (toast.id !== undefined) return toast;
  const said = (one: Toast) => ({ ...one, id: '', action: null, source: null });
  const same = entries.find(({ toast: visible }) => sameJson(said(visible), said(complete(toast, 0))));
  return same ? { ...toast, id: same.toast.id } : toast;
}

/**
 * The entries with a toast that has its whole time left. It replaces one of the same id, and the errors of its source where it is none: the
 * next try has succeeded.
 */
export function add(entries: readonly ToastEntry[], toast: Toast): readonly ToastEntry[] {
  const isOver = (visible: Toast) =>
    toast.type !== 'error' && toast.source !== null && visible.type === 'error' && visible.source === toast.source;
  return [
    ...remove(entries, toast.id).filter((entry) => !isOver(entry.toast)),
    { toast, remainingMs: toast.duration > 0 ? toast.duration : null },
  ];
}

/** The entries without the one of that id. */
export function remove(entries: readonly ToastEntry[], id: string): readonly ToastEntry[] {
  return entries.filter((entry) => entry.toast.id !== id);
}

/** The entries without those of that title. One with a button stays: who reaches for Undo must find it. */
export function withoutTitle(entries: readonly ToastEntry[], title: string): readonly ToastEntry[] {
  return entries.filter(({ toast }) => toast.title !== title || toast.action !== null);
}

/** The log with a toast added, without the oldest; `at` in ms since the epoch. */
export function log(entries: readonly LogEntry[], toast: Toast, at: number): readonly LogEntry[] {
  return [...entries, { toast, at }].slice(-logLength);
}

/** Lets `ms` pass: shortens what each has left, and drops those with nothing left. */
export function pass(entries: readonly ToastEntry[], ms: number): readonly ToastEntry[] {
  return shorten(entries, ms).filter((entry) => entry.remainingMs === null || entry.remainingMs > 0);
}

/** Lets `ms` pass without dropping any: a toast that is held in its last millisecond stays readable. */
export function shorten(entries: readonly ToastEntry[], ms: number): readonly ToastEntry[] {
  return entries.map((entry) =>
    entry.remainingMs === null ? entry : { ...entry, remainingMs: Math.max(0, entry.remainingMs - Math.max(0, ms)) },
  );
}

/** ms until the next toast is due; null when all stay. */
export function nextDueMs(entries: readonly ToastEntry[]): number | null {
  const timed = entries.flatMap((entry) => (entry.remainingMs === null ? [] : [entry.remainingMs]));
  return timed.length === 0 ? null : Math.min(...timed);
}

/** The action of a toast on screen; null where it has none. */
export function actionOf(entries: readonly ToastEntry[], id: string): ToastAction | null {
  return entries.find((entry) => entry.toast.id === id)?.toast.action ?? null;
}

/** The entries without these actions: nobody would answer them any more. The toasts stay. */
export function withoutActions(entries: readonly ToastEntry[], actionIds: readonly string[]): readonly ToastEntry[] {
  return entries.map((entry) =>
    entry.toast.action !== null && actionIds.includes(entry.toast.action.id)
      ? { ...entry, toast: { ...entry.toast, action: null } }
      : entry,
  );
}
