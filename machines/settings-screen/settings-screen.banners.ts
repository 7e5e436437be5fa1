import type { PendingChange } from '../ports.ts';
import { describeConflict, type OtherChange } from '../describe-conflict.ts';
import { describePending } from '../save-messages.ts';
import type { SettingsContext } from './settings-screen.types.ts';

export interface FormBanner {
  readonly kind: 'restoredDraft' | 'conflict' | 'rejected' | 'watchLost' | 'draftLost';
  readonly tone: 'info' | 'warning' | 'error';
  readonly text: string;
  /** The same in a few words, shown where a more serious banner takes the bar. */
  readonly word: string;
  /** ms since the epoch; for `restoredDraft` when it was typed. */
  readonly at: number | null;
  /** Of a conflict: the keys of the fields that show the choice; absent where it can only be made in the sync centre. */
  readonly fields?: readonly string[];
}

type BannerContext = Pick<SettingsContext, 'restoredDraft' | 'watchLost' | 'draftLost'>;

interface BannerField {
  readonly field: { readonly key: string; readonly label: string };
  readonly pending: PendingChange | null;
  readonly conflict: Pick<OtherChange, 'by' | 'isOwn'> | null;
}

/** The banners of the form, the most serious first. `isConflict`: the last save is in conflict. */
export function bannersOf(context: BannerContext, isConflict: boolean, fields: readonly BannerField[]): readonly FormBanner[] {
  const banners: FormBanner[] = [];
  const marks = fields.flatMap((field) => (field.pending === null ? [] : [field.pending]));
  const rejected = marks.find((mark) => mark.status === 'rejected');
  if (isConflict || marks.some((mark) => mark.status === 'conflict')) {
    const disputed = fields.flatMap(({ field, conflict }) => (conflict === null ? [] : [{ ...conflict, ...field }]));
    banners.push({
      kind: 'conflict',
      tone: 'warning',
      text:
        disputed.length > 0
          ? `${describeConflict(disputed)} Choose which to keep; everything else you saved goes ahead.`
          : 'The same fields were changed elsewhere too. Choose which to keep.',
      word: disputed.length > 1 ? `${disputed.length} choices wait` : 'a choice waits',
      at: null,
      ...(disputed.length > 0 ? { fields: disputed.map(({ key }) => key) } : {}),
    });
  }
  if (rejected)
    banners.push({
      kind: 'rejected',
      tone: 'error',
      text: rejected.message ?? 'Needs attention: the server refused a change on this screen.',
      word: 'a change was refused',
      at: null,
    });
  const stuck = marks.find((mark) => mark.stuck !== undefined)?.stuck;
  if (stuck && !rejected)
    banners.push({
      kind: 'rejected',
      tone: 'error',
      text: `Needs attention: a change of this screen waits. ${describePending(stuck)}`,
      word: 'a change waits',
      at: null,
    });
  if (context.watchLost) {
    banners.push({
      kind: 'watchLost',
      tone: 'warning',
      text: 'This screen no longer follows changes made elsewhere. Reload it to be sure.',
      word: 'this screen no longer follows changes made elsewhere',
      at: null,
    });
  }
  if (context.draftLost) {
    banners.push({
      kind: 'draftLost',
      tone: 'warning',
      text: "What you type can't be kept on this device. Save before you leave.",
      word: "what you type can't be kept on this device",
      at: null,
    });
  }
  if (context.restoredDraft !== null) {
    banners.push({
      kind: 'restoredDraft',
      tone: 'info',
      text: 'Unsaved changes restored.',
      word: 'unsaved changes restored',
      at: context.restoredDraft.savedAt,
    });
  }
  return banners.toSorted((a, b) => seriousness.indexOf(a.kind) - seriousness.indexOf(b.kind));
}

const seriousness: readonly FormBanner['kind'][] = ['rejected', 'conflict', 'draftLost', 'watchLost', 'restoredDraft'];
