import { type RefObject, useEffect, useEffectEvent } from 'react';
import { letterOf } from '#src/ui/letter-of.ts';

export type FormAction = 'save.requested' | 'undo.requested' | 'redo.requested';

/**
 * Mod+S, Mod+Z, Mod+Shift+Z and Mod+Y on a settings screen, caught before they reach any control: text fields and the
 * code editor have an undo of their own each, which would know nothing of other fields, of Revert or of a save, and would
 * be reported to the form as typing. So there is one history, the chart's. A field marked `data-own-undo`,
 * and the code editor's search, keep the browser's: what is typed there is no edit.
 */
export function useFormKeys(page: RefObject<HTMLElement | null>, onFormAction: (action: FormAction) => void): void {
  const onAction = useEffectEvent(onFormAction);
  useEffect(() => {
    const obey = (event: Event, action: FormAction | null): void => {
      if (action === null || !isOurs(event, action, page.current)) return;
      // The browser would offer to save the page, or undo on its own.
      event.preventDefault();
      event.stopPropagation();
      onAction(action);
    };
    const onKey = (event: KeyboardEvent): void => obey(event, actionOfKey(event));
    // The same by a menu, a gesture or a shake.
    const onInput = (event: InputEvent): void => obey(event, event.cancelable ? actionOfInput(event.inputType) : null);
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('beforeinput', onInput, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('beforeinput', onInput, true);
    };
  }, [page]);
}

function actionOfKey(event: KeyboardEvent): FormAction | null {
  if (!(event.metaKey || event.ctrlKey) || event.altKey || event.isComposing) return null;
  switch (letterOf(event)) {
    case 's':
      return event.shiftKey ? null : 'save.requested';
    case 'z':
      return event.shiftKey ? 'redo.requested' : 'undo.requested';
    case 'y':
      return event.shiftKey ? null : 'redo.requested';
    default:
      return null;
  }
}

function actionOfInput(inputType: string): FormAction | null {
  if (inputType === 'historyUndo') return 'undo.requested';
  return inputType === 'historyRedo' ? 'redo.requested' : null;
}

/** Saving is for the whole page; undo for what is in the form, or for nothing in particular, and not for a dialog over it. */
function isOurs(event: Event, action: FormAction, page: HTMLElement | null): boolean {
  if (action === 'save.requested') return true;
  const { target } = event;
  if (!(target instanceof Element) || target === document.body) return true;
  // By its path: from out here what stands in a shadow root, as the code editor's search, is only its host.
  const ownUndo = event.composedPath().some((element) => element instanceof Element && element.matches('[data-own-undo], .cm-search'));
  return (page?.contains(target) ?? false) && !ownUndo;
}
