import type { BuilderFocus } from '#machines/form-builder/form-builder.types.ts';
import { type RefObject, useEffect, useRef } from 'react';
import { focusedOverlay } from '#src/ui/focused-overlay.ts';

/** The element that is to have the focus; null where it is not there. */
export function focusTarget(root: HTMLElement | null, editorId: string, { on, id, at }: BuilderFocus): HTMLElement | null {
  const find = (selector: string) => root?.querySelector<HTMLElement>(selector) ?? null;
  switch (on) {
    case 'row':
      return find(`[data-builder-row="${id}"] [data-row-focus]`);
    case 'handle':
      return find(`[data-builder-row="${id}"] [data-handle]`);
    case 'editor':
    case 'new':
      return find(`[data-editor="${id}"] :is(input, textarea)`) ?? find(`[data-editor="${id}"] button`);
    case 'option':
    case 'newOption':
      return document.getElementById(`${editorId}-values-${at}`) ?? find(`[data-editor="${id}"] :is(input, textarea)`);
    case 'label':
    case 'content':
    case 'key':
    case 'values':
    case 'default': {
      const control = document.getElementById(`${editorId}-${on}`);
      return control?.matches('fieldset') ? control.querySelector<HTMLElement>('input, button') : control;
    }
    case 'add':
      return find('[data-add-field]');
  }
}

/** Moves the focus where the chart says, once the element is there. */
export function useBuilderFocus(root: RefObject<HTMLElement | null>, editorId: string, focus: BuilderFocus): void {
  const lastCount = useRef(focus.count);
  useEffect(() => {
    if (focus.count === lastCount.current) return undefined;
    lastCount.current = focus.count;
    // A menu that closes gives the focus back to its button first.
    const frame = requestAnimationFrame(() => {
      const target = focusTarget(root.current, editorId, focus);
      // A menu or dialog that was opened meanwhile would lose the focus and close.
      const overlay = focusedOverlay();
      if (target === null || (overlay !== null && !overlay.contains(target))) return;
      target.focus();
      if ((focus.on === 'new' || focus.on === 'newOption') && (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement))
        target.select();
    });
    return () => cancelAnimationFrame(frame);
  }, [root, editorId, focus]);
}
