import * as v from 'valibot';

/**
 * A place that uses a file or a record. `label` describes it, such as "Company Branding: Primary logo"; `path` is the console's screen under
 * /website/{websiteId}/, null where there is none.
 */
const useSchema = v.object({ label: v.string(), path: v.fallback(v.nullable(v.string()), null) });
export type Use = v.InferOutput<typeof useSchema>;

/**
 * `used_in` has the first `limits.usesListed` of the places and `used_in_total` their number; both are missing where the API does not know
 * them.
 */
export const usesEntries = {
  used_in: v.fallback(v.nullish(v.array(useSchema)), undefined),
  used_in_total: v.fallback(v.nullish(v.pipe(v.number(), v.minValue(0))), undefined),
};
