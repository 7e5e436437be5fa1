import type { SnapshotFrom } from 'xstate';
import type { Json } from '#contract/json.ts';
import type { Field, FieldValue } from '#contract/fields/field.ts';
import type { Section, SettingsScreen } from '#contract/settings/screen.ts';
import { screenWarnings } from '#contract/settings/problems.ts';
import { readWire } from '#contract/fields/index.ts';
import type { Side, PendingChange } from '../ports.ts';
import { type FormBanner, bannersOf } from './settings-screen.banners.ts';
import { choiceOf } from './settings-screen.conflicts.ts';
import type { settingsScreenMachine } from './settings-screen.machine.ts';
import { isUnsaved, savedValue, conditionScopeOf, shownSectionsOf, unsavedFieldsOf, fieldOf } from './settings-screen.operations.ts';
import type { LoadFailure, SettingsContext, EditStep } from './settings-screen.types.ts';
import { redoable, undoable } from './settings-screen.history.ts';

export interface FieldView {
  readonly field: Field;
  readonly value: FieldValue;
  /** What is stored, and Revert brings back. */
  readonly stored: FieldValue;
  readonly error: string | null;
  /** What a person should know before saving; keeps nobody from it. */
  readonly warning: string | null;
  /** Whether it may ever have a warning: the place for it is there from the start, so that its coming is announced. */
  readonly warns: boolean;
  /** Bears a dot and Revert. */
  readonly changed: boolean;
  readonly pending: PendingChange | null;
  /** What is stored and could not be read; saving replaces it. */
  readonly malformed: Json | null;
  /** Somebody else changed what is stored while this field was being edited. */
  readonly movedElsewhere: boolean;
  /** Somebody else changed it too, and a person has to choose. */
  readonly conflict: ConflictView | null;
  /** Only for secrets: whether a value is stored; it is never told. */
  readonly isSet: boolean | null;
}

/** `choice`: as far as it is made; it counts once it is confirmed. */
export interface ConflictView {
  readonly mine: FieldValue;
  readonly theirs: FieldValue;
  /** ISO date, and a name; null where the API does not tell. */
  readonly at: string | null;
  readonly by: string | null;
  /** The signed-in person's own change, in another browser. */
  readonly isOwn: boolean;
  readonly choice: Side | null;
}

export interface SectionView {
  readonly title: string | null;
  readonly description: string | null;
  /** How the fields stand in a grid; null for one below the other. */
  readonly table: NonNullable<Section['table']> | null;
  readonly fields: readonly FieldView[];
}

export interface BrandColors {
  readonly primary_color: string | null;
  readonly secondary_color: string | null;
}

export interface ErrorLine {
  readonly key: string;
  readonly label: string;
  readonly message: string;
}

export type SettingsStatus = 'loading' | 'failed' | 'pristine' | 'dirty' | 'submitting' | 'saved' | 'pending' | 'error' | 'conflict';

export interface SettingsView {
  readonly status: SettingsStatus;
  readonly failure: LoadFailure | null;
  readonly sections: readonly SectionView[];
  /** Fields that no save has taken yet. */
  readonly changedCount: number;
  readonly dirty: boolean;
  readonly busy: boolean;
  /** Why Save has nothing to do now; null where it has. */
  readonly cannotSaveReason: string | null;
  /** What the last save was refused with; null where that was none, or something was changed since. */
  readonly refusal: string | null;
  /** What the last failed save found and nobody has put right yet, in the order of the fields. */
  readonly errorSummary: readonly ErrorLine[];
  /** Grows with each failed save: the summary takes the focus when it does. */
  readonly failedSaves: number;
  readonly banners: readonly FormBanner[];
  readonly history: HistoryView;
  /** The website's own colours, which named ones follow; null where one is not set. */
  readonly brandColors: BrandColors;
  /** ms since the epoch; null where the server was never heard. */
  readonly fetchedAt: number | null;
}

type SettingsScreenSnapshot = SnapshotFrom<typeof settingsScreenMachine>;

/**
 * What the form needs: sections with the state of each field, what can be saved and why not, and what stands above it. `userName`: of who
 * is signed in, as the API names them; null where a conflict with their own change need not be told from one with somebody else's.
 */
export function settingsScreenView(snapshot: SettingsScreenSnapshot, userName: string | null = null): SettingsView {
  const { context } = snapshot;
  const ready = snapshot.hasTag('ready');
  const status = statusOf(snapshot);
  const changedCount = unsavedFieldsOf(context).length;
  const sections = ready ? sectionsOf(context, userName) : [];
  const fields = sections.flatMap((section) => section.fields);
  return {
    status,
    failure: status === 'failed' ? context.loadFailure : null,
    sections,
    changedCount,
    dirty: changedCount > 0 || snapshot.hasTag('busy'),
    busy: snapshot.hasTag('busy'),
    cannotSaveReason: cannotSaveReason(status, changedCount, context.isNew),
    refusal: status === 'error' ? context.formError : null,
    errorSummary: fields.flatMap(({ field, error }) =>
      error === null || !context.listedErrors.includes(field.key) ? [] : [{ key: field.key, label: field.label, message: error }],
    ),
    failedSaves: context.failedSaves,
    banners: ready ? bannersOf(context, status === 'conflict', fields) : [],
    history: historyView(context),
    brandColors: { primary_color: brandColor(context, 'primary_color'), secondary_color: brandColor(context, 'secondary_color') },
    fetchedAt: context.fetchedAt,
  };
}

function statusOf(snapshot: SettingsScreenSnapshot): SettingsStatus {
  if (snapshot.matches('loading')) return 'loading';
  if (snapshot.matches('failed')) return 'failed';
  for (const status of ['submitting', 'saved', 'pending', 'error', 'conflict'] as const) {
    if (snapshot.matches({ ready: { form: status } })) return status;
  }
  return snapshot.hasTag('dirty') ? 'dirty' : 'pristine';
}

function cannotSaveReason(status: SettingsStatus, changedCount: number, isNew: boolean): string | null {
  if (status === 'loading' || status === 'failed') return 'The settings are not loaded yet.';
  if (changedCount > 0 || (isNew && status === 'pristine')) return null;
  return status === 'submitting' ? 'Saving…' : 'Nothing has changed.';
}

function sectionsOf(context: SettingsContext, userName: string | null): readonly SectionView[] {
  const warnings = new Map(
    screenWarnings(context.screen, context.values, conditionScopeOf(context)).map(({ key, message }) => [key, message]),
  );
  const subjects = warnedKeys(context.screen);
  return shownSectionsOf(context).map((section) => ({
    title: section.title ?? null,
    description: section.description ?? null,
    table: section.table ?? null,
    fields: section.fields.map((field) =>
      fieldView(context, field, userName, { warns: subjects.has(field.key), warning: warnings.get(field.key) ?? null }),
    ),
  }));
}

function fieldView(
  context: SettingsContext,
  field: Field,
  userName: string | null,
  warned: Pick<FieldView, 'warns' | 'warning'>,
): FieldView {
  const { key } = field;
  return {
    field,
    value: context.values[key] ?? null,
    stored: savedValue(context, key),
    error: context.errors[key] ?? null,
    ...warned,
    changed: isUnsaved(context, key),
    pending: context.pendingFields[key] ?? null,
    malformed: context.malformed[key] ?? null,
    movedElsewhere: context.moved.includes(key),
    conflict: conflictView(context, field, userName),
    isSet: field.secret ? (context.settings.find((setting) => setting.key === key)?.is_set ?? false) : null,
  };
}

function conflictView(context: SettingsContext, field: Field, userName: string | null): ConflictView | null {
  const conflict = context.pendingFields[field.key]?.conflict;
  if (!conflict) return null;
  const { opId, value, at, by } = conflict;
  return {
    mine: context.loaded[field.key] ?? null,
    theirs: readWire(field, value).value,
    at,
    by,
    isOwn: by !== null && by === userName,
    choice: choiceOf(context, { key: field.key, opId }),
  };
}

function warnedKeys(screen: SettingsScreen): ReadonlySet<string> {
  return new Set((screen.warnings ?? []).map((warning) => (warning.kind === 'contrast' ? warning.foreground : warning.key)));
}

function brandColor(context: SettingsContext, key: keyof BrandColors): string | null {
  const value = conditionScopeOf(context).setting('style', key);
  return typeof value === 'string' && value !== '' ? value : null;
}

export interface HistoryView {
  /** What undo would take back, in words such as "Phone" or "3 fields"; null where there is nothing. */
  readonly undo: string | null;
  readonly redo: string | null;
  /** The last undo or redo. `count` grows with each, so that the same words are announced again. */
  readonly announcement: { readonly text: string; readonly keys: readonly string[]; readonly count: number } | null;
}

export function historyView(context: SettingsContext): HistoryView {
  const { last } = context.history;
  return {
    undo: named(context, undoable(context)),
    redo: named(context, redoable(context)),
    announcement: last && {
      text: `${last.direction === 'undone' ? 'Undone' : 'Redone'}: ${subject(context, last.keys)}.`,
      keys: last.keys,
      count: last.count,
    },
  };
}

function named(context: SettingsContext, step: EditStep | null): string | null {
  return step && subject(context, Object.keys(step.before));
}

function subject(context: SettingsContext, keys: readonly string[]): string {
  const [only] = keys;
  return keys.length === 1 && only !== undefined ? (fieldOf(context, only)?.label ?? only) : `${keys.length} fields`;
}
