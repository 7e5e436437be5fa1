import { max } from 'drizzle-orm';
import { tagProblem } from '#contract/forms/tag-problem.ts';
import { keysInTags } from '#contract/forms/tags.ts';
import { formActions as definition } from '#contract/resources/form-actions.ts';
import { rowId } from '../calls/scope.ts';
import { formsOf } from '../forms/stored-form.ts';
import { testOfAction } from '../forms/test-action.ts';
import { formActions } from '../tables/form-actions.ts';
import type { ResourceHooks } from './resource.ts';

export const hooks: ResourceHooks = {
  routes: [testOfAction],
  /** A new action without a position comes after the others of its form. Tags that are stored already are kept. */
  beforeWrite: async ({ db, scope, siblings, partOf }, values, before) => {
    const { position = null } = values;
    const tagged = definition.fields.flatMap((field) => {
      const [value, tags] = [values[field.key], 'tags' in field ? field.tags : undefined];
      return tags && typeof value === 'string' && value !== before?.[field.key] && keysInTags(value).length > 0
        ? [{ key: field.key, tags, value }]
        : [];
    });
    const id = rowId(String(before?.['form_id'] ?? partOf));
    if (tagged.length > 0 && scope.websiteId !== null && id !== null) {
      const [form] = await formsOf(db, scope.websiteId, [id]);
      const problems = tagged.flatMap(({ key, tags, value }) => {
        const problem = tagProblem(tags, value, form?.fields ?? []);
        return problem === null ? [] : [[key, problem] as const];
      });
      if (problems.length > 0) return { fields: Object.fromEntries(problems) };
    }
    if (before || (typeof position === 'number' && position > 0)) return { columns: {} };
    const [found] = await db
      .select({ last: max(formActions.position) })
      .from(formActions)
      .where(siblings);
    return { columns: { position: (found?.last ?? 0) + 1 } };
  },
};
