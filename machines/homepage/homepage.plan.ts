import type { SubmissionInput } from '../block-submission/block-submission.types.ts';
import type { BlockChange, ToastContent } from '../ports.ts';
import type { CopyTarget, Direction, HomepageContext, RecordedStep } from './homepage.types.ts';

/** What an action comes to: the context after it, what is sent, and what is told. */
export interface Plan {
  readonly context: HomepageContext;
  readonly submissions: readonly SubmissionInput[];
  readonly toasts: readonly ToastContent[];
}

export function planOf(context: HomepageContext, ...toasts: readonly ToastContent[]): Plan {
  return { context, submissions: [], toasts };
}

interface Purpose {
  readonly step: RecordedStep | null;
  readonly direction: Direction;
  readonly copyTo?: CopyTarget;
}

/** Sends a change, and shows it from now on as if it were stored. */
export function withChange({ context, submissions, toasts }: Plan, change: BlockChange, purpose: Purpose): Plan {
  const turn = context.turn + 1;
  const copyTo = purpose.copyTo ?? null;
  const pending = { turn, change, step: purpose.step, direction: purpose.direction, copyTo, settledAt: null };
  const orderProblem = change.kind === 'order' ? null : context.orderProblem;
  return {
    context: { ...context, turn, orderProblem, changes: [...context.changes, pending] },
    submissions: [...submissions, { websiteId: copyTo?.websiteId ?? context.websiteId, turn, change }],
    toasts,
  };
}

/** Says something to screen readers. */
export function announced(context: HomepageContext, text: string): HomepageContext {
  return { ...context, announcement: { text, count: context.announcement.count + 1 } };
}

/** Hands the focus to a row. */
export function focused(context: HomepageContext, blockId: string | null): HomepageContext {
  return { ...context, focus: { blockId, count: context.focus.count + 1 } };
}
