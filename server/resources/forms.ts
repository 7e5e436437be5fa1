import { and, eq } from 'drizzle-orm';
import { isKnownType, readFormFields } from '#contract/forms/form-field.ts';
import { sameJson } from '#contract/json.ts';
import type { Database } from '../connect.ts';
import { forgetForm } from '../forms/forget-form.ts';
import { detailsOfSubmissions } from '../forms/form-details.ts';
import { fail } from '../http/reply.ts';
import { forgetPages } from '../site/site-version.ts';
import { popups, popupTriggers } from '../tables/popups.ts';
import type { ResourceHooks } from './resource.ts';

export const hooks: ResourceHooks = {
  beforeWrite: async (_, { fields = null }, before) => {
    const wrong = wrongFieldAt(fields, before?.['fields']);
    return wrong < 0 ? { columns: {} } : { fields: { fields: `Field ${wrong + 1} is not as its type has to be.` } };
  },
  details: ({ db, now, timeZone }, row) => detailsOfSubmissions(db, Number(row['id']), now, timeZone),
  afterWrite: ({ db, scope }) => forgetPages(db, scope.websiteId ?? 0),
  beforeDelete: async ({ db, scope }, row) => {
    const names = await popupsNaming(db, scope.websiteId ?? 0, Number(row['id']));
    return names.length === 0 ? null : fail('forbidden', `This form is in use by ${listed(names)}. Take it out there first.`);
  },
  afterDelete: async (context, row) => {
    await forgetForm(context, String(row['id']));
    await forgetPages(context.db, context.scope.websiteId ?? 0);
  },
};

/**
 * The place of a field that has a known type and can't be read as one: no visitor would see it. One that is stored so already stays, as does
 * a field of a type that this version does not know.
 */
function wrongFieldAt(sent: unknown, stored: unknown): number {
  const known = readFormFields(stored);
  return readFormFields(sent).findIndex(
    (field) =>
      field.type === 'unread' &&
      isKnownType(field.stored) &&
      !known.some((each) => each.type === 'unread' && sameJson(each.stored, field.stored)),
  );
}

/** The names of popups that show a form, or open when it is sent. */
async function popupsNaming(db: Database, websiteId: number, formId: number): Promise<readonly string[]> {
  const shown = await db
    .select({ name: popups.name })
    .from(popups)
    .where(and(eq(popups.websiteId, websiteId), eq(popups.formId, formId)));
  const opened = await db
    .select({ name: popups.name })
    .from(popupTriggers)
    .innerJoin(popups, eq(popups.id, popupTriggers.popupId))
    .where(and(eq(popupTriggers.websiteId, websiteId), eq(popupTriggers.formId, formId)));
  return [...new Set([...shown, ...opened].map(({ name }) => name))];
}

function listed(names: readonly string[]): string {
  const quoted = names.slice(0, 3).map((name) => `“${name}”`);
  const more = names.length - quoted.length;
  const all = more === 0 ? quoted : [...quoted, `${more} more`];
  return `${all.length === 1 ? 'the popup' : 'the popups'} ${all.join(', ')}`;
}
