import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Reading } from '../generate/command.ts';
import { groupProblem, isGroup, navigationPathProblem } from '../generate/navigation.ts';
import { readFieldFlags } from '../generate/new-field.ts';
import * as plan from './plan.ts';

export const screenUsage = `npm run new:screen                      asks
npm run new:screen -- --path admin/opening-hours --title "Opening Hours" --category agency \\
  --field "lines:office_hours:Opening hours:required" --field "select:week_start:Week starts on:mon=Monday,sun=Sunday" \\
  [--navigation content|appearance|marketing|settings]`;

const options = {
  path: { type: 'string', default: '' },
  title: { type: 'string', default: '' },
  category: { type: 'string', default: '' },
  field: { type: 'string', multiple: true, default: [] },
  navigation: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig;

/** Throws for unknown flags. */
const parse = (args: readonly string[]) => parseArgs({ args: [...args], options }).values;

export function readScreenFlags(args: readonly string[], fileExists: (name: string) => boolean): Reading<plan.NewScreen> {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    return { kind: 'problems', problems: [error instanceof Error ? error.message : String(error), screenUsage] };
  }
  const { path, title, category, navigation } = values;
  const { fields, problems } = readFieldFlags(values.field, plan.screenKeyProblem);
  const found = [
    navigationPathProblem(path),
    plan.titleProblem(title, fileExists),
    plan.categoryProblem(category),
    ...problems,
    values.field.length === 0 ? 'A screen needs a field at least.' : null,
    navigation === undefined ? null : groupProblem(navigation),
  ].filter((problem) => problem !== null);
  if (found.length > 0) return { kind: 'problems', problems: found };
  const group = navigation !== undefined && isGroup(navigation) ? navigation : null;
  return { kind: 'read', read: { path, title, category: plan.proposedCategory(category), fields, group } };
}
