import { fieldsOf } from '#contract/settings/screen.ts';
import type { ConflictChoice, Side } from '../ports.ts';
import type { SettingsContext } from './settings-screen.types.ts';

/** The fields of this screen that somebody else changed too, each with the change of ours that waits for the choice. */
export function conflictsOf({ screen, waiting }: SettingsContext): readonly { readonly key: string; readonly opId: string }[] {
  return fieldsOf(screen).flatMap(({ key }) => {
    const conflict = waiting[key]?.conflict;
    return conflict ? [{ key, opId: conflict.opId }] : [];
  });
}

/** Notes a choice; `key` null: for every field in conflict. */
export function choose(context: SettingsContext, key: string | null, side: Side): SettingsContext {
  const keys = conflictsOf(context).flatMap((conflict) => (key === null || conflict.key === key ? [conflict.key] : []));
  return { ...context, choices: { ...context.choices, ...Object.fromEntries(keys.map((each) => [each, side])) } };
}

/** The changes of which every field in conflict has been chosen. */
export function decidedOf(context: SettingsContext): readonly ConflictChoice[] {
  const conflicts = conflictsOf(context);
  return [...new Set(conflicts.map(({ opId }) => opId))].flatMap((opId) => {
    const keys = conflicts.filter((conflict) => conflict.opId === opId).map(({ key }) => key);
    const sides = keys.flatMap((key) => (context.choices[key] === undefined ? [] : [[key, context.choices[key]] as const]));
    return sides.length === keys.length ? [{ opId, choices: Object.fromEntries(sides) }] : [];
  });
}
