import { askForFields, askForGroup, askYes, withAnswers } from '../generate/questions.ts';
import * as plan from './plan.ts';

/** Asks for a resource, one question at a time, each until its answer is valid. Null where the input ends before the questions do. */
export function askForResource(fileExists: plan.FileExists): Promise<plan.NewResource | null> {
  return withAnswers(async (ask) => {
    const one = await ask('Name of one (such as Team member):', plan.oneProblem);
    const title = await ask('Name of several (such as Team members):', (answer) => plan.manyProblem(answer, one, fileExists));
    const path = await ask('Path under /website/{id}/:', plan.pathProblem);
    const purpose = await ask('What is one good for? One sentence, for the empty list:', plan.purposeProblem);
    console.log('The first field names a record.');
    const fields = await askForFields(ask, plan.keyProblem, plan.nextKindProblem);
    const [first] = fields;
    const isUnique = first?.kind !== 'url' && (await askYes(ask, `Is there one of each ${first?.label ?? 'name'} at most`));
    const group = await askForGroup(ask, path);
    return {
      one,
      title,
      path,
      purpose,
      fields: fields.map((field, at) => ({ ...field, required: at === 0 || field.required })),
      isUnique,
      group,
    };
  });
}
