import type { FieldValue, Field } from '../fields/field.ts';
import { type ConditionScope, type SettingsScreen, shownSections, type Warning } from './screen.ts';
import { isBlank, validateField, toWire } from '../fields/index.ts';
import { limits } from '../limits.ts';
import { swatchOf } from './brand-colors.ts';
import { contrastRatio } from './contrast.ts';
import { blocksAllCrawling } from './crawling.ts';

/**
 * Everything that prevents a save, by key: first each shown field's own message, then the rules between fields. `isChanged` limits it to
 * edited fields: a stored value that would be refused today does not prevent saving the rest, except a required field that is blank. Used
 * by both sides.
 */
export function screenProblems(
  screen: SettingsScreen,
  values: Readonly<Record<string, FieldValue>>,
  scope: ConditionScope,
  isChanged: (key: string) => boolean = () => true,
): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  const fields = new Map(shownSections(screen, scope).flatMap((section) => section.fields.map((field) => [field.key, field])));
  const blank = (key: string): boolean => {
    const field = fields.get(key);
    return field !== undefined && isBlank(field, values[key] ?? null);
  };
  for (const [key, field] of fields) {
    const problem = isChanged(key) || blank(key) ? validateField(field, values[key] ?? null) : null;
    if (problem !== null) problems[key] = problem;
  }
  for (const { keys, message } of screen.rules ?? []) {
    if (!keys.every((key) => fields.has(key)) || !keys.some(isChanged)) continue;
    const missing = keys.filter(blank);
    const [only] = missing;
    if (missing.length === 1 && only !== undefined) problems[only] ??= message;
  }
  return problems;
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
  const [text, ground] = [fields.get(warning.foreground), fields.get(warning.background)];
  if (!text || !ground) return null;
  const [color, background] = [colorOf(text, values, scope), colorOf(ground, values, scope)];
  const ratio = color === null || background === null ? null : contrastRatio(color, background);
  if (ratio === null || ratio >= limits.contrastMin) return null;
  // Rounded down, so that a contrast just below the limit is not shown as the limit.
  const shown = (Math.floor(ratio * 10) / 10).toFixed(1);
  const message = `${text.label} on ${lowerFirst(ground.label)} is hard to read: the contrast is ${shown} to 1, and should be at least ${limits.contrastMin} to 1.`;
  return { key: warning.foreground, message };
}

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
