import type { Answered, PaginationInfo } from '../api-result.ts';
import { type Json, sameJson, toJson } from '../json.ts';
import { type EntryError, mutationName, type OutboxEntry, type Target } from '../outbox-entry.ts';
import { createBlockMutation, deleteBlockMutation, reorderBlocksMutation, updateBlockMutation } from './block-mutations.ts';
import { updateBlockSettingsMutation } from './block-settings-mutation.ts';
import type { BlockSettingsBody, CreateBlockBody, DeleteBlockBody, ReorderBlocksBody, UpdateBlockBody } from './blocks.ts';
import { uploadFileMutation } from './file-mutation.ts';
import type { UploadBody } from './files.ts';
import type { WireValue } from '../entities/setting.ts';
import type { Field } from '../fields/field.ts';
import type { ResourceDefinition } from './define.ts';
import { resources } from './index.gen.ts';
import type {
  CallRequest,
  Compared,
  CreateAnswer,
  Created,
  IdMap,
  MutationDefinition,
  Parent,
  Patch,
  PreflightComparison,
} from './mutation.ts';
import { recordMutations } from './record-mutations.ts';
import type { SettingsBody } from './settings.ts';
import { updateSettingsMutation } from './settings-mutation.ts';

/**
 * The body of each mutation of the resources that are no plain records, by `resource.mutation`. A category of settings, and the settings
 * of a block, are records that are only updated; a block is a record of a collection with an order; a file is created by upload.
 */
export interface MutationBodies {
  readonly 'settings.update': SettingsBody;
  readonly 'block.create': CreateBlockBody;
  readonly 'block.update': UpdateBlockBody;
  readonly 'block.delete': DeleteBlockBody;
  readonly 'block.reorder': ReorderBlocksBody;
  readonly 'block-settings.update': BlockSettingsBody;
  readonly 'file.upload': UploadBody;
}

const special: { readonly [Name in keyof MutationBodies]: MutationDefinition<MutationBodies[Name]> } = {
  'settings.update': updateSettingsMutation,
  'block.create': createBlockMutation,
  'block.update': updateBlockMutation,
  'block.delete': deleteBlockMutation,
  'block.reorder': reorderBlocksMutation,
  'block-settings.update': updateBlockSettingsMutation,
  'file.upload': uploadFileMutation,
};

/** An entry's mutation with its body parsed: the interface that outbox, delivery and screens use, whatever the mutation is. */
export interface BoundMutation {
  readonly target: Target;
  readonly cacheKey: string;
  /** The record that its record is a part of; null: of none. It returns null where that is not known. `cached`: its own record in the cache. */
  readonly parent: ((cached: Json | null) => Parent | null) | null;
  readonly refuses: 'secret' | null;
  readonly description: string;
  readonly labelOf: (field: string) => string;
  readonly holdsFile: (key: string) => boolean;
  readonly fieldOf: (key: string) => Field | null;
  readonly wireOf: (value: Json) => WireValue;
  readonly screenPath: string | null;
  readonly merge: (later: Patch<Json>) => Patch<Json> | null;
  readonly values: Readonly<Record<string, Json>>;
  readonly isByField: boolean;
  readonly isCachedApart: boolean;
  readonly isSame: (field: string, a: Json, b: Json) => boolean;
  /** By field, all values that it may have written. */
  readonly mayHavePut: Readonly<Record<string, readonly Json[]>>;
  readonly stored: (cached: Json) => Readonly<Record<string, Json>>;
  /** True while the cached data still shows the base of every field. */
  readonly isFresh: (cached: Json) => boolean;
  readonly references: Readonly<Record<string, string>>;
  readonly withServerIds: (ids: IdMap, createdHere: readonly string[]) => Patch<Json>;
  /** Null: nothing is to be searched for before it is sent. */
  readonly baseAfterSearch: ((found: Json, pagination: PaginationInfo | null) => Patch<Json>['base']) | null;
  readonly baseAtFirst: (cached: Json) => Patch<Json>['base'];
  readonly localId: string | null;
  /** For a mutation that creates a record: the collection of the record, by the beginning of its cache key. */
  readonly collection: string | null;
  readonly looks: string;
  readonly amendedBy: (later: Pick<OutboxEntry, 'mutation' | 'body'>) => Patch<Json> | null;
  /** The flags of `oneOf` that it gives its record. */
  readonly gives: readonly string[];
  /** The same without some of those flags; null: nothing is left. Undefined: it can't be divided. */
  readonly withoutGiven: (flags: readonly string[]) => Patch<Json> | null | undefined;
  readonly carriesFile: boolean;
  readonly isTagged: boolean;
  readonly rebaseOnEnqueue: boolean;
  readonly deletes: boolean;
  /** The body without a record that will not be created; null where the entry makes no sense without it. */
  readonly without: (localId: string) => Json | null;
  readonly created: (known: CreateAnswer) => Created | null;
  readonly applyToCache: (cached: Json | null, answer: Answered<Json> | null, isNewest: boolean) => Json;
  readonly resolve: (error: EntryError, choices: Readonly<Record<string, 'mine' | 'theirs'>>) => Patch<Json> | null;
  /**
   * What of a conflict needs nobody's choice, with the server's values as its base; null: nothing. `isOver`: those values are earlier ones of
   * the same person, and the change stands where both meet.
   */
  readonly joined: (theirs: Readonly<Record<string, Json>>, isOver?: boolean) => Patch<Json> | null;
  readonly send: () => CallRequest;
  readonly read: () => CallRequest;
  readonly isReadByRecord: boolean;
  readonly compare: (theirs: Json, compared: Compared) => PreflightComparison;
}

type BindableEntry = Pick<OutboxEntry, 'resource' | 'mutation' | 'websiteId' | 'accountId' | 'body' | 'base'>;
type Bind = (entry: BindableEntry) => BoundMutation | null;

const binder =
  <Body>(definition: MutationDefinition<Body>): Bind =>
  (entry) =>
    bindTo(definition, entry);

/** Every known mutation, by `resource.mutation`. */
const registry = new Map<string, Bind>(
  (Object.keys(special) as (keyof MutationBodies)[]).map((name): [string, Bind] => [name, specialBinder(name)]),
);
/** By the name of a resource, the names of those whose records are parts of its records. */
const partNames = new Map<string, Set<string>>();
for (const resource of resources) registerResource(resource);

/** Registers the mutations of a resource, those that it has calls for. The console's own are those of `index.gen.ts`; tests add theirs. */
export function registerResource(resource: ResourceDefinition): void {
  const { calls, name, within } = resource;
  if (within) partNames.set(within.resource, new Set([...partsOf(within.resource), name]));
  const { create, update, delete: remove, act } = recordMutations(resource);
  const named = {
    ...(calls.create ? { create: binder(create) } : {}),
    ...(calls.update ? { update: binder(update) } : {}),
    ...(calls.remove ? { delete: binder(remove) } : {}),
    act: binder(act),
  };
  for (const [kind, each] of Object.entries(named)) registry.set(`${name}.${kind}`, each);
}

/** The names of the resources whose records are parts of the records of this one. */
export function partsOf(resource: string): Iterable<string> {
  return partNames.get(resource) ?? [];
}

function specialBinder<Name extends keyof MutationBodies>(name: Name): Bind {
  const definition: MutationDefinition<MutationBodies[Name]> = special[name];
  return binder(definition);
}

/** Joins an entry with its mutation; null where this version knows no such mutation, or can't read the body. */
export function bind(entry: BindableEntry): BoundMutation | null {
  return registry.get(mutationName(entry))?.(entry) ?? null;
}

function bindTo<Body>(mutation: MutationDefinition<Body>, entry: BindableEntry): BoundMutation | null {
  const body = mutation.parse(entry.body);
  if (body === null) return null;
  const patch: Patch<Body> = { body, base: entry.base };
  const websiteId = entry.websiteId ?? '';
  const localId = mutation.localId(body);
  return {
    target: mutation.target(entry, body),
    cacheKey: mutation.cacheKey(entry.websiteId, body),
    parent: mutation.parent ? (cached) => mutation.parent?.(entry, body, cached) ?? null : null,
    refuses: mutation.refuses(body),
    // Computed on demand: not every part is needed, and an outbox of thousands is read often.
    get description() {
      return mutation.describe(body);
    },
    labelOf: (field) => mutation.labelOf(body, field),
    holdsFile: mutation.holdsFile,
    fieldOf: mutation.fieldOf,
    wireOf: mutation.wireOf,
    get screenPath() {
      return mutation.screenPath(body);
    },
    merge(later) {
      const over = mutation.parse(later.body);
      const merged = over === null ? null : mutation.merge(patch, { body: over, base: later.base });
      return merged === null ? null : plain(merged);
    },
    get values() {
      return mutation.values(body);
    },
    isByField: mutation.isByField,
    isCachedApart: mutation.isCachedApart,
    isSame: mutation.isSame ?? ((_, a, b) => sameJson(a, b)),
    get mayHavePut() {
      const partly = mutation.partlyApplied?.(patch) ?? {};
      return Object.fromEntries(Object.entries(mutation.values(body)).map(([key, value]) => [key, [value, ...(partly[key] ?? [])]]));
    },
    stored: (cached) => mutation.stored(cached),
    isFresh(cached) {
      const theirs = mutation.stored(cached);
      return Object.keys(mutation.values(body)).every((key) => sameJson(theirs[key] ?? null, entry.base[key] ?? null));
    },
    get references() {
      return mutation.references(body);
    },
    withServerIds: (ids, createdHere) => plain(mutation.withServerIds(patch, ids, createdHere)),
    baseAfterSearch: mutation.baseAfterSearch
      ? (found, pagination) => mutation.baseAfterSearch?.(patch, found, pagination) ?? entry.base
      : null,
    baseAtFirst: (cached) => mutation.baseAtFirst?.(entry.base, cached) ?? entry.base,
    localId,
    collection: localId === null ? null : mutation.cacheKey(entry.websiteId, body).replace(localId, ''),
    get looks() {
      return mutation.looks?.(body) ?? '';
    },
    amendedBy(later) {
      const amended = mutation.amendedBy?.(patch, later) ?? null;
      return amended === null ? null : plain(amended);
    },
    get gives() {
      return mutation.gives?.(body) ?? [];
    },
    withoutGiven(flags) {
      const rest = mutation.withoutGiven?.(patch, flags);
      return rest ? plain(rest) : rest;
    },
    carriesFile: mutation.carriesFile,
    isTagged: mutation.isTagged,
    rebaseOnEnqueue: mutation.rebaseOnEnqueue,
    deletes: entry.mutation === 'delete',
    without: (localId) => (mutation.without ? toJson(mutation.without(body, localId)) : null),
    created: (known) => mutation.created(patch, entry.websiteId, known),
    applyToCache: (cached, answer, isNewest) => mutation.applyToCache(cached, body, answer, isNewest),
    resolve(error, choices) {
      const rest = mutation.resolve(patch, error, choices);
      return rest === null ? null : plain(rest);
    },
    joined(theirs, isOver = false) {
      const both = mutation.joined?.(patch, theirs, isOver) ?? null;
      return both === null ? null : plain(both);
    },
    send: () => mutation.send(websiteId, body),
    read: () => mutation.read(websiteId, body),
    isReadByRecord: mutation.isReadByRecord,
    compare: (theirs, compared) => mutation.compare(patch, theirs, compared),
  };
}

function plain<Body>(patch: Patch<Body>): Patch<Json> {
  return { body: toJson(patch.body), base: patch.base };
}
