import { fieldsOf } from '#contract/settings/screen.ts';
import { readWire } from '#contract/fields/index.ts';
import type { ConflictChoice, Side } from '../ports.ts';
import { fieldOf, shownFieldsOf } from './settings-screen.operations.ts';
import type { SettingsContext, FieldValues } from './settings-screen.types.ts';

interface FieldInConflict {
  readonly key: string;
  /** The entry in conflict. */
  readonly opId: string;
}

/** The visible fields in conflict. */
export function conflictsOf(context: SettingsContext): readonly FieldInConflict[] {
  return inConflict(context, shownFieldsOf(context));
}

function inConflict({ pendingFields }: SettingsContext, fields: readonly { readonly key: string }[]): readonly FieldInConflict[] {
  return fields.flatMap(({ key }) => {
    const conflict = pendingFields[key]?.conflict;
    return conflict ? [{ key, opId: conflict.opId }] : [];
  });
}

/** Records a choice, which counts once it is confirmed. */
export function choose(context: SettingsContext, key: string, side: Side): SettingsContext {
  const opId = context.pendingFields[key]?.conflict?.opId;
  return opId === undefined ? context : { ...context, choices: { ...context.choices, [key]: { side, opId } } };
}

/** Chooses the same side for every field in conflict, hidden fields included. */
export function chooseAll(context: SettingsContext, side: Side): SettingsContext {
  const all = inConflict(context, fieldsOf(context.screen));
  return { ...context, choices: Object.fromEntries(all.map(({ key, opId }) => [key, { side, opId }])) };
}

/** The chosen side of a field; null where none is, or where the choice was made for an earlier entry. */
export function choiceOf({ choices }: SettingsContext, { key, opId }: FieldInConflict): Side | null {
  const choice = choices[key];
  return choice?.opId === opId ? choice.side : null;
}

/** Whether a side of a field has been chosen. */
export function isChosen(context: SettingsContext, key: string): boolean {
  return conflictsOf(context).some((field) => field.key === key && choiceOf(context, field) !== null);
}

/** The choices, by entry; `only`: of that field alone. */
export function chosenOf(context: SettingsContext, only: string | null): readonly ConflictChoice[] {
  const chosen = inConflict(context, fieldsOf(context.screen)).flatMap(({ key, opId }) => {
    const side = choiceOf(context, { key, opId });
    return side === null || (only !== null && key !== only) ? [] : [{ key, opId, side }];
  });
  return [...new Set(chosen.map(({ opId }) => opId))].map((opId) => ({
    opId,
    choices: Object.fromEntries(chosen.filter((each) => each.opId === opId).map(({ key, side }) => [key, side])),
  }));
}

/** Somebody else's values that are chosen, by key. */
export function adoptedOf(context: SettingsContext, only: string | null): FieldValues {
  const keys = chosenOf(context, only).flatMap(({ choices }) => Object.keys(choices).filter((key) => choices[key] === 'theirs'));
  return Object.fromEntries(
    keys.flatMap((key) => {
      const [field, conflict] = [fieldOf(context, key), context.pendingFields[key]?.conflict];
      return field && conflict ? [[key, readWire(field, conflict.value).value] as const] : [];
    }),
  );
}
