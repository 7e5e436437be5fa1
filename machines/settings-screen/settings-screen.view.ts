import { isOwnChange } from '../describe-conflict.ts';
import type { SnapshotFrom } from 'xstate';
import type { Json } from '#contract/json.ts';
import type { Field, FieldValue } from '#contract/fields/field.ts';
import { type Contrast, isShown, type Section, type UnsetScope, type WhatApplies } from '#contract/settings/screen.ts';
import { readWire } from '#contract/fields/index.ts';
import type { Side, PendingChange } from '../ports.ts';
import { type FormBanner, bannersOf } from './settings-screen.banners.ts';
import { codeWarningsOf } from './settings-screen.code.ts';
import { questionOf } from './settings-screen.saving.ts';
import { labelPlaces } from './label-places.ts';
import { choiceOf } from './settings-screen.conflicts.ts';
import type { settingsScreenMachine } from './settings-screen.machine.ts';
import {
  isUnsaved,
  savedValue,
  conditionScopeOf,
  drawnSectionsOf,
  shownFieldsOf,
  unsavedFieldsOf,
  fieldOf,
} from './settings-screen.operations.ts';
import type { CodeProblem, LoadFailure, SettingsContext } from './settings-screen.types.ts';
import { type HistoryView, historyView } from './settings-screen.history-view.ts';

export interface FieldView {
  readonly field: Field;
  /** Where it is, for its accessible name, if another field has the same label; else null. */
  readonly place: string | null;
  readonly value: FieldValue;
  /** The stored value, which Revert restores. */
  readonly stored: FieldValue;
  readonly error: string | null;
  /** A warning that does not prevent a save. */
  readonly warning: string | null;
  /** Whether it may have a warning: its element exists from the start, so that screen readers announce it. */
  readonly warns: boolean;
  /** Of a text colour: how well it reads on its background. */
  readonly contrast: Contrast | null;
  /** What the website uses where the field is blank; null where there is nothing to say. */
  readonly applies: WhatApplies | null;
  /** Why the value has no effect with the other values; null where it has one. */
  readonly voidReason: string | null;
  /** It can't be used with the other values, and shows none; `voidReason` says why. */
  readonly isOff: boolean;
  /** Some value of another field makes this one void: room for the reason is kept. */
  readonly canBeVoid: boolean;
  /** Shows a dot and Revert. */
  readonly changed: boolean;
  readonly pending: PendingChange | null;
  /** The stored value, if it could not be read; a save replaces it. */
  readonly malformed: Json | null;
  /** Somebody else changed the stored value during the edit. */
  readonly movedElsewhere: boolean;
  /** Somebody else changed it too, and a person has to choose. */
  readonly conflict: ConflictView | null;
  /** Only for secrets: whether a value is stored; the value itself is never shown. */
  readonly isSet: boolean | null;
}

/** `choice` counts once it is confirmed. */
export interface ConflictView {
  readonly mine: FieldValue;
  readonly theirs: FieldValue;
  /** ISO date, and a name; null where the API does not say. */
  readonly at: string | null;
  readonly by: string | null;
  /** The signed-in person's own change, in another browser. */
  readonly isOwn: boolean;
  readonly choice: Side | null;
}

export interface SectionView {
  readonly title: string | null;
  readonly description: string | null;
  /** The grid of the fields; null where each is below the other. */
  readonly table: NonNullable<Section['table']> | null;
  readonly layout: NonNullable<Section['layout']> | null;
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

export interface CodeWarning {
  readonly key: string;
  readonly label: string;
  readonly problems: readonly CodeProblem[];
}

export type SettingsStatus = 'loading' | 'failed' | 'pristine' | 'dirty' | 'submitting' | 'saved' | 'pending' | 'error' | 'conflict';

export interface SettingsView {
  readonly status: SettingsStatus;
  readonly failure: LoadFailure | null;
  readonly sections: readonly SectionView[];
  /** The number of fields that no save includes yet. */
  readonly changedCount: number;
  readonly dirty: boolean;
  readonly busy: boolean;
  /** Why Save is not possible now; null where it is. */
  readonly cannotSaveReason: string | null;
  /** The message of the last save, if it failed and nothing was changed since. */
  readonly refusal: string | null;
  /** What the last save was asked about; the next Save is the answer. Null: nothing. */
  readonly question: string | null;
  /** The errors of the last failed save that are not corrected yet, in the order of the fields. */
  readonly errorSummary: readonly ErrorLine[];
  /** Grows with each failed save, when the summary takes the focus. */
  readonly failedSaves: number;
  /** Unsaved code that does not parse, after a Save was held for it. */
  readonly codeWarnings: readonly CodeWarning[];
  readonly banners: readonly FormBanner[];
  readonly history: HistoryView;
  /** The website's own colours, which named ones follow; null where one is not set. */
  readonly brandColors: BrandColors;
  /** ms since the epoch; null where the server has never answered. */
  readonly fetchedAt: number | null;
}

type SettingsScreenSnapshot = SnapshotFrom<typeof settingsScreenMachine>;

/**
 * The state of the form: its sections with each field, whether it can be saved, and its banners. `userName`: the signed-in user's name in the
 * API; null where nobody needs to distinguish a conflict with their own change.
 */
export function settingsScreenView(
  snapshot: SettingsScreenSnapshot,
  userName: string | null = null,
  websiteName: string | null = null,
): SettingsView {
  const { context } = snapshot;
  const ready = snapshot.hasTag('ready');
  const status = statusOf(snapshot);
  const changedCount = unsavedFieldsOf(context).length;
  const sections = ready ? sectionsOf(context, userName, websiteName) : [];
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
    question: status === 'error' ? questionOf(context) : null,
    errorSummary: fields.flatMap(({ field, error }) =>
      error === null || !context.listedErrors.includes(field.key) ? [] : [{ key: field.key, label: field.label, message: error }],
    ),
    failedSaves: context.failedSaves,
    codeWarnings: codeWarningsOf(context).map(({ key, problems }) => ({ key, label: fieldOf(context, key)?.label ?? key, problems })),
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

function sectionsOf(context: SettingsContext, userName: string | null, websiteName: string | null): readonly SectionView[] {
  const { hints, warnings: checks } = context.screen;
  const scope: UnsetScope = { ...conditionScopeOf(context), websiteName };
  const sections = drawnSectionsOf(context);
  const form = {
    fields: new Map(shownFieldsOf(context).map((field) => [field.key, field])),
    values: context.values,
    scope,
  };
  const warnings = new Map((checks?.list(form) ?? []).map(({ key, message }) => [key, message]));
  const contrasts = checks?.contrasts?.(form);
  const subjects = new Set(checks?.keys ?? []);
  const places = labelPlaces(sections);
  return sections.map((section) => ({
    title: section.title ?? null,
    description: section.description ?? null,
    table: section.table ?? null,
    layout: section.layout ?? null,
    fields: section.fields.map((field) => {
      const isOff = !isShown(field.when, scope);
      return fieldView(context, field, userName, {
        isOff,
        place: places.get(field.key) ?? null,
        applies: hints?.whatApplies(field, scope) ?? null,
        voidReason: (isOff ? field.offReason : hints?.voidReason(field, scope)) ?? null,
        canBeVoid: field.offReason !== undefined || (hints?.canBeVoid(field) ?? false),
        warns: subjects.has(field.key),
        warning: warnings.get(field.key) ?? null,
        contrast: contrasts?.get(field.key) ?? null,
      });
    }),
  }));
}

function fieldView(
  context: SettingsContext,
  field: Field,
  userName: string | null,
  ofScreen: Pick<FieldView, 'place' | 'applies' | 'isOff' | 'voidReason' | 'canBeVoid' | 'warns' | 'warning' | 'contrast'>,
): FieldView {
  const { key } = field;
  return {
    field,
    value: ofScreen.isOff ? null : (context.values[key] ?? null),
    stored: savedValue(context, key),
    error: ofScreen.isOff ? null : (context.errors[key] ?? null),
    ...ofScreen,
    changed: !ofScreen.isOff && isUnsaved(context, key),
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
    isOwn: isOwnChange(by, userName),
    choice: choiceOf(context, { key: field.key, opId }),
  };
}

function brandColor(context: SettingsContext, key: keyof BrandColors): string | null {
  const value = conditionScopeOf(context).setting('style', key);
  return typeof value === 'string' && value !== '' ? value : null;
}
