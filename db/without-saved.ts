import { type Json, sameJson } from '#contract/json.ts';
import type { DraftRow } from './stores.ts';

/**
 * What a save takes out of the drafts of its form, in the transaction that puts it into the outbox: from then on these values are no longer
 * unsaved, whatever becomes of the tab.
 */
export interface SavedDraft {
  readonly websiteId: string;
  /** The screens under which the form stores its draft: more than one where it has created its record. */
  readonly screens: readonly string[];
  /** The saved values as the form has them, without secrets. */
  readonly values: Readonly<Record<string, Json>>;
  /** The server's values when each edit began. */
  readonly base: Readonly<Record<string, Json>>;
  /** As for `Drafts.put`. */
  readonly replaces?: number | undefined;
  /** When the form was saved, ms since the epoch. What was typed and drafted since stays. */
  readonly at: number;
}

/**
 * The number by which a form names the draft that it was opened with (`leftSeq`, `replaces`). It is no other draft's, also in a store that takes
 * the place of one that the browser has removed: that one counts its rows from the first again.
 */
export const draftNumber = ({ order, seq }: Pick<DraftRow, 'order' | 'seq'>): number | undefined => order ?? seq;

/** Whether a save of a tab, or a further draft of it, takes the place of a draft. */
export const isReplaced = (row: DraftRow, tab: string | undefined, replaces: number | undefined): boolean =>
  row.tab === tab || (replaces !== undefined && draftNumber(row) === replaces);

/** A draft without what was saved; null where nothing remains. */
export function withoutSaved(row: DraftRow, { values, at }: Pick<SavedDraft, 'values' | 'at'>): DraftRow | null {
  const isSaved = (key: string, value: Json) => key in values && (row.savedAt <= at || sameJson(value, values[key]));
  const left = Object.entries(row.values).filter(([key, value]) => !isSaved(key, value));
  if (left.length === 0) return null;
  return {
    ...row,
    values: Object.fromEntries(left),
    base: Object.fromEntries(Object.entries(row.base).filter(([key]) => left.some(([name]) => name === key))),
  };
}
