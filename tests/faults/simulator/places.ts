import { type Json, toJson } from '#contract/json.ts';

/*
 * The simulated API numbers its records by website, and those of an account by account: on the wire the records of both websites, and of
 * both accounts, have the same ids. The model of the server tells them apart by a prefix; whoever compares the device with the server puts
 * it in here first.
 */

export const websiteIds = ['w1', 'w2'] as const;
export type WebsiteId = (typeof websiteIds)[number];

const accounts: Readonly<Record<string, string>> = { u1: 'a1', u2: 'a2' };
/** The account of a user. */
export const accountOf = (userId: string): string => accounts[userId] ?? 'a1';

/** What stands before the ids of a website or an account in the model: nothing for the first of each. */
export type Place = '' | 'w2~' | 'a2~';
export const places: readonly Place[] = ['', 'w2~', 'a2~'];

export const placeOfWebsite = (websiteId: string | null | undefined): Place => (websiteId === 'w2' ? 'w2~' : '');
export const placeOfAccount = (accountId: string | null | undefined): Place => (accountId === 'a2' ? 'a2~' : '');
/** The place of a record, by its id in the model. */
export const placeOfId = (id: string): Place => places.find((place) => place !== '' && id.startsWith(place)) ?? '';

/** What people type on the second website, and call records there, ends with this. */
export const secondMark = '@w2';

const numbered = /^(?=w1-\w|made\d|contact\d)/u;
const prefixed = /^(?:w2|a2)~/u;

/** A value of the wire, or of the device, as the model has it. */
export function inModel<Value extends Json | object>(place: Place, value: Value): Value {
  // Only ids are replaced, so the value keeps its shape.
  return place === '' ? value : (mapTexts(toJson(value), (text) => text.replace(numbered, place)) as Value);
}

/** A value of the model as it is on the wire. */
export const onWire = <Value extends Json>(value: Value): Value => mapTexts(value, (text) => text.replace(prefixed, '')) as Value;

function mapTexts(value: Json, map: (text: string) => string): Json {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((one: Json) => mapTexts(one, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [map(key), mapTexts(one, map)]));
}
