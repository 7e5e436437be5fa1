import { type Json, isJsonObject } from '#contract/json.ts';
import type { ChartAction, ChartEffect, ChartModel, ChartTransition } from './chart.types.ts';

/**
 * Static parameters as people read them: `{result: fenced}`, `{message: “An error occurred.”}`; '' for none. Texts longer than `longest`
 * characters are cut, and end in an ellipsis.
 */
export function paramsText(params: Json, longest = Number.POSITIVE_INFINITY): string {
  return params === null ? '' : valueText(params, longest);
}

function valueText(value: Json, longest: number): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => valueText(item, longest)).join(', ')}]`;
  if (isJsonObject(value)) {
    const parts = Object.entries(value).map(([name, inner]) => `${name}: ${valueText(inner, longest)}`);
    return `{${parts.join(', ')}}`;
  }
  if (typeof value !== 'string') return String(value);
  // A word stands as it is, unless it would read as something that is no text.
  if (/^[a-z][\w.-]*$/iu.test(value) && !['true', 'false', 'null'].includes(value)) return value;
  return `“${value.length > longest ? `${value.slice(0, longest - 1).trimEnd()}…` : value}”`;
}

/** `setResult {result: fenced}`: a name, and what is static of its parameters. */
export function actionText({ name, params }: ChartAction, longest?: number): string {
  return [name, paramsText(params, longest)].filter(Boolean).join(' ');
}

/** What an action does beside changing the context: "raises link.lost, may emit toast"; '' for nothing. */
export function effectsText(effects: readonly ChartEffect[], longest?: number): string {
  return effects.map((effect) => effectText(effect, longest)).join(', ');
}

function effectText({ kind, what, to, data, isSure }: ChartEffect, longest: number | undefined): string {
  const verb = isSure ? `${kind}s` : `may ${kind}`;
  const known = paramsText(data, longest);
  return [verb, what, known, to === null ? '' : `to ${to}`].filter(Boolean).join(' ');
}

export function effectsOf(chart: ChartModel, { name }: ChartAction): readonly ChartEffect[] {
  return chart.effects?.[name] ?? [];
}

/** `raiseLost (raises link.lost)`. */
export function actionWithEffects(chart: ChartModel, action: ChartAction, longest?: number): string {
  const effects = effectsText(effectsOf(chart, action), longest);
  // An action without a name is called by what it does.
  return `${actionText(action, longest)}${effects === '' || effects === action.name ? '' : ` (${effects})`}`;
}

/** A transition's guard in words, after its place where its event has several candidates: "2. can save", "3. otherwise"; '' for none. */
export function conditionText({ choice, guard }: ChartTransition): string {
  if (choice === null) return guard?.text ?? '';
  return `${choice}. ${guard?.text ?? 'otherwise'}`;
}
