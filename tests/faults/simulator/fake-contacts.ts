import type { Answered, ApiResult } from '#contract/api-result.ts';
import { type Json, toJson } from '#contract/json.ts';
import {
  type Contact,
  type ContactKey,
  contactKeys,
  contactLabel,
  contactRecord,
  contacts,
  contactsRecord,
  makePrimaryCall,
  normal,
  placeOfContacts,
  primary,
} from './contacts.ts';
import { changedItems, itemsIn, itemsKey, storedItems } from './contact-items.ts';
import { inModel, type Place, placeOfId, places, secondMark } from './places.ts';
import { type Effect, refusal, refusedPrefix, type ServerRequest } from './server-request.ts';

interface Deps {
  readonly note: (request: ServerRequest, kind: Effect['kind'], record: string, field: string, value: Json) => void;
  /** The initial value of a field, before any effect. */
  readonly keep: (record: string, field: string, value: Json) => void;
  readonly isStale: (request: ServerRequest, record: string) => boolean;
  readonly tag: (record: string) => string | null;
  readonly raise: (record: string) => void;
}

type Values = Readonly<Record<string, Json>>;

/** The server's contacts, and the calls of their resource. */
export class FakeContacts {
  private readonly deps: Deps;
  private all: readonly Contact[] = startingContacts;
  private readonly createdCounts = new Map<Place, number>();

  constructor(deps: Deps) {
    this.deps = deps;
    for (const contact of this.all) for (const key of contactKeys) deps.keep(contactRecord(contact.id), key, toJson(contact[key]));
  }

  list(): readonly Contact[] {
    return this.all;
  }

  /** Null: the call is not one of contacts. */
  handle(request: ServerRequest): ApiResult<Json> | null {
    const { call, query, params } = request;
    const { calls } = contacts;
    const contact = this.all.find(({ id }) => id === params['id']);
    switch (call) {
      case calls.list.name:
        return this.search(placeOfRequest(request), String(query['q'] ?? ''), Number(query['page'] ?? 0), Number(query['per_page'] ?? 25));
      case calls.create.name:
        return this.create(request);
      case calls.read.name:
        return contact ? this.answer(contact) : refusal('not_found');
      case calls.update.name:
        return contact ? this.update(request, contact, valuesIn(request.body)) : refusal('not_found');
      case calls.remove.name:
        return contact ? this.remove(request, contact) : refusal('not_found');
      case makePrimaryCall.name:
        return contact ? this.makePrimary(request, contact) : refusal('not_found');
      default:
        return null;
    }
  }

  private search(place: Place, q: string, page: number, perPage: number): Answered<Json> {
    const isFound = ({ id, name }: Contact) => placeOfId(id) === place && name.toLowerCase().includes(q.trim().toLowerCase());
    const found = this.all.filter(isFound);
    const last = Math.max(0, Math.ceil(found.length / perPage) - 1);
    const pagination = { page, per_page: perPage, total: found.length, last_page: last };
    return { kind: 'answered', data: toJson(found.slice(page * perPage, (page + 1) * perPage)), pagination, etag: null };
  }

  private create(request: ServerRequest): ApiResult<Json> {
    const values = valuesIn(request.body);
    const problem = problemOf(values);
    if (problem) return problem;
    const place = placeOfRequest(request);
    const count = (this.createdCounts.get(place) ?? 0) + 1;
    this.createdCounts.set(place, count);
    const text = (key: ContactKey) => textOf(values[key] ?? null);
    const contact: Contact = {
      id: inModel(place, `contact${count}`),
      name: text('name') ?? '',
      phone: text('phone'),
      note: text('note'),
      boss: text('boss'),
      items: listOf(values[itemsKey]),
      rank: null,
    };
    this.all = [...this.all, contact];
    this.deps.note(request, 'created', contactsRecord, contactLabel(contact.name), contact.id);
    for (const key of contactKeys) {
      if (!(key in values)) this.deps.keep(contactRecord(contact.id), key, null);
      else this.deps.note(request, 'field', contactRecord(contact.id), key, toJson(contact[key]));
    }
    this.noteItems(request, contact.id, null, contact);
    return this.answer(contact);
  }

  private update(request: ServerRequest, contact: Contact, values: Values): ApiResult<Json> {
    if (this.deps.isStale(request, contactRecord(contact.id))) return refusal('precondition_failed');
    return problemOf(values) ?? this.write(request, contact, values);
  }

  private write(request: ServerRequest, contact: Contact, values: Values): ApiResult<Json> {
    const record = contactRecord(contact.id);
    const storedValue = (key: ContactKey) => (key === itemsKey ? listOf(values[key]) : textOf(values[key] ?? null));
    const put = Object.fromEntries(contactKeys.flatMap((key) => (key in values ? [[key, storedValue(key)] as const] : [])));
    const next: Contact = { ...contact, ...put };
    this.all = this.all.map((each) => (each.id === contact.id ? next : each));
    for (const [key, value] of Object.entries(put)) this.deps.note(request, 'field', record, key, toJson(value));
    this.noteItems(request, contact.id, contact, next);
    this.deps.raise(record);
    return this.answer(next);
  }

  private noteItems(request: ServerRequest, id: string, before: Contact | null, after: Contact): void {
    for (const [field, value] of changedItems(toJson(before?.items ?? null), toJson(after.items)))
      this.deps.note(request, 'field', contactRecord(id), field, value);
  }

  private makePrimary(request: ServerRequest, contact: Contact): ApiResult<Json> {
    if (this.deps.isStale(request, contactRecord(contact.id))) return refusal('precondition_failed');
    this.deps.note(request, 'acted', contactRecord(contact.id), 'makePrimary', null);
    return this.write(request, contact, { rank: primary });
  }

  private remove(request: ServerRequest, { id }: Contact): ApiResult<Json> {
    this.all = this.all.filter((each) => each.id !== id);
    this.deps.note(request, 'deleted', contactsRecord, id, null);
    this.deps.raise(contactRecord(id));
    return { kind: 'answered', data: { id }, pagination: null, etag: null };
  }

  private answer(contact: Contact): Answered<Json> {
    return { kind: 'answered', data: toJson(contact), pagination: null, etag: this.deps.tag(contactRecord(contact.id)) };
  }
}

const startingItems = storedItems(['first', 'second', 'third'].map((key) => ({ key, label: key })));

/** The contacts that exist before the first step. */
export const startingContacts: readonly Contact[] = places.flatMap((place) =>
  ['A', 'B', 'D'].map((label) => ({
    id: inModel(place, `w1-${label}`),
    name: `${label}${place === '' ? '' : place === 'w2~' ? secondMark : '@a2'}`,
    phone: `phone of ${label}`,
    note: null,
    boss: null,
    items: listOf(startingItems),
    rank: null,
  })),
);

/** Where a request is about. */
const placeOfRequest = ({ params, accountId }: ServerRequest): Place =>
  placeOfContacts({ websiteId: params['websiteId'] ?? null, accountId });

function listOf(value: Json | undefined): Contact['items'] {
  const items = itemsIn(value);
  return items.length === 0 ? null : items;
}

function textOf(value: Json): string | null {
  const stored = normal(value);
  return typeof stored === 'string' ? stored : null;
}

function valuesIn(body: Json): Values {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Values) : {};
}

function problemOf(values: Values): ApiResult<Json> | null {
  const refused = Object.keys(values).filter((key) => textOf(values[key] ?? null)?.startsWith(refusedPrefix) ?? false);
  return refused.length === 0 ? null : refusal('validation_failed', Object.fromEntries(refused.map((key) => [key, 'Not like this.'])));
}
