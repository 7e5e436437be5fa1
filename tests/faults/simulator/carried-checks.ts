import { type Json, sameJson } from '#contract/json.ts';
import { mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import { contacts, isOfContacts, makePrimaryCall, normal, sameValue } from './contacts.ts';
import type { FakeServer } from './fake-server.ts';
import type { ServerRequest } from './server-request.ts';

/** A request as it leaves the tab, without its sender. */
export type Sent = Pick<ServerRequest, 'call' | 'params' | 'query' | 'body'>;

/** True where a request matches its entry: the record, every value, and nothing else. */
export function saysWhatEntrySays({ call, params, query, body }: Sent, entry: OutboxEntry): boolean {
  const own = fieldsIn(entry.body);
  const sent = fieldsIn(body);
  const isHere = (params['websiteId'] ?? '') === (entry.websiteId ?? '');
  switch (mutationName(entry)) {
    case 'settings.update':
      return call === 'updateSettings' && isHere && sameJson(writesIn(fieldsIn(sent['data'])), writesIn(own));
    case 'block-settings.update':
      return (
        call === 'updateThemeSettings' &&
        isHere &&
        params['blockId'] === own['blockId'] &&
        sameJson(writesIn(fieldsIn(sent['data'])), writesIn(own))
      );
    case 'block.update':
      return call === 'updateBlock' && params['blockId'] === own['blockId'] && sent['enabled'] === own['enabled'];
    case 'block.create':
      return call === 'createBlock' && isHere && sent['key'] === own['key'] && sent['label'] === own['label'];
    case 'block.delete':
      return call === 'deleteBlock' && isHere && query['id'] === own['blockId'];
    case 'block.reorder':
      return call === 'updateBlock' || (call === 'bulkUpdateBlocks' && isHere && sameJson(placesIn(sent['items']), own['order'] ?? null));
    case 'file.upload':
      return call === 'uploadFile' && isHere && sent['name'] === own['name'] && sent['bytes'] === own['bytes'];
    case 'contact.create':
      return call === contacts.calls.create.name && isHere && sameJson(sent, fieldsIn(own['values']));
    case 'contact.update':
      return call === contacts.calls.update.name && params['id'] === own['id'] && sameJson(sent, fieldsIn(own['values']));
    case 'contact.delete':
      return call === contacts.calls.remove.name && isHere && params['id'] === own['id'];
    case 'contact.act':
      return call === makePrimaryCall.name && own['act'] === 'makePrimary' && params['id'] === own['id'];
    default:
      return false;
  }
}

/** The fields that an entry changes, as the console names them, with their new values; null: it changes no fields. */
export function valuesOf({ body, ...name }: Pick<OutboxEntry, 'resource' | 'mutation' | 'body'>): Readonly<Record<string, Json>> | null {
  const own = fieldsIn(body);
  const block = String(own['blockId']);
  switch (mutationName(name)) {
    case 'settings.update':
      return Object.fromEntries(writesIn(own));
    case 'block-settings.update':
      return Object.fromEntries(writesIn(own).map(([key, value]) => [`${block}/setting/${key}`, value]));
    case 'block.update':
      return { [`${block}/enabled`]: own['enabled'] ?? null };
    case 'block.reorder':
      return { order: own['order'] ?? null };
    case 'contact.update':
    case 'contact.act':
      return Object.fromEntries(Object.entries(fieldsIn(own['values'])).map(([key, value]) => [key, normal(value)]));
    default:
      return null;
  }
}

/** The server's value of every field of a record. */
export function heldBy(
  server: FakeServer,
  { resource, websiteId, body }: Pick<OutboxEntry, 'resource' | 'mutation' | 'websiteId' | 'body'>,
) {
  const website = websiteId ?? '';
  if (isOfContacts({ resource })) return server.contactFieldsOf(String(fieldsIn(body)['id']));
  return resource === 'settings' ? server.settingsOf(website, String(fieldsIn(body)['category'])) : server.blockFieldsOf(website);
}

/**
 * The fields of an entry whose value on the server nobody has compared with it: neither the base of the edit, nor the new value, nor a
 * value of this device. Two orders are compared only by the blocks that both contain.
 */
export function unknownFields(entry: OutboxEntry, held: ReadonlyMap<string, Json>): readonly string[] {
  const mine = valuesOf(entry) ?? {};
  return Object.keys(mine).filter((key) => {
    // An order that was interrupted half-way can leave any order behind.
    if (key === 'order' && entry.mayHaveBeenApplied) return false;
    const theirs = held.get(key) ?? null;
    const known = [entry.base[key] ?? null, mine[key] ?? null, ...(entry.maybeOurs[key] ?? [])];
    return !known.some((value) => (key === 'order' ? sameJson(...inCommon(theirs, value)) : sameValue(theirs, value)));
  });
}

function inCommon(a: Json, b: Json): [Json, Json] {
  const [left, right]: readonly (readonly Json[])[] = [Array.isArray(a) ? a : [], Array.isArray(b) ? b : []];
  if (!left || !right) return [a, b];
  return [left.filter((one) => right.includes(one)), right.filter((one) => left.includes(one))];
}

function fieldsIn(value: Json | undefined): Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, Json>>) : {};
}

function writesIn(parent: Readonly<Record<string, Json>>): readonly (readonly [key: string, value: Json])[] {
  const { settings } = parent;
  if (!Array.isArray(settings)) return [];
  return settings.map((write: Json) => [String(fieldsIn(write)['key']), fieldsIn(write)['value'] ?? null] as const);
}

/** The ids of a list of places, from the top. */
function placesIn(items: Json | undefined): readonly Json[] {
  if (!Array.isArray(items)) return [];
  const places = items.map((item: Json) => fieldsIn(item));
  return places.toSorted((a, b) => Number(a['priority']) - Number(b['priority'])).map(({ id }) => id ?? null);
}
