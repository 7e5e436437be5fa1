import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { popupSchema } from '#contract/resources/popups.ts';
import { rowId } from '../calls/scope.ts';
import type { Database } from '../connect.ts';
import { forgetPages } from '../site/site-version.ts';
import { popupTriggers } from '../tables/popups.ts';
import type { ResourceHooks, Row } from './resource.ts';

export const hooks: ResourceHooks = {
  afterWrite: async ({ db, scope }, row) => {
    const websiteId = scope.websiteId ?? 0;
    await nameInTriggers(db, websiteId, row);
    await forgetPages(db, websiteId);
  },
  afterDelete: ({ db, scope }) => forgetPages(db, scope.websiteId ?? 0),
};

/** Stores which forms and pages the popup's triggers name. */
async function nameInTriggers(db: Database, websiteId: number, row: Row): Promise<void> {
  const { id, triggers } = v.parse(popupSchema, row);
  const popupId = Number(id);
  await db.delete(popupTriggers).where(eq(popupTriggers.popupId, popupId));
  const named = triggers
    .map((trigger) => ({ websiteId, popupId, formId: rowId(trigger.form_id ?? ''), pageId: rowId(trigger.page_id ?? '') }))
    .filter(({ formId, pageId }) => formId !== null || pageId !== null);
  if (named.length > 0) await db.insert(popupTriggers).values(named);
}
