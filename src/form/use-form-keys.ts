import { type RefObject, useEffect, useEffectEvent } from 'react';
import { shortcutOf } from '#src/ui/shortcut.ts';

export type FormAction = 'save.requested' | 'undo.requested' | 'redo.requested';

/**
 * Handles Mod+S, Mod+Z, Mod+Shift+Z and Mod+Y on a settings screen before they reach a control. Text fields and the code editor
 * each have an undo of their own, which ignores other fields, Revert and saves, and which the form would take for typing: the
 * chart's history replaces them. Fields marked `data-own-undo`, and the code editor's search, keep the browser's undo, since
 * typing there is no edit.
 */
export function useFormKeys(page: RefObject<HTMLElement | null>, onFormAction: (action: FormAction) => void): void {
  const onAction = useEffectEvent(onFormAction);
  useEffect(() => {
    const handle = (event: Event, action: FormAction | null): void => {
      if (action === null || !appliesTo(event, action, page.current)) return;
      // The browser would offer to save the page, or undo on its own.
      event.preventDefault();
      event.stopPropagation();
      onAction(action);
    };
    const onKey = (event: KeyboardEvent): void => handle(event, actions[shortcutOf(event)] ?? null);
    // Undo and redo by a menu, a gesture or a shake.
    const onInput = (event: InputEvent): void => handle(event, event.cancelable ? actionOfInput(event.inputType) : null);
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('beforeinput', onInput, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('beforeinput', onInput, true);
    };
  }, [page]);
}

const actions: Readonly<Record<string, FormAction>> = {
  'mod+s': 'save.requested',
  'mod+z': 'undo.requested',
  'mod+shift+z': 'redo.requested',
  'mod+y': 'redo.requested',
};

function actionOfInput(inputType: string): FormAction | null {
  if (inputType === 'historyUndo') return 'undo.requested';
  return inputType === 'historyRedo' ? 'redo.requested' : null;
}

/**
 * Save applies to the whole page, except inside what is marked `data-own-save`. Undo applies where the focus is in the form or nowhere, and
 * in a dialog over it only where that edits the form itself, and is marked `data-of-form`.
 */
function appliesTo(event: Event, action: FormAction, page: HTMLElement | null): boolean {
  const { target } = event;
  // A dialog that accepts its own content, such as an item of a list.
  if (action === 'save.requested') return !(target instanceof Element && target.closest('[data-own-save]') !== null);
  if (!(target instanceof Element) || target === document.body) return true;
  // By its path: the target of an event in a shadow root, such as the code editor's search, is only the host.
  const ownUndo = event.composedPath().some((element) => element instanceof Element && element.matches('[data-own-undo], .cm-search'));
  const isInForm = (page?.contains(target) ?? false) || target.closest('[data-of-form]') !== null;
  return isInForm && !ownUndo;
}
