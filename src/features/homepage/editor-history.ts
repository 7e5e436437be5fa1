interface Steps {
  /** The labels of the steps; null where there is none. */
  readonly undo: string | null;
  readonly redo: string | null;
}
interface Step {
  readonly of: 'form' | 'list';
  readonly label: string;
}

/**
 * What Undo and Redo do in a block's editor: first the form's steps, then the list's. While the form has unsaved changes the
 * list's steps are excluded, since they would change the block under the form. (A restored draft has no steps of its own.)
 */
export function editorHistory(form: Steps, list: Steps, isDirty: boolean): { readonly undo: Step | null; readonly redo: Step | null } {
  const step = (own: string | null, beyond: string | null): Step | null => {
    if (own !== null) return { of: 'form', label: own };
    return beyond === null || isDirty ? null : { of: 'list', label: beyond };
  };
  return { undo: step(form.undo, list.undo), redo: step(form.redo, list.redo) };
}
