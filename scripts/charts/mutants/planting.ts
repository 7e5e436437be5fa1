import * as v from 'valibot';

/** Mutants by their places in `mutantsOf`, and the files of the tests that are to find them. */
const plantingSchema = v.object({ machineId: v.string(), tests: v.array(v.string()), mutants: v.array(v.number()) });

/** `notes`: the file that says which mutant begins, fails a test, and ends. */
export const plantingsSchema = v.object({ plantings: v.array(plantingSchema), notes: v.string() });

export type Planting = v.InferOutput<typeof plantingSchema>;
