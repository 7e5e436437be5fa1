import { sameJson } from '#contract/json.ts';
import type { Field } from '#contract/fields/field.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import type { DraftContent, DraftKey, SettingsSnapshot } from '../ports.ts';
import { isChanged, shownFieldsOf, unsavedFieldsOf } from './settings-screen.operations.ts';
import type { SettingsContext } from './settings-screen.types.ts';

/** The draft's content: edits that are not in the outbox. */
export function draftOf(context: SettingsContext): DraftContent {
  const kept = fieldsOf(context.screen).filter((field) => isDrafted(context, field));
  return {
    values: Object.fromEntries(kept.map((field) => [field.key, context.values[field.key] ?? null])),
    base: Object.fromEntries(kept.map((field) => [field.key, context.base[field.key] ?? null])),
  };
}

/** Leaves out what the save under way has put into the outbox: a tab that ends before the answer would leave both. */
function isDrafted(context: SettingsContext, { key, secret }: Field): boolean {
  const { inOutbox, values } = context;
  return !secret && (key in inOutbox ? !sameJson(values[key], inOutbox[key]) : isChanged(context, key));
}

/** Which draft is kept or taken away: this tab's, and the one that the form was opened with. */
export function draftPlaceOf({ websiteId, screen, leftDraft }: SettingsContext): DraftKey {
  return { websiteId, screenId: screen.id, ...(leftDraft === null ? {} : { replaces: leftDraft }) };
}

/** True while a draft would hold anything that is shown; what conditions hide goes along, and is no draft by itself. */
export function hasDraft(context: SettingsContext): boolean {
  return shownFieldsOf(context).some((field) => isDrafted(context, field));
}

/** True while a secret is typed that no save has taken: no draft holds it. */
export function hasUnsavedSecret(context: SettingsContext): boolean {
  return unsavedFieldsOf(context).some((field) => field.secret === true);
}

/** True where the device keeps a draft that has nothing left to say: what it holds is stored by now. */
export function isDraftSpent(context: SettingsContext, snapshot: SettingsSnapshot): boolean {
  return snapshot.draft !== null && !hasDraft(context);
}

/** True while a save of this screen waits for a choice between its own words and the server's. */
export function hasConflict(context: SettingsContext, { waiting }: SettingsSnapshot): boolean {
  return fieldsOf(context.screen).some(({ key }) => waiting[key]?.status === 'conflict');
}
