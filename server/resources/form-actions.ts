import { max } from 'drizzle-orm';
import { tagProblem } from '#contract/forms/tag-problem.ts';
import { replyToTags } from '#contract/resources/form-actions.ts';
import { rowId } from '../calls/scope.ts';
import { formsOf } from '../forms/stored-form.ts';
import { testOfAction } from '../forms/test-action.ts';
import { formActions } from '../tables/form-actions.ts';
import type { ResourceHooks } from './resource.ts';

export const hooks: ResourceHooks = {
  routes: [testOfAction],
  /** A new action without a position comes after the others of its form. A reply address that is stored already is kept. */
  beforeWrite: async ({ db, scope, siblings, partOf }, { position = null, email_reply_to: replyTo = null }, before) => {
    if (typeof replyTo === 'string' && replyTo !== before?.['email_reply_to'] && scope.websiteId !== null) {
      const id = rowId(String(before?.['form_id'] ?? partOf));
      const [form] = id === null ? [] : await formsOf(db, scope.websiteId, [id]);
      const problem = tagProblem(replyToTags, replyTo, form?.fields ?? []);
      if (problem !== null) return { fields: { email_reply_to: problem } };
    }
    if (before || (typeof position === 'number' && position > 0)) return { columns: {} };
    const [found] = await db
      .select({ last: max(formActions.position) })
      .from(formActions)
      .where(siblings);
    return { columns: { position: (found?.last ?? 0) + 1 } };
  },
};
