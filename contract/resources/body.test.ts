import * as v from 'valibot';
import { expect, it } from 'vitest';
import type { Field } from '../fields/field.ts';
import { bodySchemaOf } from '../fields/index.ts';
import { bodyEntries } from './body-schema.ts';
import { bodyOf, messagesAtFields, messagesInBody } from './body.ts';
import { valuesIn } from './grouped.ts';

const ofCrm = (key: string, name: string) =>
  ({ key, label: key, secret: true, path: ['options', name], when: { field: 'crm', is: [key] } }) as const;
const fields: readonly Field[] = [
  { kind: 'text', key: 'crm', label: 'CRM', required: true },
  { kind: 'select', key: 'every', label: 'Every', isNumeric: true, options: [{ value: '60', label: 'Minute' }] },
  { kind: 'number', ...ofCrm('alto', 'client') },
  { kind: 'text', ...ofCrm('reapit', 'client') },
  { kind: 'code', language: 'json', ...ofCrm('rex', 'filter') },
];
const websiteId = '5';
const body = (values: Parameters<typeof bodyOf>[2]) => bodyOf({ fields, carries: () => ({ roles: [] }) }, { websiteId, id: null }, values);

it('the body has the values of shown fields in their groups, as numbers and JSON where the API has those', () => {
  const typed = { every: '60', alto: 7, reapit: 'x', rex: '{"a":1}' };
  expect(body({ crm: 'alto', ...typed })).toEqual({ roles: [], crm: 'alto', every: 60, options: { client: 7 } });
  expect(body({ crm: 'reapit', ...typed })).toMatchObject({ options: { client: 'x' } });
  expect(body({ crm: 'rex', ...typed })).toMatchObject({ options: { filter: { a: 1 } } });
  expect(body({ crm: 'rex', ...typed, rex: '\ufeff{\u00a0"a":\u200b "\u200b" }' })).toMatchObject({ options: { filter: { a: '\u200b' } } });
  expect(body({ crm: 'rex', rex: null })).toEqual({ roles: [], crm: 'rex' });
});

it('the values of a body are those of its fields again', () => {
  expect(valuesIn(fields, { crm: 'rex', every: 60, options: { filter: { a: 1 } }, other: true })).toEqual({
    crm: 'rex',
    every: '60',
    rex: '{"a":1}',
    other: true,
  });
  expect(valuesIn(fields, { options: { client: 7, filter: 'typed' } })).toEqual({ alto: 7, reapit: 7, rex: 'typed' });
  expect(valuesIn(fields, { options: 'none' })).toEqual({});
});

it('its schema has the groups, each name with the kinds of its fields', () => {
  const schema = v.object(Object.fromEntries(bodyEntries(fields.map((field) => [field, v.optional(bodySchemaOf(field))] as const))));
  expect(v.is(schema, { crm: 'a', every: 60, options: { client: 7, filter: { a: [1] } } })).toBe(true);
  expect(v.is(schema, { options: { client: 'x' } })).toBe(true);
  expect(v.is(schema, { options: { client: true } })).toBe(false);
});

it('messages go to the names in the body, and from there to the field that is shown', () => {
  expect(messagesInBody(fields, { crm: 'No.', reapit: 'Bad.' })).toEqual({ crm: 'No.', 'options.client': 'Bad.' });
  const messages = { crm: 'No.', 'options.client': 'Bad.' };
  expect(messagesAtFields(fields, { crm: 'reapit', reapit: 'x', alto: null }, messages)).toEqual({ crm: 'No.', reapit: 'Bad.' });
  expect(messagesAtFields(fields, { crm: 'alto', reapit: null, alto: 3 }, messages)).toEqual({ crm: 'No.', alto: 'Bad.' });
});
