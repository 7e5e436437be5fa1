import type { ListedRecord } from '#machines/record-list/record-list.ports.ts';
import { useCallback, useEffect, useState } from 'react';

/** The link of a row, where the row is there. */
export const rowLink = (id: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] a`);

export const pageHeading = (): HTMLElement | null => document.querySelector<HTMLElement>('main h1');

/**
 * Gives the focus to a row, also to one that comes with the next answer; to the heading where there is none, or it does not come.
 * `isSettled`: no answer is on its way.
 */
export function useRowFocus(rows: readonly ListedRecord[], isSettled: boolean): (id: string | null) => void {
  const [wanted, setWanted] = useState<{ readonly id: string | null } | null>(null);
  const isThere = rows.some(({ id }) => id === wanted?.id);
  useEffect(() => {
    if (wanted === null || (wanted.id !== null && !isThere && !isSettled)) return;
    const target = (wanted.id === null ? null : rowLink(wanted.id)) ?? pageHeading();
    target?.focus();
    setWanted(null);
  }, [wanted, isThere, isSettled]);
  return useCallback((id) => setWanted({ id }), []);
}
