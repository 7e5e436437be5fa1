import * as v from 'valibot';
import { idSchema } from '../entities/id.ts';
import { nameOfParts, userSchema } from '../entities/user.ts';
import type { Field } from '../fields/field.ts';
import type { Json } from '../json.ts';
import { limits } from '../limits.ts';
import { crudCalls } from './crud-calls.ts';
import { defineResource, type DeleteQuestion } from './define.ts';

const passwordLength = `Minimum of ${limits.passwordMinCharacters} characters.`;

/** The role of every user that is added or changed here. */
export const userRoles: readonly string[] = ['administrator'];

const fields: readonly Field[] = [
  { kind: 'text', key: 'first_name', label: 'First name', requiredOnCreate: true },
  { kind: 'text', key: 'last_name', label: 'Last name', requiredOnCreate: true },
  { kind: 'email', key: 'email', label: 'Email', required: true, help: 'They sign in with it. It belongs to one user alone.' },
  {
    kind: 'text',
    key: 'password',
    label: 'Password',
    requiredOnCreate: true,
    secret: true,
    minLength: limits.passwordMinCharacters,
    maxLength: limits.passwordMaxCharacters,
    help: `${passwordLength} Changing it ends this user's other sessions.`,
    helpOnCreate: passwordLength,
  },
];

/** The people of the account, who sign in to this console. They belong to the account; the paths of their calls name a website. */
export const users = defineResource({
  name: 'user',
  scope: 'account',
  path: 'admin/users',
  schema: userSchema,
  calls: crudCalls({
    one: 'User',
    many: 'Users',
    entity: 'user',
    collection: 'users',
    schema: userSchema,
    fields,
    sortable: ['name', 'email'],
    createPath: '/users',
    updateMethod: 'POST',
    carried: {
      create: { website_id: idSchema, roles: v.optional(v.array(v.string())) },
      update: { id: v.optional(idSchema), roles: v.optional(v.array(v.string())) },
    },
  }),
  fields,
  list: {
    columns: [
      { key: 'name', label: 'Name', sortable: true, width: '40%' },
      { key: 'email', label: 'Email', sortable: true },
    ],
    isSearchable: true,
    defaultSort: 'name',
  },
  labels: {
    one: 'user',
    many: 'users',
    heading: 'Users',
    intro: 'Create/edit users',
    create: 'New User',
    edit: 'Edit User',
    none: 'A user signs in here and changes the websites of this account.',
  },
  nameKey: 'name',
  formWidth: '40rem',
  concurrency: 'etag',
  most: 1_000,
  normalise: { email: lowerCase },
  carries: ({ websiteId, id }) => ({ ...(id === null ? { website_id: websiteId } : { id }), roles: [...userRoles] }),
  derived: (values) => ({ name: nameOfParts(values) }),
  // An address belongs to one user.
  findCreated: { searchBy: 'email', matching: ['email'] },
  confirmDelete: 'Are you sure you want to delete this user?',
  cannotDelete: ({ id }, { userId, total }: DeleteQuestion) => {
    if (total === 1) return 'This is the last user of the account, which nobody could open then.';
    return id === userId ? 'This is you. Another user can delete you.' : null;
  },
});

/** Addresses are stored, compared and unique in lower case. */
function lowerCase(value: Json): Json {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}
