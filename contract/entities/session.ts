import * as v from 'valibot';
import { idSchema } from './id.ts';
import { userSchema } from './user.ts';

/** The stored part of a sign-in. Where the token is stored depends on "keep me signed in"; see `db/session.ts`. */
export const sessionSchema = v.object({
  apiToken: v.pipe(v.string(), v.nonEmpty()),
  accountId: v.nullable(idSchema),
  user: v.nullable(userSchema),
  /** Can end this session and nothing else; null where the API gives none. Sessions of earlier versions have none. */
  revokeHandle: v.fallback(v.nullable(v.string()), null),
});
export type Session = v.InferOutput<typeof sessionSchema>;
