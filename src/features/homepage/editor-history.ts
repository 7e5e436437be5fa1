interface Steps {
  /** What it would take back, or do again; null where there is nothing. */
  readonly undo: string | null;
  readonly redo: string | null;
}
interface Step {
  readonly of: 'form' | 'list';
  readonly label: string;
}

/**
 * What Undo and Redo do in a block's editor: first what the form has, then what the list has. While the form holds what
 * is not saved (a draft of before has no history here) the list's steps would change the block under it: they wait.
 */
export function editorHistory(form: Steps, list: Steps, isDirty: boolean): { readonly undo: Step | null; readonly redo: Step | null } {
  const step = (own: string | null, beyond: string | null): Step | null => {
    if (own !== null) return { of: 'form', label: own };
    return beyond === null || isDirty ? null : { of: 'list', label: beyond };
  };
  return { undo: step(form.undo, list.undo), redo: step(form.redo, list.redo) };
}
