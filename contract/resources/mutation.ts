import type { Answered } from '../api-result.ts';
import type { Call } from '../calls/define.ts';
import { type WireValue, wireValueSchema } from '../entities/setting.ts';
import type { Json } from '../json.ts';
import type { EntryError, OutboxEntry } from '../outbox-entry.ts';
import type { Field } from '../fields/field.ts';
import * as v from 'valibot';
import type { Comparison, UnconfirmedWrites } from './compare-fields.ts';

/** A body with the base of the fields that it changes: what merging merges. */
export interface Patch<Body> {
  readonly body: Body;
  readonly base: Readonly<Record<string, Json>>;
}

/** Server ids of records created on this device, by their local ids. */
export type IdMap = ReadonlyMap<string, string>;

/** A record that a mutation created on the server. `cached`: what the cache keeps of it; null where `applyToCache` puts it into what is cached. */
export interface Created {
  readonly serverId: string;
  /** What it has put into fields that an update changes by itself, as the server stores it: an edit from before began from that. */
  readonly values: Readonly<Record<string, Json>>;
  readonly cached: { readonly key: string; readonly data: Json } | null;
}

/** What is known once a create has been applied. `since`: when it was saved, ms since the epoch. */
export interface CreateAnswer {
  readonly since: number;
  readonly answer: Json | null;
  /** The preflight read; with no answer, that is what shows the effect. */
  readonly read: Json | null;
}

/** One call of the API, with all that it carries but key, tag and credentials. */
export interface CallRequest {
  readonly call: Call;
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

/**
 * What a preflight read shows of an entry: already so, safe to send, or for a person to decide; `gone`: its record was deleted.
 * `unreadable`: not what was asked for.
 */
export type PreflightComparison = Comparison | { readonly kind: 'gone' } | { readonly kind: 'unreadable' };

/** What beside its patch an entry is compared by. */
export type Compared = UnconfirmedWrites & { readonly createdAt: number };

/** What one mutation of one resource means: to the cache, to another entry of its kind, to the server. Pure. */
export interface MutationDefinition<Body> {
  /** Null for a body that this version can't read. */
  readonly parse: (body: Json) => Body | null;
  readonly target: (websiteId: string | null, body: Body) => { readonly entity: string; readonly id: string };
  /** Of the cached record, or the cached collection, that it changes. */
  readonly cacheKey: (websiteId: string | null, body: Body) => string;
  /** Why this mutation must not be stored on the device; null: it may be. */
  readonly refuses: (body: Body) => 'secret' | null;
  /** A later mutation over an earlier one that was never sent; the earliest base stays. Null: they are never one. */
  readonly merge: (earlier: Patch<Body>, later: Patch<Body>) => Patch<Body> | null;
  /** The new value of each field that it changes, by the field's name in `base`. */
  readonly values: (body: Body) => Readonly<Record<string, Json>>;
  /** What else it may have left in a field where it was cut off: of a mutation that takes several calls. */
  readonly partlyApplied?: (patch: Patch<Body>) => Readonly<Record<string, readonly Json[]>>;
  /** Its fields are independent of each other: those that are not in conflict go ahead. */
  readonly isByField: boolean;
  /** Whether two values of a field are one; as JSON where this is left out. */
  readonly isSame?: (field: string, a: Json, b: Json) => boolean;
  /** The server's value of each field, as the cached data holds it. */
  readonly stored: (cached: Json) => Readonly<Record<string, Json>>;
  /**
   * The cached data with the answer over it; with no answer, with the mutation's own values. Null where nothing is to be cached.
   * `isNewest`: nothing that is cached is newer than the answer. An answer that comes late tells only what the mutation itself has put.
   */
  readonly applyToCache: (cached: Json | null, body: Body, answer: Answered<Json> | null, isNewest: boolean) => Json;
  /** What of its fields in the cached data, once it is applied, is its own doing; all of them where this is left out. */
  readonly learned?: (held: Readonly<Record<string, Json>>, body: Body) => Readonly<Record<string, Json>>;
  /** What a conflict leaves to send once each field is decided; null: nothing. */
  readonly resolve: (patch: Patch<Body>, error: EntryError, choices: Readonly<Record<string, 'mine' | 'theirs'>>) => Patch<Body> | null;
  /** Local ids that the body names, by the field that names each; what is no field's value, by its id. */
  readonly references: (body: Body) => Readonly<Record<string, string>>;
  /** The same with the server's ids, as far as they are known. */
  readonly withServerIds: (patch: Patch<Body>, ids: IdMap) => Patch<Body>;
  /** The base at the first attempt: what is cached by then can't be what it is about to create. */
  readonly baseAtFirst?: (base: Patch<Body>['base'], cached: Json) => Patch<Body>['base'];
  /** Of a mutation that creates a record: the record's local id, under which its file waits too. */
  readonly localId: (body: Body) => string | null;
  /**
   * Of a create that is found again by how it looks: which others it could be mistaken for. Those of one lane are made one after the
   * other, and of those that look alike one alone is on its way.
   */
  readonly looks?: (body: Body) => string;
  /** Of a create: the create with an update of its record in it, while the server can't have it. Null: it is no such update. */
  readonly amendedBy?: (create: Patch<Body>, later: Pick<OutboxEntry, 'mutation' | 'body'>) => Patch<Body> | null;
  /** The tag of what is cached is the tag that its call takes as If-Match. */
  readonly isTagged: boolean;
  /** It is given at a click, on what the screen shows at that moment: its base is what is cached then. */
  readonly rebaseOnEnqueue: boolean;
  /** What it creates is cached by itself, under a key of its own, and not as a part of what `cacheKey` names. */
  readonly isCachedApart: boolean;
  /** What it creates is a file, which waits beside the entry. */
  readonly carriesFile: boolean;
  /** The body without a record that will not be created; left out where the mutation has no sense without it. */
  readonly without?: (body: Body, localId: string) => Body;
  /** The record that the server created; null where the mutation creates none, or where that can't be known. */
  readonly created: (patch: Patch<Body>, websiteId: string | null, known: CreateAnswer) => Created | null;
  /** The call that has its effect. */
  readonly send: (websiteId: string, body: Body) => CallRequest;
  /** The call that shows whether it had. */
  readonly read: (websiteId: string, body: Body) => CallRequest;
  /** Such a read may find that the record itself is gone, rather than the place where it was looked for. */
  readonly isReadByRecord: boolean;
  /** The patch, three ways, with the preflight read. */
  readonly compare: (patch: Patch<Body>, theirs: Json, compared: Compared) => PreflightComparison;
  /** What a field is called, in the middle of a sentence. */
  readonly labelOf: (body: Body, field: string) => string;
  /** The form's field that edits it; null where none does, or where this version doesn't know it. */
  readonly fieldOf: (key: string) => Field | null;
  /** A value of `values`, as a field's kind reads it. */
  readonly wireOf: (value: Json) => WireValue;
  /** Of the screen on which it is made, under /website/{websiteId}/; null where this version has none. */
  readonly screenPath: (body: Body) => string | null;
  /** For people: "Social Links: Facebook URL, Twitter URL". */
  readonly describe: (body: Body) => string;
}

function asWire(value: Json): WireValue {
  const wire = v.safeParse(wireValueSchema, value);
  return wire.success ? wire.output : null;
}

/** What most mutations leave out: nothing secret, nothing created, nothing named that was created offline. */
export const defaults = {
  refuses: () => null,
  references: () => ({}),
  localId: () => null,
  created: () => null,
  isByField: false,
  isCachedApart: false,
  carriesFile: false,
  isTagged: false,
  rebaseOnEnqueue: false,
  isReadByRecord: false,
  fieldOf: () => null,
  wireOf: asWire,
} satisfies Partial<MutationDefinition<unknown>>;
