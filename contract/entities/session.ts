import * as v from 'valibot';
import { idSchema } from './id.ts';
import { userSchema } from './user.ts';

/** What is kept of a sign-in. The token's resting place depends on "keep me signed in"; see `db/session.ts`. */
export const sessionSchema = v.object({
  apiToken: v.pipe(v.string(), v.nonEmpty()),
  accountId: v.nullable(idSchema),
  user: v.nullable(userSchema),
});
export type Session = v.InferOutput<typeof sessionSchema>;
