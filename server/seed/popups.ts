import { and, eq, inArray } from 'drizzle-orm';
import type { Popup } from '#contract/resources/popups.ts';
import type { Database } from '../connect.ts';
import { forms, pages } from '../tables/content.ts';
import { popups, popupTriggers } from '../tables/popups.ts';

/** One of each type, and one for each kind of trigger. The banner waits, so that a demo begins with the site itself. */
export async function seedPopups(tx: Database, websiteId: number): Promise<void> {
  const formRows = await tx
    .select({ id: forms.id, name: forms.name })
    .from(forms)
    .where(and(eq(forms.websiteId, websiteId), inArray(forms.name, ['appraisal', 'newsletter'])));
  const [home] = await tx
    .select({ id: pages.id })
    .from(pages)
    .where(and(eq(pages.websiteId, websiteId), eq(pages.slug, '')));
  const formOf = (name: string) => formRows.find((form) => form.name === name)?.id ?? null;
  const ids = (id: number | null | undefined) => (id == null ? null : String(id));
  const blank = { form_id: null, trigger_class: null, page_id: null, delay: 0 };
  const standard = { type: 'standard', animation: 'fade', formId: null } as const;
  const planned: readonly (Pick<Popup, 'type' | 'name' | 'title' | 'content' | 'position' | 'animation' | 'size' | 'triggers'> & {
    readonly formId: number | null;
  })[] = [
    {
      ...standard,
      name: 'Appraisal',
      title: 'What is your home worth?',
      content: '<p>Tell us where it is, and we call you back <strong>within a day</strong>. It costs nothing.</p>',
      position: 'center',
      size: 'medium',
      formId: formOf('appraisal'),
      triggers: [{ ...blank, type: 'button', trigger_class: 'a[href$="/appraisal"]' }],
    },
    {
      type: 'banner',
      name: 'Open homes',
      title: 'Open homes this Saturday',
      content: 'Eleven homes, from nine to four. See the list before you set out.',
      position: 'bottom',
      animation: 'slide',
      size: null,
      formId: null,
      triggers: [{ ...blank, type: 'page', page_id: ids(home?.id), delay: 20_000 }],
    },
    {
      ...standard,
      name: 'Newsletter thanks',
      title: 'Thank you for signing up',
      content: 'The next issue comes on the first of the month.',
      position: 'top_center',
      size: 'small',
      triggers: [{ ...blank, type: 'form', form_id: ids(formOf('newsletter')) }],
    },
  ];
  const made = await tx
    .insert(popups)
    .values(planned.map((popup) => ({ ...popup, websiteId, cssClass: null })))
    .returning({ id: popups.id, triggers: popups.triggers });
  const named = made.flatMap(({ id: popupId }, at) =>
    (planned[at]?.triggers ?? []).map(({ form_id, page_id }) => ({
      websiteId,
      popupId,
      formId: form_id === null ? null : Number(form_id),
      pageId: page_id === null ? null : Number(page_id),
    })),
  );
  await tx.insert(popupTriggers).values(named);
}
