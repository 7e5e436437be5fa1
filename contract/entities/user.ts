import * as v from 'valibot';
import { trimmed } from '../invisible.ts';
import { idSchema } from './id.ts';

export const userSchema = v.object({
  id: idSchema,
  account_id: idSchema,
  email: v.string(),
  first_name: v.fallback(v.nullable(v.string()), null),
  last_name: v.fallback(v.nullable(v.string()), null),
  name: v.fallback(v.nullable(v.string()), null),
  roles: v.fallback(v.array(v.string()), []),
  created_at: v.fallback(v.nullable(v.string()), null),
});
export type User = v.InferOutput<typeof userSchema>;

/** The full name, as the server makes it of its parts; null where both are blank. */
export function nameOfParts(user: { readonly first_name?: unknown; readonly last_name?: unknown }): string | null {
  const parts = [user.first_name, user.last_name].map((part) => (typeof part === 'string' ? trimmed(part) : ''));
  return parts.filter(Boolean).join(' ') || null;
}

/** The name for a greeting: the full name, else first and last, else the address. */
export function fullName(user: Pick<User, 'name' | 'first_name' | 'last_name' | 'email'>): string {
  return trimmed(user.name ?? '') || nameOfParts(user) || user.email;
}
