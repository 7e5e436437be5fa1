import type { WireValue } from '#contract/entities/setting.ts';
import { sameJson } from '#contract/json.ts';
import type { FieldValue } from '#contract/fields/field.ts';
import { fieldOfTheme, fieldsOf } from '#contract/settings/screen.ts';
import { mergeValues, readWire } from '#contract/fields/index.ts';
import type { SettingsSnapshot } from '../ports.ts';
import { emptyContext } from './settings-screen.empty.ts';
import { withEach } from './settings-screen.history.ts';
import { isDirty } from './settings-screen.operations.ts';
import type { SettingsContext } from './settings-screen.types.ts';

/**
 * The form as it opens. Applies the draft with the base of its edits, so that a save does not overwrite what somebody else wrote since without
 * a conflict.
 */
export function loadInto(context: SettingsContext, snapshot: SettingsSnapshot): SettingsContext {
  const fresh: SettingsContext = {
    ...emptyContext(context),
    ...readSnapshot(context, snapshot),
    watchLost: context.watchLost,
    leftDraft: snapshot.draft?.leftSeq ?? null,
    remembered: null,
  };
  const loaded: SettingsContext = { ...fresh, values: fresh.loaded, base: fresh.began };
  const typed = fieldsOf(context.screen).flatMap((field) => {
    const value = snapshot.draft?.values[field.key];
    return value === undefined || field.secret || sameJson(value, loaded.loaded[field.key]) ? [] : [[field.key, value] as const];
  });
  if (snapshot.draft === null || typed.length === 0) return loaded;
  const { base } = snapshot.draft;
  const joined = Object.fromEntries(
    typed.flatMap(([key, value]) => {
      const both = bothOf(context, key, base[key], value, loaded.loaded[key] ?? null);
      return both === null ? [] : [[key, both] as const];
    }),
  );
  const edited = typed.map(([key]) => key).filter((key) => !(key in joined) || !sameJson(joined[key], loaded.loaded[key]));
  const began = Object.fromEntries(edited.flatMap((key) => (base[key] === undefined || key in joined ? [] : [[key, base[key]] as const])));
  const restored: SettingsContext = {
    ...loaded,
    values: { ...loaded.values, ...Object.fromEntries(typed), ...joined },
    base: { ...loaded.base, ...began },
    edited,
    moved: edited.filter((key) => {
      const stored = loaded.serverBase[key] ?? null;
      return key in began && !sameJson(began[key], stored) && !isOwn(snapshot, key, stored);
    }),
  };
  // A draft of hidden fields alone has no notice: nobody can see or discard it.
  return isDirty(restored) ? { ...restored, restoredDraft: { savedAt: snapshot.draft.savedAt } } : restored;
}

/**
 * Merges a newer snapshot into the form. Unedited fields follow it. Edited fields keep their value and the base of their edit, so that the
 * server's change becomes a conflict; of one whose value has parts, what was changed elsewhere is taken over where that can be told apart.
 * Fields of a save that is under way or was refused stay as they are. A change that went with a removed store is unsaved again.
 */
export function mergeInto(context: SettingsContext, snapshot: SettingsSnapshot): SettingsContext {
  const next = readSnapshot(context, snapshot);
  const overlay = new Map(context.settings.map((setting) => [setting.key, setting.value]));
  const values: Record<string, FieldValue> = {};
  const loaded: Record<string, FieldValue> = {};
  const base: Record<string, WireValue> = {};
  const edited: string[] = [];
  const moved: string[] = [];
  let { history } = context;
  for (const { key } of fieldsOf(context.screen)) {
    const before = context.loaded[key] ?? null;
    const typed = context.values[key] ?? null;
    const theirs = next.loaded[key] ?? null;
    const submitting = context.submitted !== null && key in context.submitted;
    const isFrozen = submitting || context.pinned.includes(key);
    const isFollowing = !context.edited.includes(key);
    const isLost = isFollowing && (snapshot.lost?.includes(key) ?? false);
    // A change that was in conflict meets the same conflict again.
    const lostBase = context.pendingFields[key]?.conflict ? overlay.get(key) : context.base[key];
    const began = isLost ? lostBase : isFollowing ? before : context.base[key];
    // An edit of what a pending save shows began there, and not at what that save is compared with.
    const shown = key in context.pendingFields && !context.moved.includes(key) ? before : began;
    const both = isFrozen || isLost || sameJson(before, theirs) ? null : bothOf(context, key, shown, typed, theirs);
    const mine = both ?? typed;
    // Undo takes back what was done here, and nothing of what has come from elsewhere.
    if (both !== null && !sameJson(both, typed)) {
      history = withEach(history, key, (value) => bothOf(context, key, shown, value, theirs) ?? value);
    }
    const isEdited = isFrozen || ((!isFollowing || isLost) && !sameJson(mine, theirs));
    values[key] = isEdited ? mine : theirs;
    // The value that a save is compared with must not change until its answer comes.
    loaded[key] = submitting || (isFrozen && sameJson(mine, theirs)) ? (context.loaded[key] ?? null) : theirs;
    base[key] = (isLost && isEdited ? lostBase : isEdited && both === null ? context.base[key] : next.began[key]) ?? null;
    if (isEdited && (isFrozen ? !isFollowing : true)) edited.push(key);
    const hasMoved =
      context.moved.includes(key) ||
      (!sameJson((isLost ? began : context.serverBase[key]) ?? null, next.serverBase[key] ?? null) &&
        !isOwn(snapshot, key, next.serverBase[key] ?? null));
    if (isEdited && !submitting && both === null && hasMoved) moved.push(key);
  }
  return { ...context, ...next, values, loaded, base, edited, moved, history };
}

/** A value with what was changed here and elsewhere since `base`; null where its kind has no parts, or both changed the same part. */
function bothOf(
  context: Pick<SettingsContext, 'screen'>,
  key: string,
  base: FieldValue | WireValue | undefined,
  mine: FieldValue,
  theirs: FieldValue,
): FieldValue | null {
  const field = fieldsOf(context.screen).find((each) => each.key === key);
  return field && base !== undefined ? mergeValues(field, base, mine, theirs) : null;
}

/** Whether a confirmed save of this person wrote the value, in this tab or another. */
function isOwn({ confirmedWrites }: SettingsSnapshot, key: string, value: WireValue): boolean {
  return key in confirmedWrites && sameJson(confirmedWrites[key] ?? null, value);
}

function readSnapshot(context: Pick<SettingsContext, 'screen'>, snapshot: SettingsSnapshot) {
  const overlay = new Map(snapshot.settings.map((setting) => [setting.key, setting.value]));
  const server = new Map(snapshot.base.map((setting) => [setting.key, setting.value]));
  const fields = fieldsOf(context.screen).map((field) => fieldOfTheme(field, snapshot.theme));
  const readings = fields.map((field) => [field.key, readWire(field, overlay.get(field.key))] as const);
  return {
    theme: snapshot.theme,
    settings: snapshot.settings,
    loaded: Object.fromEntries(readings.map(([key, reading]) => [key, reading.value])),
    malformed: Object.fromEntries(
      readings.flatMap(([key, reading]) => (reading.malformed === undefined ? [] : [[key, reading.malformed]])),
    ),
    serverBase: Object.fromEntries(fields.map(({ key }) => [key, server.get(key) ?? null])),
    began: Object.fromEntries(fields.map(({ key }) => [key, beganOf(snapshot, key, server.get(key) ?? null, overlay.get(key) ?? null)])),
    pendingFields: snapshot.pendingFields,
    fetchedAt: snapshot.fetchedAt,
  };
}

/**
 * The base of an edit that begins now: the stored value, or the base of the pending save whose value the field shows, since the person has
 * seen no later value.
 */
function beganOf({ pendingFields }: SettingsSnapshot, key: string, stored: WireValue, overlay: WireValue): WireValue {
  const began = pendingFields[key]?.began;
  return began === undefined || sameJson(stored, overlay) ? stored : began;
}
