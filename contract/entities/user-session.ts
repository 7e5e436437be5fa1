import * as v from 'valibot';
import { idSchema } from './id.ts';

/** One sign-in of a user, as the API lists it. Times are ISO 8601. What an API does not know is null. */
export const userSessionSchema = v.object({
  id: idSchema,
  /** The browser's `User-Agent` at the sign-in. */
  user_agent: v.fallback(v.nullable(v.string()), null),
  /** The network address that it was last seen at. */
  address: v.fallback(v.nullable(v.string()), null),
  created_at: v.fallback(v.nullable(v.string()), null),
  last_seen_at: v.fallback(v.nullable(v.string()), null),
  /** True for the one that asks. */
  current: v.boolean(),
});
export type UserSession = v.InferOutput<typeof userSessionSchema>;
