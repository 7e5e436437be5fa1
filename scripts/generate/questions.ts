import { createInterface } from 'node:readline';
import { groupNames, groupProblem, hasEntry, isGroup, type GroupId } from './navigation.ts';
import { isKind, type KeyProblem, kindProblem, kinds, labelProblem, type NewField, optionsProblem, readOptions } from './new-field.ts';

/** Asks one question, repeatedly until the answer has no problem. */
export type Ask = (question: string, problemOf: (answer: string) => string | null) => Promise<string>;

/** Asks questions on the terminal, or takes piped answers. Null where the input ends before the questions do. */
export async function withAnswers<T>(questions: (ask: Ask) => Promise<T>): Promise<T | null> {
  const lines = createInterface({ input: process.stdin, terminal: false });
  // The iterator keeps lines that arrive before their question, as piped answers do.
  const answers = lines[Symbol.asyncIterator]();
  try {
    return await questions(async (question, problemOf) => {
      for (;;) {
        process.stdout.write(`${question} `);
        const { done, value } = await answers.next();
        if (done) throw new EndOfAnswers();
        const answer = value.trim();
        const problem = problemOf(answer);
        if (problem === null) return answer;
        console.log(problem);
      }
    });
  } catch (error) {
    if (error instanceof EndOfAnswers) return null;
    throw error;
  } finally {
    lines.close();
  }
}

class EndOfAnswers extends Error {}

export async function askYes(ask: Ask, question: string): Promise<boolean> {
  return /^y/iu.test(await ask(`${question} (y/n):`, (answer) => (/^[yn]?$/iu.test(answer) ? null : 'Answer y or n.')));
}

/** At least one field. `problemOf` checks a whole field beside the earlier ones. */
export async function askForFields(
  ask: Ask,
  keyProblem: KeyProblem,
  kindProblemOf: (kind: string, earlier: readonly NewField[]) => string | null = kindProblem,
): Promise<readonly NewField[]> {
  const fields: NewField[] = [];
  for (;;) {
    const isFirst = fields.length === 0;
    const question = `Kind of field (${Object.keys(kinds).join(', ')}${isFirst ? '' : '; empty to end'}):`;
    const kind = await ask(question, (answer) => (!isFirst && answer === '' ? null : kindProblemOf(answer, fields)));
    if (!isKind(kind)) return fields;
    const keys = fields.map((field) => field.key);
    const key = await ask('  Key:', (answer) => keyProblem(answer, keys));
    const label = await ask('  Label:', labelProblem);
    const required = await askYes(ask, '  Required');
    const written =
      kinds[kind].needs === 'options'
        ? await ask('  Options (a=First,b=Second):', (answer) => (readOptions(answer) === null ? optionsProblem : null))
        : '';
    fields.push({ kind, key, label, required, options: readOptions(written) ?? [] });
  }
}

/** The group of the navigation that gets an entry; not asked where the path has an entry already. */
export async function askForGroup(ask: Ask, path: string): Promise<GroupId | null> {
  if (hasEntry(path)) return null;
  const question = `Entry in the navigation (${groupNames}; empty for none):`;
  const group = await ask(question, (answer) => (answer === '' ? null : groupProblem(answer)));
  return isGroup(group) ? group : null;
}
