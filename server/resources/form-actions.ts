import { max } from 'drizzle-orm';
import { testOfAction } from '../forms/test-action.ts';
import { formActions } from '../tables/form-actions.ts';
import type { ResourceHooks } from './resource.ts';

export const hooks: ResourceHooks = {
  routes: [testOfAction],
  /** A new action without a position comes after the others of its form. */
  beforeWrite: async ({ db, siblings }, { position = null }, before) => {
    if (before || (typeof position === 'number' && position > 0)) return { columns: {} };
    const [found] = await db
      .select({ last: max(formActions.position) })
      .from(formActions)
      .where(siblings);
    return { columns: { position: (found?.last ?? 0) + 1 } };
  },
};
