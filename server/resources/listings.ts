import { syncedKeys } from '#contract/resources/without-screen/listings.ts';
import { forgetPages } from '../site/site-version.ts';
import type { ResourceHooks } from './resource.ts';

const fromSource = 'This comes from a listing source, whose next run would write it again.';

export const hooks: ResourceHooks = {
  beforeWrite: async (_, values, before) => {
    const isSynced = before !== null && before['sync_id'] !== null;
    const lost = isSynced ? syncedKeys.filter((key) => key in values && values[key] !== before[key]) : [];
    return lost.length === 0 ? { columns: {} } : { fields: Object.fromEntries(lost.map((key) => [key, fromSource])) };
  },
  afterWrite: ({ db, scope }) => forgetPages(db, scope.websiteId ?? 0),
  afterDelete: ({ db, scope }) => forgetPages(db, scope.websiteId ?? 0),
};
