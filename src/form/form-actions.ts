import type { ScreenAction } from '#src/app/screen-actions.ts';
import type { FormAction } from './use-form-keys.ts';

interface HistorySteps {
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

/** Undo and redo for the command palette. `undo` and `redo`: what they would act on; null where there is nothing. */
export function historyActions(undo: string | null, redo: string | null, { onUndo, onRedo }: HistorySteps): readonly ScreenAction[] {
  return [
    { id: 'undo', reason: undo === null ? 'There is nothing to undo.' : null, detail: undo ?? '', run: onUndo },
    { id: 'redo', reason: redo === null ? 'There is nothing to redo.' : null, detail: redo ?? '', run: onRedo },
  ];
}

/** The same with Save. */
export function formActions(
  cannotSaveReason: string | null,
  undo: string | null,
  redo: string | null,
  act: (action: FormAction) => void,
): readonly ScreenAction[] {
  return [
    { id: 'save', reason: cannotSaveReason, run: () => act('save.requested') },
    ...historyActions(undo, redo, { onUndo: () => act('undo.requested'), onRedo: () => act('redo.requested') }),
  ];
}
