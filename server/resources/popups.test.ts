import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { popupSchema } from '#contract/resources/popups.ts';
import { forms, pages } from '../tables/content.ts';
import { accounts } from '../tables/identity.ts';
import { popupTriggers } from '../tables/popups.ts';
import { websites } from '../tables/websites.ts';
import { type Harness, startHarness } from '../testing/harness.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

const websiteId = 4;
const idIn = async (table: typeof forms | typeof pages, of: number) =>
  String((await harness.deps.db.select({ id: table.id }).from(table).where(eq(table.websiteId, of)).limit(1))[0]?.id);
const create = (body: object, of = websiteId) => harness.call('POST', `/api/websites/${of}/popups`, { token, body });
const change = (id: string, body: object) => harness.call('PATCH', `/api/popups/${id}`, { token, body });
const popup = (got: { readonly json: unknown }) => v.parse(v.object({ data: popupSchema }), got.json).data;
const problemsIn = (got: { readonly json: unknown }) =>
  v.parse(v.object({ error: v.object({ fields: v.record(v.string(), v.string()) }) }), got.json).error.fields;
const plain = { name: 'Spring', title: 'Spring sale' };

describe('a popup', () => {
  it('is a standard one of medium size in the centre, unless the call says otherwise', async () => {
    const got = await create(plain);
    expect(got.status).toBe(201);
    expect(popup(got)).toMatchObject({
      type: 'standard',
      position: 'center',
      animation: 'fade',
      size: 'medium',
      content: null,
      triggers: [],
    });
  });

  it('needs a name and a title, and content only once it exists', async () => {
    expect(problemsIn(await create({ name: ' ', title: 'x' }))).toHaveProperty('name');
    const { id } = popup(await create(plain));
    expect(problemsIn(await change(id, { title: 'New' }))).toEqual({ content: 'Content is required.' });
    expect((await change(id, { title: 'New', content: 'Come in' })).status).toBe(200);
    expect(problemsIn(await change(id, { content: '' }))).toEqual({ content: 'Content is required.' });
  });

  it('as a banner has neither size nor form, and the positions and animations of banners', async () => {
    const form_id = await idIn(forms, 1);
    const got = await create({ ...plain, type: 'banner', position: 'top', animation: 'slide', size: 'large', form_id }, 1);
    expect(popup(got)).toMatchObject({ type: 'banner', size: null, form_id: null });
    const wrong = await create({ ...plain, type: 'banner', position: 'center', animation: 'fade' }, 1);
    expect(problemsIn(wrong)).toEqual({
      position: 'Choose one of the options of Position.',
      animation: 'Choose one of the options of Animation.',
    });
  });

  it('that becomes a banner loses its size and form, and gets the default size where it becomes a standard one again', async () => {
    const form_id = await idIn(forms, 1);
    const { id } = popup(await create({ ...plain, content: 'x', size: 'large', form_id }, 1));
    const banner = { type: 'banner', position: 'bottom', animation: 'none' };
    expect(popup(await change(id, banner))).toMatchObject({ ...banner, size: null, form_id: null });
    const standard = { type: 'standard', position: 'center', animation: 'none' };
    expect(popup(await change(id, standard))).toMatchObject({ ...standard, size: 'medium', form_id: null });
  });

  it('takes a form of its own website alone, which is not deleted while the popup shows it', async () => {
    const [own, others] = [await idIn(forms, 1), await idIn(forms, 2)];
    expect(problemsIn(await create({ ...plain, form_id: others }, 1))).toHaveProperty('form_id');
    expect((await create({ ...plain, form_id: own }, 1)).status).toBe(201);
    await expect(harness.deps.db.delete(forms).where(eq(forms.id, Number(own)))).rejects.toThrow();
  });
});

describe('the triggers of a popup', () => {
  it('are checked one by one', async () => {
    const refused = async (...triggers: readonly object[]) => problemsIn(await create({ ...plain, triggers }, 1))['triggers'];
    const page_id = await idIn(pages, 1);
    expect(await refused({ type: 'page', page_id }, { type: 'page' })).toBe('Trigger 2: Page is required.');
    expect(await refused({ type: 'form' })).toBe('Trigger 1: Form is required.');
    expect(await refused({ type: 'button' })).toBe('Trigger 1: CSS Selector is required.');
    expect(await refused({ type: 'button', trigger_class: '..' })).toMatch(/^Trigger 1: Enter a CSS selector/u);
    expect(await refused({ type: 'page', page_id, delay: 60_001 })).toBe('Trigger 1: Delay must be at most 60000.');
    expect(await refused({ type: 'page', page_id, delay: 0.5 })).toBe('Trigger 1: Delay must be a whole number.');
    expect(await refused({ type: 'page', page_id: await idIn(pages, 2) })).toBe('Trigger 1: Page is not there any more. Choose it again.');
    expect((await create({ ...plain, triggers: [{}] }, 1)).status).toBe(422);
    expect((await create({ ...plain, triggers: 'all' }, 1)).status).toBe(422);
  });

  it('keep their order, and what belongs to another type is left out', async () => {
    const page_id = await idIn(pages, 1);
    const triggers = [
      { type: 'button', trigger_class: ' .book ', page_id, delay: 250 },
      { type: 'page', page_id, trigger_class: '.left-over', other: 1 },
    ];
    const kept = [
      { type: 'button', form_id: null, trigger_class: '.book', page_id: null, delay: 250 },
      { type: 'page', form_id: null, trigger_class: null, page_id, delay: 0 },
    ];
    const { id, triggers: stored } = popup(await create({ ...plain, triggers }, 1));
    expect(stored).toEqual(kept);
    expect(popup(await harness.call('GET', `/api/popups/${id}`, { token })).triggers).toEqual(kept);
  });

  it('hold the forms and pages that they name, until they no longer do', async () => {
    const { db } = harness.deps;
    const [form] = await db.insert(forms).values({ websiteId: 1, name: 'offer', fields: [], createdAt: new Date() }).returning();
    const ofForm = eq(popupTriggers.formId, form?.id ?? 0);
    const { id } = popup(await create({ ...plain, content: 'x', triggers: [{ type: 'form', form_id: String(form?.id) }] }, 1));
    expect(await db.$count(popupTriggers, ofForm)).toBe(1);
    await expect(db.delete(forms).where(eq(forms.id, form?.id ?? 0))).rejects.toThrow();
    await change(id, { triggers: [] });
    expect(await db.$count(popupTriggers, ofForm)).toBe(0);
    await db.delete(forms).where(eq(forms.id, form?.id ?? 0));
  });

  it('are deleted with their website, and their account', async () => {
    const { db } = harness.deps;
    const [form_id, page_id] = [await idIn(forms, 1), await idIn(pages, 1)];
    popup(
      await create(
        {
          ...plain,
          form_id,
          triggers: [
            { type: 'form', form_id },
            { type: 'page', page_id },
          ],
        },
        1,
      ),
    );
    await db.delete(websites).where(eq(websites.id, 1));
    expect(await db.$count(popupTriggers, eq(popupTriggers.websiteId, 1))).toBe(0);
    await db.delete(accounts);
    expect(await db.$count(popupTriggers)).toBe(0);
  });
});
