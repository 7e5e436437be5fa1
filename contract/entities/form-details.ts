import * as v from 'valibot';
import { usesEntries } from './use.ts';

const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0));
const count = v.fallback(v.nullish(wholeNumber), undefined);

/** What only the server knows of a form. Whatever an API leaves out, the console says that it is not known. */
export const formDetailsSchema = v.object({
  ...usesEntries,
  submissions_total: count,
  /** The last weeks, the oldest first, each by its Monday; a week without a submission is among them. */
  submissions_by_week: v.fallback(
    v.nullish(v.array(v.object({ week: v.pipe(v.string(), v.isoDate()), submissions: wholeNumber }))),
    undefined,
  ),
  /** The keys of fields under which submissions have a value, and how many do. The fields need not be there any more. */
  used_keys: v.fallback(v.nullish(v.array(v.object({ key: v.string(), submissions: wholeNumber }))), undefined),
  /** How many submissions, the newest ones, were looked through for `used_keys`; all of them where it is missing. */
  used_keys_searched: count,
});
export type FormDetails = v.InferOutput<typeof formDetailsSchema>;

/** The details of a form that no API has yet. */
export const newFormDetails: FormDetails = {
  used_in: [],
  used_in_total: 0,
  submissions_total: 0,
  submissions_by_week: [],
  used_keys: [],
  used_keys_searched: undefined,
};
