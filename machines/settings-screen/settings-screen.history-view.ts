import { redoable, undoable } from './settings-screen.history.ts';
import { fieldOf } from './settings-screen.operations.ts';
import type { EditStep, SettingsContext } from './settings-screen.types.ts';

export interface HistoryView {
  /** The subject of the next undo, such as "Phone" or "3 fields"; null where there is nothing to undo. */
  readonly undo: string | null;
  readonly redo: string | null;
  /** The last undo or redo, for screen readers. `count` grows with each, so that the same text is announced again. */
  readonly announcement: { readonly text: string; readonly keys: readonly string[]; readonly count: number } | null;
}

export function historyView(context: SettingsContext): HistoryView {
  const { last } = context.history;
  return {
    undo: named(context, undoable(context)),
    redo: named(context, redoable(context)),
    announcement: last && {
      text: `${last.direction === 'undone' ? 'Undone' : 'Redone'}: ${last.label ?? subject(context, last.keys)}.`,
      keys: last.keys,
      count: last.count,
    },
  };
}

function named(context: SettingsContext, step: EditStep | null): string | null {
  return step && (step.label ?? subject(context, Object.keys(step.before)));
}

function subject(context: SettingsContext, keys: readonly string[]): string {
  const [only] = keys;
  return keys.length === 1 && only !== undefined ? (fieldOf(context, only)?.label ?? only) : `${keys.length} fields`;
}
