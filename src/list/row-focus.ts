import type { ListedRecord } from '#machines/record-list/record-list.ports.ts';
import { useCallback, useEffect, useState } from 'react';

/** The link of a row; null where the row is not in the page. */
export const rowLink = (id: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] a`);

/** The button of a row's menu: the item that was chosen in it had the focus, and is gone. Null for no row. */
export const rowMenu = (id: string | null): HTMLElement | null =>
  id === null ? null : document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] [aria-haspopup="menu"]`);

export const pageHeading = (): HTMLElement | null => document.querySelector<HTMLElement>('main h1');

/**
 * Returns a function that focuses a row. A row that was just created may appear later: until then, and where it never appears, the
 * heading has the focus. `isSettled`: no request is running.
 */
export function useRowFocus(rows: readonly ListedRecord[], isSettled: boolean): (id: string | null) => void {
  const [target, setTarget] = useState<{ readonly id: string | null; readonly isLate: boolean } | null>(null);
  const isThere = rows.some(({ id }) => id === target?.id);
  useEffect(() => {
    if (target === null) return;
    const { id, isLate } = target;
    if (isLate && document.activeElement !== pageHeading()) {
      // The user has moved the focus meanwhile.
      setTarget(null);
    } else if (id === null || isThere) {
      ((id === null ? null : rowLink(id)) ?? pageHeading())?.focus();
      setTarget(null);
    } else if (isSettled && !isLate) {
      pageHeading()?.focus();
      setTarget({ id, isLate: true });
    }
  }, [target, isThere, isSettled]);
  return useCallback((id) => setTarget({ id, isLate: false }), []);
}
