import type { Answered, PaginationInfo } from '../api-result.ts';
import type { Call } from '../calls/define.ts';
import { asWire, type WireValue } from '../entities/setting.ts';
import type { Json } from '../json.ts';
import type { EntryError, OutboxEntry, Target, TargetScope } from '../outbox-entry.ts';
import type { Field } from '../fields/field.ts';
import type { Comparison, UnconfirmedWrites } from './compare-fields.ts';

/** A body with the base of the fields that it changes, for merging. */
export interface Patch<Body> {
  readonly body: Body;
  readonly base: Readonly<Record<string, Json>>;
}

/** Server ids of records created on this device, by their local ids: of all, or of those that a mutation names. */
export type IdMap = ReadonlyMap<string, string>;

/**
 * A record that a mutation created on the server. `cached`: its data in the cache; null where `applyToCache` adds it to the cached
 * collection.
 */
export interface Created {
  readonly serverId: string;
  /**
   * The values that it wrote to fields that an update changes separately, as the server stores them: an earlier edit takes them as its
   * base.
   */
  readonly values: Readonly<Record<string, Json>>;
  readonly cached: { readonly key: string; readonly data: Json } | null;
}

/** The record that another one is a part of (`within` of its resource). */
export interface Parent extends Target {
  readonly cacheKey: string;
}

/** What is known once a create has been applied. `since`: when it was saved, ms since the epoch. */
export interface CreateAnswer {
  readonly since: number;
  readonly answer: Json | null;
  /** The preflight read; without an answer, this shows the effect. */
  readonly read: Json | null;
}

/** One call of the API, complete except for key, tag and credentials. */
export interface CallRequest {
  readonly call: Call;
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  /** Of a list: how many of its pages are read at most; one by default. */
  readonly mostPages?: number;
  readonly body?: unknown;
}

/**
 * The state of an entry according to a preflight read: already applied, safe to send, or in conflict; `gone`: its record was deleted.
 * `unknown`: it may have been applied, and the read does not show whether it was. `unreadable`: the answer has another shape.
 */
export type PreflightComparison = Comparison | { readonly kind: 'gone' } | { readonly kind: 'unknown' } | { readonly kind: 'unreadable' };

/** What an entry is compared by, in addition to its patch. `pagination`: of a preflight read that is a list, of which it may be a part. */
export type Compared = UnconfirmedWrites & { readonly createdAt: number; readonly pagination?: PaginationInfo | null };

/** The meaning of one mutation of one resource: for the cache, for another entry of its kind, for the server. Pure. */
export interface MutationDefinition<Body> {
  /** Null for a body that this version can't read. */
  readonly parse: (body: Json) => Body | null;
  readonly target: (scope: TargetScope, body: Body) => Target;
  /** The key of the cached record or collection that it changes. */
  readonly cacheKey: (websiteId: string | null, body: Body) => string;
  /** The record that its record is a part of; null: not known. `cached`: its own record in the cache. Absent: it is a part of none. */
  readonly parent?: (scope: TargetScope, body: Body, cached: Json | null) => Parent | null;
  /** Why this mutation must not be stored on the device; null: it may be. */
  readonly refuses: (body: Body) => 'secret' | null;
  /** A later mutation merged into an earlier one that was never sent; the earliest base stays. Null: they can't be merged. */
  readonly merge: (earlier: Patch<Body>, later: Patch<Body>) => Patch<Body> | null;
  /** The new value of each field that it changes, by the field's name in `base`. */
  readonly values: (body: Body) => Readonly<Record<string, Json>>;
  /** Other values that it may have left in a field where it was interrupted: for a mutation that takes several calls. */
  readonly partlyApplied?: (patch: Patch<Body>) => Readonly<Record<string, readonly Json[]>>;
  /** Its fields are independent of each other: those that are not in conflict are sent. */
  readonly isByField: boolean;
  /** Whether two values of a field are equal; by default compared as JSON. */
  readonly isSame?: (field: string, a: Json, b: Json) => boolean;
  /** The server's value of each field in the cached data. */
  readonly stored: (cached: Json) => Readonly<Record<string, Json>>;
  /**
   * The cached data with the answer applied or, without an answer, with the mutation's own values. Null where nothing is to be cached.
   * `isNewest`: nothing in the cache is newer than the answer. A late answer counts only for the values that the mutation itself has
   * written.
   */
  readonly applyToCache: (cached: Json | null, body: Body, answer: Answered<Json> | null, isNewest: boolean) => Json;
  /** What remains to be sent of a conflict once each field is decided; null: nothing. */
  readonly resolve: (patch: Patch<Body>, error: EntryError, choices: Readonly<Record<string, 'mine' | 'theirs'>>) => Patch<Body> | null;
  /**
   * What of a conflict needs nobody's choice: the fields of which both changes fit together, with the server's value as their base; null: none.
   * `theirs`: the server's values; `isOver`: earlier ones of the same person, over which the change stands. Absent: no value has parts.
   */
  readonly joined?: (patch: Patch<Body>, theirs: Readonly<Record<string, Json>>, isOver: boolean) => Patch<Body> | null;
  /** Local ids in the body, by the field that has each as its value; other local ids by the id itself. */
  readonly references: (body: Body) => Readonly<Record<string, string>>;
  /**
   * The same with the server's ids, as far as they are known. `createdHere`: for a create, the server ids of records of the same collection
   * that this device has created: none of them is the record of this create.
   */
  readonly withServerIds: (patch: Patch<Body>, ids: IdMap, createdHere: readonly string[]) => Patch<Body>;
  /** The base at the first attempt: a record that is cached by then can't be the one that this is about to create. */
  readonly baseAtFirst?: (base: Patch<Body>['base'], cached: Json) => Patch<Body>['base'];
  /**
   * For a create whose record is recognised by its values: the base with the records that a search found before an attempt, while no attempt
   * can have created one. Without such a search an older record that looks alike could be taken for the created one.
   */
  readonly baseAfterSearch?: (patch: Patch<Body>, found: Json, pagination: PaginationInfo | null) => Patch<Body>['base'];
  /** For a mutation that creates a record: the record's local id, under which its file is stored too. */
  readonly localId: (body: Body) => string | null;
  /**
   * For a create whose record is recognised by its values: the records with which it could be confused. Creates of one lane are sent one
   * after the other, and only one of those that look alike is in flight.
   */
  readonly looks?: (body: Body) => string;
  /**
   * For a create: the create with an update of its record merged in, while the server can't have it. Null: the update is not one of its
   * record.
   */
  readonly amendedBy?: (create: Patch<Body>, later: Pick<OutboxEntry, 'mutation' | 'body'>) => Patch<Body> | null;
  /** The flags of `oneOf` that it gives its record. Absent: none. */
  readonly gives?: (body: Body) => readonly string[];
  /** The same without these flags; null: nothing is left. Absent: it can't be divided. */
  readonly withoutGiven?: (patch: Patch<Body>, flags: readonly string[]) => Patch<Body> | null;
  /** The tag in the cache is the one that its call takes as If-Match. */
  readonly isTagged: boolean;
  /** It is made by a click, on what the screen shows at that moment: its base is the cached state then. */
  readonly rebaseOnEnqueue: boolean;
  /** The created record is cached separately, under its own key, and not as a part of `cacheKey`. */
  readonly isCachedApart: boolean;
  /** It creates a file, which is stored beside the entry. */
  readonly carriesFile: boolean;
  /** The body without a record that will not be created; absent where the mutation makes no sense without it. */
  readonly without?: (body: Body, localId: string) => Body;
  /** The record that the server created; null where the mutation creates none, or where that can't be known. */
  readonly created: (patch: Patch<Body>, websiteId: string | null, known: CreateAnswer) => Created | null;
  /** The call that has its effect. */
  readonly send: (websiteId: string, body: Body) => CallRequest;
  /** The call that shows whether it had its effect. */
  readonly read: (websiteId: string, body: Body) => CallRequest;
  /** That read can show that the record itself is gone, and not only its collection. */
  readonly isReadByRecord: boolean;
  /** Compares the patch, three ways, with the preflight read. */
  readonly compare: (patch: Patch<Body>, theirs: Json, compared: Compared) => PreflightComparison;
  /** A field's label, as in the middle of a sentence. */
  readonly labelOf: (body: Body, field: string) => string;
  /** Whether a field that names something local names a file; also where this version doesn't know the field. */
  readonly holdsFile: (key: string) => boolean;
  /** The form's field that edits it; null where none does, or where its definition loads with its screen. */
  readonly fieldOf: (key: string) => Field | null;
  /** A value of `values` in the form that a field's kind reads. */
  readonly wireOf: (value: Json) => WireValue;
  /** The path of the screen on which it is made, under /website/{websiteId}/; null where this version has none. */
  readonly screenPath: (body: Body) => string | null;
  /** For people: "Social links: Facebook URL, Twitter URL". */
  readonly describe: (body: Body) => string;
}

/** The defaults of most mutations: nothing secret, no created record, no local ids. */
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
  holdsFile: () => true,
  fieldOf: () => null,
  wireOf: asWire,
} satisfies Partial<MutationDefinition<unknown>>;
