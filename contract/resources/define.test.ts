import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { idSchema } from '../entities/id.ts';
import type { Field } from '../fields/field.ts';
import { crudCalls } from './crud-calls.ts';
import { fieldsFor } from './define.ts';

const fields: readonly Field[] = [
  { kind: 'text', key: 'title', label: 'Title', required: true },
  { kind: 'number', key: 'weight', label: 'Weight', required: true },
  { kind: 'text', key: 'note', label: 'Note' },
  { kind: 'select', key: 'size', label: 'Size', options: [{ value: 'l', label: 'Large' }], default: 'l', required: true },
  { kind: 'number', key: 'delay', label: 'Delay', default: 0 },
  { kind: 'checkbox', key: 'enabled', label: 'Enabled', required: true },
  { kind: 'image', key: 'picture', label: 'Picture', accept: ['png'] },
  { kind: 'records', key: 'people', label: 'People', list: 'staff' },
];
const calls = crudCalls({
  one: 'Popup',
  many: 'Popups',
  entity: 'popup',
  collection: 'popups',
  schema: v.object({ id: idSchema }),
  fields,
  sortable: ['title'],
});

function read(call: 'create' | 'update', body: unknown): unknown {
  const schema = calls[call].body;
  if (!schema) throw new Error(`${call} has no body`);
  const result = v.safeParse(schema, body);
  return result.success ? result.output : result.issues.map((issue) => v.getDotPath(issue));
}

describe('a body', () => {
  it('that creates is filled with the fields’ defaults, null for nothing, and an empty list of ids', () => {
    const start = { note: null, size: 'l', delay: 0, enabled: false, picture: null, people: [] };
    expect(read('create', { title: ' Spring ', weight: 2 })).toEqual({ title: 'Spring', weight: 2, ...start });
  });

  it('that creates must have required fields without a default', () => {
    expect(read('create', {})).toEqual(['title', 'weight']);
    expect(read('create', { title: '', weight: 0, people: null })).toEqual(['title', 'people']);
  });

  it('that updates is filled with nothing', () => {
    expect(read('update', {})).toEqual({});
    expect(read('update', { people: [7], delay: null })).toEqual({ people: ['7'], delay: null });
  });

  it('holds values of the fields’ kinds alone', () => {
    const wrong = { title: 1, note: [], size: true, delay: '1', enabled: null, picture: '', people: ['1', {}] };
    expect(read('update', wrong)).toEqual(['title', 'note', 'size', 'delay', 'enabled', 'picture', 'people.1']);
  });
});

it('fields of a new record are required where they are on create, and have the help for it', () => {
  const password: Field = {
    kind: 'text',
    key: 'password',
    label: 'Password',
    requiredOnCreate: true,
    help: 'Later',
    helpOnCreate: 'First',
  };
  expect(fieldsFor('create', [password])).toMatchObject([{ required: true, help: 'First' }]);
  expect(fieldsFor('update', [password])).toMatchObject([{ help: 'Later' }]);
});
