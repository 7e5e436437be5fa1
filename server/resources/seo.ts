import { and, eq, ne } from 'drizzle-orm';
import { forgetPages } from '../site/site-version.ts';
import { seo } from '../tables/seo.ts';
import type { ResourceHooks } from './resource.ts';

const moved = 'SEO data stays with its page.';
const taken = 'Somebody has saved SEO data for this page meanwhile. Open it again to change it.';

export const hooks: ResourceHooks = {
  /** A page has at most one such record, and a record stays with its page. The message is at a field that the form shows. */
  beforeWrite: async ({ db, scope }, { post_type: type, post_id: id }, before) => {
    if (before && (before['post_type'] !== type || before['post_id'] !== id)) return { fields: { title: moved } };
    const ofPage = and(eq(seo.websiteId, scope.websiteId ?? 0), eq(seo.postType, String(type)), eq(seo.postId, String(id)));
    const others = ne(seo.id, Number(before?.['id'] ?? 0));
    return (await db.$count(seo, and(ofPage, others))) > 0 ? { fields: { title: taken } } : { columns: {} };
  },

  afterWrite: ({ db, scope }) => forgetPages(db, scope.websiteId ?? 0),

  beforeDelete: async ({ db, scope }) => {
    await forgetPages(db, scope.websiteId ?? 0);
    return null;
  },
};
