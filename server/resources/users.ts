import { and, eq, ne } from 'drizzle-orm';
import { normalValue } from '#contract/resources/define.ts';
import { userRoles, users as definition } from '#contract/resources/users.ts';
import { passwordResets, tokens, users } from '../tables/identity.ts';
import type { ResourceHooks } from './resource.ts';

export const hooks: ResourceHooks = {
  secretColumns: ['password_hash'],

  beforeWrite: async ({ db, passwords }, { email, password }, before) => {
    const address = String(normalValue(definition, 'email', email));
    // Checked before the hash is made, which takes long. Unique over the server: the address alone says who signs in.
    const others = and(eq(users.email, address), ne(users.id, Number(before?.['id'] ?? 0)));
    if ((await db.$count(users, others)) > 0) return { fields: { email: 'There is a user with this Email already.' } };
    const secret = typeof password === 'string' ? { password_hash: await passwords.hash(password) } : {};
    return { columns: { email: address, roles: [...userRoles], ...secret } };
  },

  /**
   * A new password ends every session of its user except the one that has set it. That and a new address end all links that would set
   * another password: they were sent to the address before.
   */
  afterWrite: async ({ db, user }, row, before, { password }) => {
    if (!before) return;
    const id = Number(row['id']);
    const hasPassword = typeof password === 'string';
    if (hasPassword) await db.delete(tokens).where(and(eq(tokens.userId, id), ne(tokens.hash, user.tokenHash)));
    if (hasPassword || row['email'] !== before['email']) await db.delete(passwordResets).where(eq(passwordResets.userId, id));
  },
};
