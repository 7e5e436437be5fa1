import type { ListedRecord } from '#machines/record-list/record-list.ports.ts';
import { useCallback, useEffect, useState } from 'react';

/** The link of a row, where the row is there. */
export const rowLink = (id: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] a`);

export const pageHeading = (): HTMLElement | null => document.querySelector<HTMLElement>('main h1');

/**
 * Gives the focus to a row, also to one that comes later, as a record does that was just created; until then, and where there is none,
 * the heading has it. `isSettled`: no answer is on its way.
 */
export function useRowFocus(rows: readonly ListedRecord[], isSettled: boolean): (id: string | null) => void {
  const [wanted, setWanted] = useState<{ readonly id: string | null; readonly isLate: boolean } | null>(null);
  const isThere = rows.some(({ id }) => id === wanted?.id);
  useEffect(() => {
    if (wanted === null) return;
    const { id, isLate } = wanted;
    if (isLate && document.activeElement !== pageHeading()) {
      // Whoever has gone on meanwhile is left alone.
      setWanted(null);
    } else if (id === null || isThere) {
      ((id === null ? null : rowLink(id)) ?? pageHeading())?.focus();
      setWanted(null);
    } else if (isSettled && !isLate) {
      pageHeading()?.focus();
      setWanted({ id, isLate: true });
    }
  }, [wanted, isThere, isSettled]);
  return useCallback((id) => setWanted({ id, isLate: false }), []);
}
