import type { FieldValue, Field } from '../fields/field.ts';
import { type ConditionScope, type Rule, type SettingsScreen, shownSections, type Warning } from './screen.ts';
import { isBlank, validateField, toWire } from '../fields/index.ts';
import { sameJson } from '../json.ts';
import { limits } from '../limits.ts';
import { swatchOf } from './brand-colors.ts';
import { contrastRatio } from './contrast.ts';
import { blocksAllCrawling } from './crawling.ts';

/** The values of a form, with what its conditions read. */
export interface FormValues {
  readonly values: Readonly<Record<string, FieldValue>>;
  readonly scope: ConditionScope;
}

/**
 * Everything that prevents a save, by key: first each shown field's own message, then the rules between fields. `before` has the stored
 * values, and is null for a new record. What was wrong before prevents no save until it is changed: neither a stored value that would be
 * refused today, nor a required field that has always been blank. Used by both sides.
 */
export function screenProblems(screen: SettingsScreen, now: FormValues, before: FormValues | null): Readonly<Record<string, string>> {
  const problems = allProblems(screen, now);
  const known = before && problems.size > 0 ? allProblems(screen, before) : new Map<string, Problem>();
  const isChanged = (key: string) => before === null || !sameJson(now.values[key] ?? null, before.values[key] ?? null);
  return Object.fromEntries(
    [...problems]
      .filter(([key, { message, keys }]) => known.get(key)?.message !== message || keys.some(isChanged))
      .map(([key, { message }]) => [key, message]),
  );
}

interface Problem {
  readonly message: string;
  /** The fields that it is about. */
  readonly keys: readonly string[];
}

function allProblems(screen: SettingsScreen, { values, scope }: FormValues): ReadonlyMap<string, Problem> {
  const problems = new Map<string, Problem>();
  const fields = new Map(shownSections(screen, scope).flatMap((section) => section.fields.map((field) => [field.key, field])));
  for (const [key, field] of fields) {
    const message = validateField(field, values[key] ?? null);
    if (message !== null) problems.set(key, { message, keys: [key] });
  }
  for (const rule of screen.rules ?? []) {
    const keys = rule.kind === 'choiceIsOn' ? [rule.key, ...Object.values(rule.on)] : rule.keys;
    const at = keys.every((key) => fields.has(key)) ? brokenAt(rule, values, fields) : null;
    if (at !== null && !problems.has(at)) problems.set(at, { message: rule.message, keys });
  }
  return problems;
}

/** The field at which a rule is broken; null where it is kept. */
function brokenAt(rule: Rule, values: FormValues['values'], fields: ReadonlyMap<string, Field>): string | null {
  switch (rule.kind) {
    case 'bothOrNeither': {
      const missing = rule.keys.filter((key) => {
        const field = fields.get(key);
        return field !== undefined && isBlank(field, values[key] ?? null);
      });
      return missing.length === 1 ? (missing[0] ?? null) : null;
    }
    case 'oneOn':
      return rule.keys.some((key) => values[key] === true) ? null : rule.keys[0];
    case 'choiceIsOn': {
      const flag = rule.on[String(values[rule.key])];
      return flag !== undefined && values[flag] !== true ? rule.key : null;
    }
  }
}

/** A current warning; it is shown at `key` and does not prevent saving. */
export interface ScreenWarning {
  readonly key: string;
  readonly message: string;
}

/** The warnings for the screen's values. Hidden fields are not checked. */
export function screenWarnings(
  screen: SettingsScreen,
  values: Readonly<Record<string, FieldValue>>,
  scope: ConditionScope,
): readonly ScreenWarning[] {
  const fields = new Map(shownSections(screen, scope).flatMap((section) => section.fields.map((field) => [field.key, field])));
  return (screen.warnings ?? []).flatMap((warning) => warned(warning, fields, values, scope) ?? []);
}

function warned(
  warning: Warning,
  fields: ReadonlyMap<string, Field>,
  values: Readonly<Record<string, FieldValue>>,
  scope: ConditionScope,
): ScreenWarning | null {
  if (warning.kind === 'blocksCrawling') {
    const field = fields.get(warning.key);
    // The value that a blank save stores instead counts too.
    const text = field && toWire(field, values[warning.key] ?? null)?.[0];
    return typeof text === 'string' && blocksAllCrawling(text) ? { key: warning.key, message: warning.message } : null;
  }
  const found = contrastOf(warning, fields, values, scope);
  if (found === null || found.ratio >= limits.contrastMin) return null;
  const { text, ground, ratio } = found;
  const message = `${text.label} on ${lowerFirst(ground.label)} is hard to read: the contrast is ${shownRatio(ratio)} to 1, and should be at least ${limits.contrastMin} to 1.`;
  return { key: warning.foreground, message };
}

/** How well a colour reads on its background. */
export interface Contrast {
  readonly ratio: number;
  /** "4.6 to 1 on menu background colour". */
  readonly text: string;
  readonly isLow: boolean;
}

/** The contrast of each shown text colour with its background, by key: the lowest where it stands on several. */
export function screenContrasts(
  screen: SettingsScreen,
  values: Readonly<Record<string, FieldValue>>,
  scope: ConditionScope,
): ReadonlyMap<string, Contrast> {
  const fields = new Map(shownSections(screen, scope).flatMap((section) => section.fields.map((field) => [field.key, field])));
  const contrasts = new Map<string, Contrast>();
  for (const pair of screen.warnings ?? []) {
    const found = pair.kind === 'contrast' ? contrastOf(pair, fields, values, scope) : null;
    if (pair.kind !== 'contrast' || found === null || found.ratio >= (contrasts.get(pair.foreground)?.ratio ?? Number.POSITIVE_INFINITY))
      continue;
    const { ratio, ground } = found;
    const text = `${shownRatio(ratio)} to 1 on ${lowerFirst(ground.label)}`;
    contrasts.set(pair.foreground, { ratio, text, isLow: ratio < limits.contrastMin });
  }
  return contrasts;
}

function contrastOf(
  pair: Extract<Warning, { kind: 'contrast' }>,
  fields: ReadonlyMap<string, Field>,
  values: Readonly<Record<string, FieldValue>>,
  scope: ConditionScope,
) {
  const [text, ground] = [fields.get(pair.foreground), fields.get(pair.background)];
  if (!text || !ground) return null;
  const [color, background] = [colorOf(text, values, scope), colorOf(ground, values, scope)];
  const ratio = color === null || background === null ? null : contrastRatio(color, background);
  return ratio === null ? null : { text, ground, ratio };
}

/** Rounded down, so that a contrast just below the limit is not shown as the limit. */
const shownRatio = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1);

/** The colour that a field's value names, as `#rrggbb`; null where there is none. */
function colorOf(field: Field, values: Readonly<Record<string, FieldValue>>, scope: ConditionScope): string | null {
  const value = values[field.key];
  if (typeof value !== 'string') return null;
  if (field.kind !== 'themeColor') return field.kind === 'color' ? value : null;
  const option = field.options.find((candidate) => candidate.value === value);
  const brandColor = (setting: string): string | null => {
    const found = scope.setting('style', setting);
    return typeof found === 'string' ? found : null;
  };
  return option ? (swatchOf(option, brandColor)?.color ?? null) : null;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
