import { enabledField, type ShowConflict } from '#contract/resources/blocks.ts';
import type { ConflictChoice, Side } from '../ports.ts';
import { labelOf } from './homepage.moving.ts';
import { announced, focused } from './homepage.plan.ts';
import type { HomepageContext } from './homepage.types.ts';

/** Of a block whose hide or show waits for a choice; null where none does. */
export function showConflictOf({ snapshot }: HomepageContext, id: string): ShowConflict | null {
  return snapshot?.showConflicts[id] ?? null;
}

/** Notes which of the two a person keeps. */
export function choose(context: HomepageContext, id: string, side: Side): HomepageContext {
  return { ...context, choice: { id, side } };
}

/** The choice as the outbox takes it; empty where the conflict has been decided elsewhere meanwhile. */
export function decidedOf(context: HomepageContext): readonly ConflictChoice[] {
  const { choice } = context;
  const conflict = choice && showConflictOf(context, choice.id);
  return conflict ? [{ opId: conflict.opId, choices: { [enabledField(choice.id)]: choice.side } }] : [];
}

/** The choice is kept: it is announced, and the row has the focus, since what was pressed has gone. */
export function chosen(context: HomepageContext): HomepageContext {
  const { choice } = context;
  if (choice === null) return context;
  const which = choice.side === 'mine' ? 'Yours is kept.' : 'The one on the server is kept.';
  return { ...focused(announced(context, `${labelOf(context, choice.id)}: ${which}`), choice.id), choice: null };
}
