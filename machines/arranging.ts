// What the lists have in common whose rows are moved by pointer, by keys and by their menus: the blocks of a homepage, the fields of a form.

export type LiftedBy = 'pointer' | 'keyboard';
/** One place, or to an end of the rows that can be moved. */
export type MoveBy = 'up' | 'down' | 'top' | 'bottom';

/** `count` grows each time, so that the same text is announced again. */
export interface Announcement {
  readonly text: string;
  readonly count: number;
}

/** Announces a text to screen readers. */
export function announce<Context extends { readonly announcement: Announcement }>(context: Context, text: string): Context {
  return { ...context, announcement: { text, count: context.announcement.count + 1 } };
}

/** The place, from 0, that a row goes to; null where it is at that end already. */
export function targetOf(at: number, count: number, by: MoveBy): number | null {
  const to = { up: at - 1, down: at + 1, top: 0, bottom: count - 1 }[by];
  return to === at || to < 0 || to >= count ? null : to;
}

/** "4 of 9", of a place from 0. */
export const ordinal = (at: number, of: number): string => `${at + 1} of ${of}`;
