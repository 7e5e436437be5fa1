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
      return find(`[data-editor="${id}"] :is(input, textarea)`) ?? find(`[data-editor="${id}"] button`);
    case 'option':
      return document.getElementById(`${editorId}-values-${at}`) ?? find(`[data-editor="${id}"] :is(input, textarea)`);
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
      if (target === null || (focus.on !== 'option' && focusedOverlay() !== null)) return;
      target.focus();
      if (focus.on === 'editor' && target instanceof HTMLInputElement && target.type === 'text') target.select();
    });
    return () => cancelAnimationFrame(frame);
  }, [root, editorId, focus]);
}
