import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { blocks, blockSettings } from '../tables/blocks.ts';
import { forms } from '../tables/content.ts';
import { formActions } from '../tables/form-actions.ts';
import { settings } from '../tables/websites.ts';
import { codeOf, type Harness, messagesOf, startHarness } from '../testing/harness.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

const websiteId = 1;
const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  harness.call(method, `/api${path}`, { token, ...(body ? { body } : {}) });
const idOf = (got: { readonly json: unknown }) => v.parse(v.object({ data: v.object({ id: v.string() }) }), got.json).data.id;
const field = { type: 'email', key: 'email', name: 'email', label: 'Email' };

async function newForm(name: string): Promise<string> {
  const got = await call('POST', `/websites/${websiteId}/forms`, { definition: { name, fields: [field] } });
  expect(got.status).toBe(201);
  return idOf(got);
}

describe('a form with fields that this version does not know', () => {
  const definition = async (id: string) =>
    v.parse(v.object({ data: v.object({ definition: v.unknown() }) }), (await call('GET', `/websites/${websiteId}/forms/${id}`)).json).data
      .definition;

  it('is saved with them as they are', async () => {
    const fields = [
      { type: 'signature', key: 'sign', pen: [1] },
      { ...field, tooltip: 'Where?' },
    ];
    const created = await call('POST', `/websites/${websiteId}/forms`, { definition: { name: 'elsewhere', fields } });
    expect(created.status).toBe(201);
    expect(await definition(idOf(created))).toMatchObject({ fields });
    const saved = await harness.call('PATCH', `/api/websites/${websiteId}/forms/${idOf(created)}`, {
      token,
      body: { definition: { label: 'Elsewhere' } },
    });
    expect(saved.status).toBe(200);
    expect(await definition(idOf(created))).toMatchObject({ label: 'Elsewhere', fields });
  });

  it('is refused where a field is not as its type has to be, unless it is stored so', async () => {
    const broken = { ...field, required: 'yes' };
    const refused = await call('POST', `/websites/${websiteId}/forms`, { definition: { name: 'broken', fields: [field, broken] } });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.json)).toContain('Field 2 is not as its type has to be.');
    const id = await newForm('broken before');
    await harness.deps.db
      .update(forms)
      .set({ fields: [broken] })
      .where(eq(forms.id, Number(id)));
    const saved = await harness.call('PATCH', `/api/websites/${websiteId}/forms/${id}`, {
      token,
      body: { definition: { description: 'Kept', fields: [broken, { ...field, key: 'second' }] } },
    });
    expect(saved.status).toBe(200);
    expect(await definition(id)).toMatchObject({ fields: [broken, { key: 'second' }] });
  });
});

const definition = (more: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> => ({ name: 'attack', fields: [field], ...more });
const times = <T>(count: number, make: (n: number) => T): readonly T[] => Array.from({ length: count }, (_, n) => make(n));

it.each<readonly [string, Json, number]>([
  ['no definition', null, 422],
  ['a definition that is a list', [], 422],
  ['fields that are a text', definition({ fields: 'x' }), 422],
  ['fields that are lists', definition({ fields: [[field]] }), 422],
  ['a field of no type', definition({ fields: [{ key: 'a', label: 'A' }] }), 422],
  ['10,000 fields', definition({ fields: times(10_000, (n) => ({ ...field, key: `f${n}` })) }), 422],
  [
    '10,000 values of a field',
    definition({ fields: [{ type: 'select', key: 'a', label: 'A', values: times(10_000, (n) => `v${n}`) }] }),
    422,
  ],
  ['a label of 100,000 characters', definition({ fields: [{ ...field, label: 'x'.repeat(100_000) }] }), 422],
  ['a name of 100,000 characters', definition({ name: 'x'.repeat(100_000) }), 422],
  ['a description of a million characters', definition({ description: 'x'.repeat(1_000_000) }), 413],
  ['a name that is a list', definition({ name: ['a'] }), 422],
  ['a character that the database does not store', definition({ label: 'a\u0000b' }), 422],
  ['two fields of one key', definition({ fields: [field, field] }), 422],
  ['the key of the trap', definition({ fields: [{ ...field, key: '_topic' }] }), 422],
  ['the name of an object’s prototype as a key', definition({ fields: [{ ...field, key: '__proto__' }] }), 422],
])('%s as a form: has a clear answer, and stores nothing', async (_, attack, status) => {
  const before = await harness.deps.db.$count(forms);
  const got = await harness.call('POST', `/api/websites/${websiteId}/forms`, { token, body: { definition: attack, account_id: 9 } });
  expect([got.status, codeOf(got)]).toEqual([status, status === 413 ? 'payload_too_large' : 'validation_failed']);
  expect(await harness.deps.db.$count(forms)).toBe(before);
});

it('a form with unknown keys is stored without them, on the website of its address', async () => {
  const more = { account_id: 9, website_id: 2, id: 1 };
  const made = await call('POST', `/websites/${websiteId}/forms`, { definition: definition({ ...more, admin: true }), ...more });
  expect(made.status).toBe(201);
  const [row] = await harness.deps.db
    .select()
    .from(forms)
    .where(eq(forms.id, Number(idOf(made))));
  expect(row).toMatchObject({ websiteId, name: 'attack', fields: [field] });
  expect(made.text).not.toMatch(/admin|account_id/u);
});

it('an action’s reply address is refused where it is the tag of a field that is not for an email', async () => {
  const { db } = harness.deps;
  const id = await newForm('replied');
  const text = { type: 'text', key: 'name', name: 'name', label: 'Your name' };
  await db
    .update(forms)
    .set({ fields: [field, text] })
    .where(eq(forms.id, Number(id)));
  const path = `/websites/${websiteId}/forms/${id}/actions`;
  const action = { name: 'Tell us', type: 'email', email_to: 'us@agency.example', email_subject: 'Hello' };
  const refused = await call('POST', path, { ...action, email_reply_to: '{{name}}' });
  expect([refused.status, JSON.stringify(refused.json)]).toEqual([422, expect.stringContaining('is not an email field')]);
  const unknown = await call('POST', path, { ...action, email_reply_to: '{{later}}', email_subject: 'From {{nam}}' });
  expect([unknown.status, messagesOf(unknown)]).toEqual([
    422,
    {
      email_reply_to: 'No field of the form has the tag {{later}}. The form has {{email}}, {{name}}.',
      email_subject: 'No field of the form has the tag {{nam}}. The form has {{email}}, {{name}}.',
    },
  ]);
  const made = await call('POST', path, { ...action, email_subject: 'From {{name}}' });
  expect(made.status).toBe(201);
  const actionId = v.parse(v.object({ data: v.object({ id: v.string() }) }), made.json).data.id;
  const change = (body: object) => call('POST', `/actions/${actionId}`, body);
  expect((await change({ email_reply_to: '{{name}}' })).status).toBe(422);
  // What an earlier version has stored does not keep it from being changed otherwise.
  await db
    .update(formActions)
    .set({ emailReplyTo: '{{name}}' })
    .where(eq(formActions.id, Number(actionId)));
  expect((await change({ name: 'Tell us all' })).status).toBe(200);
});

describe('a form that is deleted', () => {
  it('leaves "No form" in the settings and blocks that chose it, and takes its actions along', async () => {
    const { db } = harness.deps;
    const [id, other] = [await newForm('going'), await newForm('staying')];
    const write = (key: string, value: string) => ({ key, value: [value], category: 'form', type: null });
    const saved = await call('POST', `/websites/${websiteId}/settings/update`, {
      data: { settings: [write('enquiry', id), write('newsletter', other)] },
    });
    expect(saved.status).toBe(200);
    const [block] = await db.select().from(blocks).where(eq(blocks.websiteId, websiteId)).limit(1);
    const blockId = block?.id ?? 0;
    await db
      .insert(blockSettings)
      .values([{ blockId, key: 'cover_form', value: [id] }])
      .onConflictDoUpdate({ target: [blockSettings.blockId, blockSettings.key], set: { value: [id] } });
    const action = { name: 'Thanks', type: 'success', success_message: 'Thank you' };
    expect((await call('POST', `/websites/${websiteId}/forms/${id}/actions`, action)).status).toBe(201);

    expect((await call('DELETE', `/websites/${websiteId}/forms/${id}`)).status).toBeLessThan(300);
    const stored = async (key: string) =>
      (
        await db
          .select()
          .from(settings)
          .where(and(eq(settings.websiteId, websiteId), eq(settings.key, key)))
      )[0]?.value;
    expect(await stored('enquiry')).toBeNull();
    expect(await stored('newsletter')).toEqual([other]);
    const [ofBlock] = await db
      .select()
      .from(blockSettings)
      .where(and(eq(blockSettings.blockId, blockId), eq(blockSettings.key, 'cover_form')));
    expect(ofBlock?.value).toBeNull();
    expect(await db.$count(formActions, eq(formActions.formId, Number(id)))).toBe(0);
  });

  it('is refused while a popup shows it', async () => {
    const id = await newForm('shown');
    const popup = await call('POST', `/websites/${websiteId}/popups`, { name: 'Spring', title: 'Spring sale', form_id: id });
    expect(popup.status).toBe(201);
    const refused = await call('DELETE', `/websites/${websiteId}/forms/${id}`);
    expect(refused.status).toBe(403);
    expect(JSON.stringify(refused.json)).toContain('This form is in use by the popup “Spring”. Take it out there first.');
  });
});
