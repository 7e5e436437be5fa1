import type { PendingChange } from '../ports.ts';
import { describePending, joinNames } from '../save-messages.ts';
import type { SettingsContext } from './settings-screen.types.ts';

export interface FormBanner {
  readonly kind: 'restoredDraft' | 'conflict' | 'rejected' | 'watchLost' | 'draftLost';
  readonly tone: 'info' | 'warning' | 'error';
  readonly text: string;
  /** ms since the epoch; for `restoredDraft` when it was typed. */
  readonly at: number | null;
  /** Of a conflict: the keys of the fields that show the choice; absent where it can only be made in the sync centre. */
  readonly fields?: readonly string[];
}

type BannerContext = Pick<SettingsContext, 'restoredDraft' | 'watchLost' | 'draftLost'>;

interface BannerField {
  readonly field: { readonly key: string; readonly label: string };
  readonly pending: PendingChange | null;
  readonly conflict: Pick<Disputed, 'by' | 'isOwn'> | null;
}

/** The banners above the form, in their order. `isConflict`: the last save is in conflict. */
export function bannersOf(context: BannerContext, isConflict: boolean, fields: readonly BannerField[]): readonly FormBanner[] {
  const banners: FormBanner[] = [];
  const marks = fields.flatMap((field) => (field.pending === null ? [] : [field.pending]));
  const rejected = marks.find((mark) => mark.status === 'rejected');
  if (context.restoredDraft !== null) {
    banners.push({ kind: 'restoredDraft', tone: 'info', text: 'Unsaved changes restored.', at: context.restoredDraft.savedAt });
  }
  if (isConflict || marks.some((mark) => mark.status === 'conflict')) {
    const disputed = fields.flatMap(({ field, conflict }) => (conflict === null ? [] : [{ ...conflict, ...field }]));
    banners.push({
      kind: 'conflict',
      tone: 'warning',
      text:
        disputed.length > 0
          ? `${whatChanged(disputed)} too. Choose which to keep; everything else you saved goes ahead.`
          : 'Somebody else changed the same fields. Choose which to keep.',
      at: null,
      ...(disputed.length > 0 ? { fields: disputed.map(({ key }) => key) } : {}),
    });
  }
  if (rejected)
    banners.push({
      kind: 'rejected',
      tone: 'error',
      text: rejected.message ?? 'Needs attention: the server refused a change on this screen.',
      at: null,
    });
  const stuck = marks.find((mark) => mark.stuck !== undefined)?.stuck;
  if (stuck && !rejected)
    banners.push({
      kind: 'rejected',
      tone: 'error',
      text: `Needs attention: a change of this screen waits. ${describePending(stuck)}`,
      at: null,
    });
  if (context.watchLost) {
    banners.push({
      kind: 'watchLost',
      tone: 'warning',
      text: 'This screen no longer follows changes made elsewhere. Reload it to be sure.',
      at: null,
    });
  }
  if (context.draftLost) {
    banners.push({
      kind: 'draftLost',
      tone: 'warning',
      text: "What you type can't be kept on this device. Save before you leave.",
      at: null,
    });
  }
  return banners;
}

interface Disputed {
  readonly key: string;
  readonly label: string;
  readonly by: string | null;
  readonly isOwn: boolean;
}

/** Names the person who changed all of them, where the API says so. */
function whatChanged(disputed: readonly Disputed[]): string {
  const names = namesOf(disputed);
  if (disputed.every(({ isOwn }) => isOwn)) return `You changed ${names} in another browser`;
  const [first] = disputed;
  const who = first?.by && disputed.every(({ by }) => by === first.by) ? first.by : 'Somebody else';
  return `${who} changed ${names}`;
}

/** The labels of a few fields; the count of many, since a table of toggles may have dozens. */
function namesOf(disputed: readonly Disputed[]): string {
  return disputed.length > 3 ? `${disputed.length} fields` : joinNames(disputed.map(({ label }) => label));
}
