import * as v from 'valibot';
import { idSchema } from './id.ts';

/** One session of a user, as the API lists it. Times are ISO 8601. Unknown values are null. */
export const userSessionSchema = v.object({
  id: idSchema,
  /** The browser's `User-Agent` at the sign-in. */
  user_agent: v.fallback(v.nullable(v.string()), null),
  /** The network address at its last use. */
  address: v.fallback(v.nullable(v.string()), null),
  created_at: v.fallback(v.nullable(v.string()), null),
  last_seen_at: v.fallback(v.nullable(v.string()), null),
  /** True for the session that sent the request. */
  current: v.boolean(),
});
export type UserSession = v.InferOutput<typeof userSessionSchema>;
