import { isJsonObject, type Json } from '#contract/json.ts';
import type { ChartModel } from '../export/chart.types.ts';

/** The ids of all states that a state value stands for, the machine's own first. A name that the chart does not have is left out. */
export function activeStates({ states }: ChartModel, value: Json): readonly string[] {
  const root = states.find(({ parent }) => parent === null);
  if (!root) return [];
  const within = (parent: string, part: Json): readonly string[] => {
    const named: readonly (readonly [string, Json])[] =
      typeof part === 'string' ? [[part, {}]] : isJsonObject(part) ? Object.entries(part) : [];
    return named.flatMap(([key, rest]) => {
      const state = states.find((each) => each.parent === parent && each.key === key);
      return state ? [state.id, ...within(state.id, rest)] : [];
    });
  };
  return [root.id, ...within(root.id, value)];
}
