import { isSitePath } from '#contract/rules.ts';
import * as v from 'valibot';

/** Where to go after signing in: only ever a path of this console, whatever the address says. */
export const nextPathSchema = v.fallback(v.optional(v.pipe(v.string(), v.check(isSitePath))), undefined);
