import * as v from 'valibot';
import { type Call, fillPath } from '#contract/calls/define.ts';
import { bodyOf as recordBodyOf } from '#contract/resources/body.ts';
import { bulkCallsOf } from '#contract/resources/bulk-calls.ts';
import { callsOf, type ResourceDefinition } from '#contract/resources/define.ts';
import { everyResource } from '#contract/resources/every.ts';
import { openApi } from '../openapi.ts';
import type { Got, Harness } from './harness.ts';
import type { Side } from './two-accounts.ts';
import { multipart, png } from './uploads.ts';

// Requests of every call in the OpenAPI, with ids of two accounts in their paths, queries and bodies. A call or an id that the tables here
// do not know fails its test, so that none is left out.

const operationShape = v.object({
  operationId: v.string(),
  parameters: v.array(v.object({ name: v.string(), in: v.string() })),
  requestBody: v.optional(v.object({ content: v.record(v.string(), v.object({ schema: v.unknown() })) })),
});
const documented = v.parse(v.object({ paths: v.record(v.string(), v.record(v.string(), operationShape)) }), openApi('1'));
const operations = new Map(
  Object.values(documented.paths).flatMap((each) => Object.values(each).map((found) => [found.operationId, found])),
);

const bulkOf = (resource: ResourceDefinition) => Object.values(bulkCallsOf(resource));
const resourceOf = (call: Call) => everyResource.find((each) => [...callsOf(each), ...bulkOf(each)].some(({ name }) => name === call.name));

/** What stands in the place of an id in a path or a query, and belongs to no account. */
const commonTo: Readonly<Record<string, string>> = {
  selector: 'social',
  settingId: 'title',
  themeId: '1',
  name: 'staff',
};
/** The kind of record that an id names; `id` is that of the call's own. */
const kinds: Readonly<Record<string, string>> = {
  websiteId: 'website',
  website_id: 'website',
  blockId: 'block',
  fileId: 'file',
  sessionId: 'session',
  formId: 'form',
  form_id: 'form',
};
/** Whose `id` another entity's call takes. */
const ownKinds: Readonly<Record<string, string>> = { preview: 'block' };

function kindOf(call: Call, name: string): string {
  const kind = /^ids?$/u.test(name) ? (resourceOf(call)?.name ?? ownKinds[call.entity] ?? call.entity) : kinds[name];
  if (kind === undefined) throw new Error(`whose is ${name} of ${call.name}? Say it in server/testing/foreign-ids.ts`);
  return kind;
}

export interface Slot {
  readonly place: 'path' | 'query' | 'body';
  readonly name: string;
}

/** Names of properties in a body's schema, at any depth. */
function propertiesIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, inner]) =>
    key === 'properties' && typeof inner === 'object' && inner !== null
      ? [...Object.keys(inner), ...propertiesIn(Object.values(inner))]
      : propertiesIn(inner),
  );
}

/** Where a call takes an id, besides the fields of a record. */
export function slotsOf(call: Call): readonly Slot[] {
  const operation = operations.get(call.name);
  if (!operation) throw new Error(`${call.name} is not in the OpenAPI`);
  const fields = new Set(
    resourceOf(call)
      ?.fields.flatMap((field) => [field, ...('fields' in field ? field.fields : [])])
      .flatMap(({ key, path }) => [key, ...(path ? [path[1]] : [])]),
  );
  const parameters = operation.parameters.flatMap(({ name, in: place }): Slot[] => {
    if (place === 'path') return name in commonTo ? [] : [{ place, name }];
    // What a record is about belongs to another application.
    if (resourceOf(call)?.about.includes(name)) return [];
    return place === 'query' && /(?:^|_)ids?$/u.test(name) ? [{ place, name }] : [];
  });
  const body = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) => propertiesIn(schema));
  const inBody = [...new Set(body)].filter((name) => /(?:^|_)ids?$/u.test(name) && !fields.has(name));
  return [...parameters, ...inBody.map((name): Slot => ({ place: 'body', name }))];
}

export type Ids = ReadonlyMap<string, string>;
export const slotKey = ({ place, name }: Slot) => `${place}.${name}`;

/** A valid body, with these ids. */
export async function bodyOf(call: Call, side: Side, ids: Ids): Promise<unknown> {
  const resource = resourceOf(call);
  const id = ids.get('body.id') ?? '';
  if (!call.body || call.encoding === 'multipart') return undefined;
  if (resource) {
    const bulk = bulkCallsOf(resource);
    if (call.name === bulk.remove?.name) return { ids: [ids.get('body.ids')] };
    const sample = await side.sample(resource);
    // What a record is about stays as it was created.
    const isAbout = ([key]: readonly [string, unknown]) => call.name !== resource.calls.create?.name && resource.about.includes(key);
    const values = Object.fromEntries(Object.entries(sample).filter((each) => !isAbout(each)));
    if (call.name === bulk.update?.name) {
      const open = resource.fields.flatMap(({ key, secret }) => (secret || !(key in values) ? [] : [[key, values[key]]]));
      return { items: [{ ...Object.fromEntries(open), id }] };
    }
    return { ...recordBodyOf({ fields: resource.fields }, { websiteId: '', id: null }, values), ...idsAt(ids, 'body') };
  }
  const bodies: Readonly<Record<string, unknown>> = {
    preview: {
      component: 'index.twig',
      data: {
        blocks: [{ id, key: 'about_us', label: 'About', enabled: true, priority: 1 }],
        popup: { type: 'standard', title: 'About', position: 'center', form_id: ids.get('body.form_id') },
      },
    },
    updateBlock: { enabled: false },
    bulkUpdateBlocks: { items: [{ id, priority: 1 }] },
    createBlock: { key: 'about_us', label: 'About' },
    updateThemeSettings: { data: { settings: [{ key: 'title', value: ['About'] }] } },
    updateSettings: { data: { settings: [{ key: 'fb_link', value: ['https://a.example'], category: 'social' }] } },
  };
  if (!(call.name in bodies)) throw new Error(`${call.name} needs a valid body in server/testing/foreign-ids.ts`);
  return bodies[call.name];
}

const idsAt = (ids: Ids, place: Slot['place']): Readonly<Record<string, string>> =>
  Object.fromEntries([...ids].flatMap(([key, id]) => (key.startsWith(`${place}.`) ? [[key.slice(place.length + 1), id]] : [])));

export const addressOf = (call: Call, ids: Ids): string => `/api${fillPath(call.path, { ...commonTo, ...idsAt(ids, 'path') })}`;

export async function send(harness: Harness, call: Call, as: Side, ids: Ids, body: unknown): Promise<Got> {
  const query = new URLSearchParams(idsAt(ids, 'query')).toString();
  const path = `${addressOf(call, ids)}${query ? `?${query}` : ''}`;
  if (call.encoding === 'multipart') {
    const { body: raw, type } = await multipart([['a.png', png()]], {});
    return harness.call(call.method, path, { token: as.token, raw, headers: { 'content-type': type } });
  }
  return as.send(call.method, path, body);
}

/** All ways to choose some of the slots, at least one. */
export const choices = (slots: readonly Slot[]): readonly (readonly Slot[])[] =>
  Array.from({ length: 2 ** slots.length - 1 }, (_, at) => slots.filter((_, bit) => ((at + 1) >> bit) & 1));

/** Ids in a body or query that a call passes over where they name nothing of the website, or that its path decides; a filter finds nothing. */
export const passedOver: Readonly<Record<string, readonly string[]>> = {
  bulkUpdateBlocks: ['id'],
  preview: ['id', 'form_id'],
  updateUser: ['id'],
  listSubmissions: ['form_id'],
};

/** An id for each slot: the other account's in the foreign ones. */
export async function idsFor(call: Call, slots: readonly Slot[], foreign: readonly Slot[], { mine, theirs }: Sides): Promise<Ids> {
  const entries: (readonly [string, string])[] = [];
  for (const slot of slots) {
    const side = foreign.includes(slot) ? theirs : mine;
    const within = resourceOf(call)?.within;
    const isWhole = within?.param === slot.name;
    entries.push([slotKey(slot), isWhole ? await side.whole(within.resource) : await side.id(kindOf(call, slot.name))]);
  }
  return new Map(entries);
}

interface Sides {
  readonly mine: Side;
  readonly theirs: Side;
}
