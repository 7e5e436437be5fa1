import { categories } from '#contract/entities/setting.ts';
import { navigationPathProblem } from '../generate/navigation.ts';
import { askForFields, askForGroup, withAnswers } from '../generate/questions.ts';
import * as plan from './plan.ts';

/** Asks for a screen, one question at a time, each until its answer is valid. Null where the input ends before the questions do. */
export function askForScreen(fileExists: (name: string) => boolean): Promise<plan.NewScreen | null> {
  return withAnswers(async (ask) => {
    const path = await ask('Path under /website/{id}/:', navigationPathProblem);
    const title = await ask('Title:', (answer) => plan.titleProblem(answer, fileExists));
    const category = await ask(`Category (${categories.join(', ')}):`, plan.categoryProblem);
    const fields = await askForFields(ask, plan.screenKeyProblem);
    const group = await askForGroup(ask, path);
    return { path, title, category: plan.proposedCategory(category), fields, group };
  });
}
