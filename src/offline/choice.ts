import * as v from 'valibot';

/** One option of a field that chooses from a list. */
export const choiceSchema = v.object({ id: v.string(), label: v.string() });
export type Choice = v.InferOutput<typeof choiceSchema>;
