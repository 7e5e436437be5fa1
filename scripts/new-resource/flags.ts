import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Reading } from '../generate/command.ts';
import { groupProblem, isGroup } from '../generate/navigation.ts';
import { readFieldFlags } from '../generate/new-field.ts';
import * as plan from './plan.ts';

export const usage = `npm run new:resource                    asks
npm run new:resource -- --one "Team member" --many "Team members" --path admin/team-members \\
  --purpose "Visitors can write to a team member." --field "text:full_name:Full name:required" --field "email:email:Email" \\
  [--unique] [--navigation content|appearance|marketing|settings]
The first field names a record. --unique: no two records of a website have the same name.`;

const options = {
  one: { type: 'string', default: '' },
  many: { type: 'string', default: '' },
  path: { type: 'string', default: '' },
  purpose: { type: 'string', default: '' },
  field: { type: 'string', multiple: true, default: [] },
  unique: { type: 'boolean', default: false },
  navigation: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig;

/** Throws for unknown flags. */
const parse = (args: readonly string[]) => parseArgs({ args: [...args], options }).values;

export function readFlags(args: readonly string[], fileExists: plan.FileExists): Reading<plan.NewResource> {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    return { kind: 'problems', problems: [error instanceof Error ? error.message : String(error), usage] };
  }
  const { one, many, path, purpose, unique, navigation } = values;
  const { fields, problems } = readFieldFlags(values.field, plan.keyProblem);
  const found = [
    plan.oneProblem(one),
    plan.manyProblem(many, one, fileExists),
    plan.pathProblem(path),
    plan.purposeProblem(purpose),
    ...problems,
    problems.length > 0 ? null : plan.fieldsProblem(fields, unique),
    navigation === undefined ? null : groupProblem(navigation),
  ].filter((problem) => problem !== null);
  if (found.length > 0) return { kind: 'problems', problems: found };
  const group = navigation !== undefined && isGroup(navigation) ? navigation : null;
  return { kind: 'read', read: { one, title: many, path, purpose, fields, isUnique: unique, group } };
}
