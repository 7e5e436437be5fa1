import { and, asc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { PreviewPopup } from '#contract/entities/popup.ts';
import { type Popup, popupSchema, type PopupTrigger } from '#contract/resources/popups.ts';
import type { Database } from '../connect.ts';
import { pages } from '../tables/content.ts';
import { popups } from '../tables/popups.ts';
import type { PopupModel } from '../themes/page-model.ts';
import type { References } from './references.ts';

/** The popups of the homepage, or of another page, without their forms: those that something on it opens. */
export async function readPopups(db: Database, websiteId: number, of: 'homepage' | 'another page'): Promise<readonly Popup[]> {
  const [rows, [home]] = await Promise.all([
    db.select().from(popups).where(eq(popups.websiteId, websiteId)).orderBy(asc(popups.id)),
    db
      .select({ id: pages.id })
      .from(pages)
      .where(and(eq(pages.websiteId, websiteId), eq(pages.slug, ''))),
  ]);
  const pageId = home && of === 'homepage' ? String(home.id) : null;
  const isHere = ({ type, page_id }: PopupTrigger) => type !== 'page' || page_id === pageId;
  return rows
    .map((row) => v.parse(popupSchema, { ...row, form_id: row.formId, css_class: row.cssClass }))
    .map((popup) => ({ ...popup, triggers: popup.triggers.filter(isHere) }))
    .filter(({ triggers }) => triggers.length > 0);
}

/** The popup that a preview draws, which has neither an id nor triggers yet. */
export function previewedPopups(popup: PreviewPopup | undefined): readonly Popup[] {
  return popup ? [{ ...popup, id: 'preview', name: '', animation: 'none', triggers: [] }] : [];
}

/** `isShown`: open from the start. */
export function popupModel(popup: Popup, references: Pick<References, 'form'>, isShown: boolean): PopupModel {
  const { id, type, position, animation, size, title, content, form_id, css_class, triggers } = popup;
  return {
    id,
    type,
    position,
    animation,
    size: size ?? 'medium',
    title,
    content: content ?? '',
    form: type === 'banner' ? null : references.form(form_id),
    cssClass: css_class ?? '',
    isShown,
    triggers: triggers.map((trigger) => ({
      type: trigger.type,
      delay: trigger.delay ?? 0,
      selector: trigger.trigger_class ?? '',
      formId: trigger.form_id ?? '',
    })),
  };
}
