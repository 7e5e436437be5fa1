import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import * as plan from './plan.ts';

export const usage = `npm run new:screen                      asks
npm run new:screen -- --path admin/opening-hours --title "Opening Hours" --category agency \\
  --field "lines:office_hours:Opening hours:required" --field "select:week_start:Week starts on:mon=Monday,sun=Sunday" \\
  [--navigation content|appearance|marketing|settings]`;

export type Reading =
  | { readonly kind: 'screen'; readonly screen: plan.NewScreen }
  | { readonly kind: 'problems'; readonly problems: readonly string[] };

const options = {
  path: { type: 'string', default: '' },
  title: { type: 'string', default: '' },
  category: { type: 'string', default: '' },
  field: { type: 'string', multiple: true, default: [] },
  navigation: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig;

/** Throws for flags that there are not. */
const parse = (args: readonly string[]) => parseArgs({ args: [...args], options }).values;

/** Reads a screen off the command line, and says everything that is wrong with it at once. */
export function readFlags(args: readonly string[], fileExists: (name: string) => boolean): Reading {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    return { kind: 'problems', problems: [error instanceof Error ? error.message : String(error), usage] };
  }
  const { path, title, category, navigation } = values;
  const problems = [plan.pathProblem(path), plan.titleProblem(title, fileExists), plan.categoryProblem(category)];
  const fields: plan.NewField[] = [];
  for (const text of values.field) {
    const read = readField(
      text,
      fields.map((field) => field.key),
    );
    if (typeof read === 'string') problems.push(read);
    else fields.push(read);
  }
  if (values.field.length === 0) problems.push('A screen needs a field at least.');
  if (navigation !== undefined && !plan.isGroup(navigation)) problems.push(`There is no group "${navigation}" in the navigation.`);
  const found = problems.filter((problem) => problem !== null);
  if (found.length > 0 || !plan.isCategory(category)) return { kind: 'problems', problems: found };
  const group = navigation !== undefined && plan.isGroup(navigation) ? navigation : null;
  return { kind: 'screen', screen: { path, title, category, fields, group } };
}

/** `kind:key:Label`, then `required` and options in any order. Answers what is wrong where it can't be read. */
function readField(text: string, earlier: readonly string[]): plan.NewField | string {
  const [kind = '', key = '', label = '', ...more] = text.split(':');
  if (!plan.isKind(kind)) return plan.kindProblem(kind) ?? '';
  const problem = plan.keyProblem(key, earlier) ?? plan.labelProblem(label);
  if (problem !== null) return problem;
  const rest = more.filter((part) => part !== 'required').join(':');
  const wanted = plan.kinds[kind].needs === 'options';
  const choices = wanted ? plan.readOptions(rest) : [];
  if (choices === null) return `${key}: ${plan.optionsProblem}`;
  if (!wanted && rest !== '') return `${key}: "${rest}" is neither "required" nor something that ${kind} takes.`;
  return { kind, key, label, required: more.includes('required'), options: choices };
}
