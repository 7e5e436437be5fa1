import { createInterface } from 'node:readline';
import { navigation } from '#contract/navigation.ts';
import { categories } from '#contract/entities/setting.ts';
import * as plan from './plan.ts';

/** Asks for a screen, one line at a time, each until it fits. Null where the answers end before the questions do. */
export async function askForScreen(fileExists: (name: string) => boolean): Promise<plan.NewScreen | null> {
  const lines = createInterface({ input: process.stdin, terminal: false });
  // The iterator keeps lines that come before their question, as when the answers are piped in.
  const answers = lines[Symbol.asyncIterator]();
  const next = async (question: string): Promise<string> => {
    process.stdout.write(`${question} `);
    const { done, value } = await answers.next();
    if (done) throw new EndOfAnswers();
    return value.trim();
  };
  const ask = async (question: string, problemOf: (answer: string) => string | null): Promise<string> => {
    for (;;) {
      const answer = await next(question);
      const problem = problemOf(answer);
      if (problem === null) return answer;
      console.log(problem);
    }
  };
  try {
    const path = await ask('Path under /website/{id}/:', plan.pathProblem);
    const title = await ask('Title:', (answer) => plan.titleProblem(answer, fileExists));
    const category = await ask(`Category (${categories.join(', ')}):`, plan.categoryProblem);
    const fields: plan.NewField[] = [];
    for (;;) {
      const field = await askForField(
        ask,
        fields.map((known) => known.key),
      );
      if (field === null) break;
      fields.push(field);
    }
    const group = plan.hasEntry(path)
      ? ''
      : await ask(`Entry in the navigation (${navigation.map(({ id }) => id).join(', ')}; empty for none):`, (answer) =>
          answer === '' || plan.isGroup(answer) ? null : `There is no group "${answer}".`,
        );
    if (!plan.isCategory(category)) return null;
    return { path, title, category, fields, group: plan.isGroup(group) ? group : null };
  } catch (error) {
    if (error instanceof EndOfAnswers) return null;
    throw error;
  } finally {
    lines.close();
  }
}

type Ask = (question: string, problemOf: (answer: string) => string | null) => Promise<string>;

async function askForField(ask: Ask, earlier: readonly string[]): Promise<plan.NewField | null> {
  const first = earlier.length === 0;
  const kind = await ask(`Kind of field (${Object.keys(plan.kinds).join(', ')}${first ? '' : '; empty to end'}):`, (answer) =>
    !first && answer === '' ? null : plan.kindProblem(answer),
  );
  if (!plan.isKind(kind)) return null;
  const key = await ask('  Key:', (answer) => plan.keyProblem(answer, earlier));
  const label = await ask('  Label:', plan.labelProblem);
  const required = await ask('  Required (y/n):', (answer) => (/^[yn]?$/iu.test(answer) ? null : 'Answer y or n.'));
  const written =
    plan.kinds[kind].needs === 'options'
      ? await ask('  Options (a=First,b=Second):', (answer) => (plan.readOptions(answer) === null ? plan.optionsProblem : null))
      : '';
  return { kind, key, label, required: required.toLowerCase() === 'y', options: plan.readOptions(written) ?? [] };
}

class EndOfAnswers extends Error {}
