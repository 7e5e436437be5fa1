import { assign, enqueueActions, setup } from 'xstate';
import type { ChartMeta } from '../chart-meta.ts';
import * as toasts from './toasts.operations.ts';
import type { Hold, LogEntry, NewToast, ToastEntry } from './toasts.operations.ts';
import { withEvent } from '../with-event.ts';

export interface ToastsContext {
  readonly entries: readonly ToastEntry[];
  /** The last 100, oldest first; stays readable after the toast is gone. */
  readonly log: readonly LogEntry[];
  readonly holds: readonly Hold[];
  /** The moment from which what the entries have left is counted; ms since the epoch. */
  readonly now: number;
  readonly count: number;
}

/** `at`: ms since the epoch. */
export type ToastsEvent =
  | { readonly type: 'toast.added'; readonly toast: NewToast; readonly at: number }
  | { readonly type: 'toast.dismissed'; readonly id: string; readonly at: number }
  /** What the toasts of this title said is no longer so. */
  | { readonly type: 'toasts.disproved'; readonly title: string; readonly at: number }
  /** The button of a toast was pressed. */
  | { readonly type: 'action.chosen'; readonly id: string; readonly at: number }
  /** Their sender is gone. */
  | { readonly type: 'actions.withdrawn'; readonly actionIds: readonly string[] }
  | { readonly type: 'timers.held'; readonly by: Hold; readonly at: number }
  | { readonly type: 'timers.released'; readonly by: Hold; readonly at: number }
  | { readonly type: 'log.cleared' };

/** For the sender of the toast. */
export interface ToastActionChosen {
  readonly type: 'action.chosen';
  readonly actionId: string;
}

/** A toast that stays needs no timer; a week is as good as none and below the largest delay a timer takes. */
const never = 7 * 24 * 60 * 60 * 1000;

/** The app's toasts (`systemId: 'toasts'`). The timers pause while anything holds them. */
export const toastsMachine = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as ToastsContext,
    events: {} as ToastsEvent,
    emitted: {} as ToastActionChosen,
    tags: {} as 'held',
  },
  guards: {
    isHeld: ({ context }) => context.holds.length > 0,
    isOnly: ({ context }, params: { id: string }) => toasts.remove(context.entries, params.id).length === 0,
    isOnlyTitle: ({ context }, params: { title: string }) => toasts.withoutTitle(context.entries, params.title).length === 0,
    isLastHold: ({ context }, params: { by: Hold }) => context.holds.every((hold) => hold === params.by),
    isLastDue: ({ context }) => toasts.pass(context.entries, toasts.nextDueMs(context.entries) ?? 0).length === 0,
  },
  delays: { nextDue: ({ context }) => toasts.nextDueMs(context.entries) ?? never },
  actions: {
    countTime: assign({
      entries: ({ context }, params: { at: number }) => toasts.shorten(context.entries, params.at - context.now),
      now: (_, params: { at: number }) => params.at,
    }),
    resetNow: assign({ now: (_, params: { at: number }) => params.at }),
    add: assign({
      entries: ({ context }, params: { toast: NewToast; at: number }) =>
        toasts.add(context.entries, toasts.complete(toasts.merged(context.entries, params.toast), context.count + 1)),
      log: ({ context }, params: { toast: NewToast; at: number }) =>
        toasts.log(context.log, toasts.complete(params.toast, context.count + 1), params.at),
      count: ({ context }) => context.count + 1,
    }),
    remove: assign({ entries: ({ context }, params: { id: string }) => toasts.remove(context.entries, params.id) }),
    removeTitled: assign({
      entries: ({ context }, params: { title: string }) => toasts.withoutTitle(context.entries, params.title),
    }),
    removeDue: assign({
      entries: ({ context }) => toasts.pass(context.entries, toasts.nextDueMs(context.entries) ?? 0),
      now: ({ context }) => context.now + (toasts.nextDueMs(context.entries) ?? 0),
    }),
    hold: assign({ holds: ({ context }, params: { by: Hold }) => [...context.holds.filter((hold) => hold !== params.by), params.by] }),
    release: assign({ holds: ({ context }, params: { by: Hold }) => context.holds.filter((hold) => hold !== params.by) }),
    /** The pointer and the focus leave with the last toast, without an event; a hidden tab stays hidden. */
    releasePointer: assign({ holds: ({ context }) => context.holds.filter((hold) => hold === 'hiddenTab') }),
    withdrawActions: assign({
      entries: ({ context }, params: { actionIds: readonly string[] }) => toasts.withoutActions(context.entries, params.actionIds),
    }),
    /** The toast goes with its button. */
    reportAction: enqueueActions(({ context, enqueue }, { id, at }: { id: string; at: number }) => {
      const action = toasts.actionOf(context.entries, id);
      if (action === null) return;
      enqueue.emit({ type: 'action.chosen', actionId: action.id });
      enqueue.raise({ type: 'toast.dismissed', id, at });
    }),
    clearLog: assign({ log: [] }),
  },
}).createMachine({
  id: 'toasts',
  description: 'Toasts on screen, their timers, and the log of what they said.',
  context: { entries: [], log: [], holds: [], now: 0, count: 0 },
  initial: 'empty',
  on: {
    'log.cleared': { actions: 'clearLog', meta: { requirements: ['R035'] } },
    'action.chosen': {
      actions: withEvent('reportAction'),
      description: 'Deleting and moving offer Undo in the toast.',
      meta: { requirements: ['R033'] },
    },
    'actions.withdrawn': {
      actions: withEvent('withdrawActions'),
      meta: { requirements: ['R033'] },
    },
  },
  states: {
    empty: {
      description: 'No toast is shown.',
      entry: 'releasePointer',
      meta: { testId: 'toasts-empty', sees: 'Nothing.' },
      on: {
        'toast.added': [
          {
            guard: 'isHeld',
            target: 'held',
            actions: [withEvent('resetNow'), withEvent('add')],
            meta: { requirements: ['R030', 'R032'] },
          },
          {
            target: 'running',
            actions: [withEvent('resetNow'), withEvent('add')],
            meta: { requirements: ['R030'] },
          },
        ],
        'timers.held': { actions: withEvent('hold'), meta: { requirements: ['R032'] } },
        'timers.released': { actions: withEvent('release'), meta: { requirements: ['R032'] } },
      },
    },
    running: {
      description: 'Toasts are shown and each is on its way out.',
      meta: { testId: 'toasts-running', sees: 'The toasts, top right.' },
      after: {
        nextDue: [
          { guard: 'isLastDue', target: 'empty', actions: 'removeDue', meta: { requirements: ['R030'] } },
          { target: 'running', reenter: true, actions: 'removeDue', meta: { requirements: ['R030'] } },
        ],
      },
      on: {
        'toast.added': {
          target: 'running',
          reenter: true,
          actions: [withEvent('countTime'), withEvent('add')],
          meta: { requirements: ['R030'] },
        },
        'toast.dismissed': [
          {
            guard: withEvent('isOnly'),
            target: 'empty',
            actions: withEvent('remove'),
            meta: { requirements: ['R031'] },
          },
          {
            target: 'running',
            reenter: true,
            actions: [withEvent('countTime'), withEvent('remove')],
            meta: { requirements: ['R031'] },
          },
        ],
        'toasts.disproved': [
          {
            guard: withEvent('isOnlyTitle'),
            target: 'empty',
            actions: withEvent('removeTitled'),
            description: 'No toast says that a change waits on this device once it is sent, or removed by the browser.',
            meta: { requirements: ['R034'] },
          },
          {
            target: 'running',
            reenter: true,
            actions: [withEvent('countTime'), withEvent('removeTitled')],
            meta: { requirements: ['R034'] },
          },
        ],
        'timers.held': {
          target: 'held',
          actions: [withEvent('countTime'), withEvent('hold')],
          description: 'Toasts wait while hovered, focused or in a hidden tab.',
          meta: { requirements: ['R032'] },
        },
      },
    },
    held: {
      description: 'A pointer, the focus or a hidden tab keeps every toast where it is.',
      tags: ['held'],
      meta: { testId: 'toasts-held', sees: 'The toasts; none goes.' },
      on: {
        'toast.added': {
          actions: withEvent('add'),
          meta: { requirements: ['R032'] },
        },
        'toast.dismissed': [
          {
            guard: withEvent('isOnly'),
            target: 'empty',
            actions: withEvent('remove'),
            meta: { requirements: ['R031'] },
          },
          { actions: withEvent('remove'), meta: { requirements: ['R031'] } },
        ],
        'toasts.disproved': [
          {
            guard: withEvent('isOnlyTitle'),
            target: 'empty',
            actions: withEvent('removeTitled'),
            meta: { requirements: ['R034'] },
          },
          { actions: withEvent('removeTitled'), meta: { requirements: ['R034'] } },
        ],
        'timers.held': { actions: withEvent('hold'), meta: { requirements: ['R032'] } },
        'timers.released': [
          {
            guard: withEvent('isLastHold'),
            target: 'running',
            actions: [withEvent('release'), withEvent('resetNow')],
            meta: { requirements: ['R032'] },
          },
          { actions: withEvent('release'), meta: { requirements: ['R032'] } },
        ],
      },
    },
  },
});
