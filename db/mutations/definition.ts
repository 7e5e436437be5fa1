import type { Json } from '#contract/json.ts';
import type { Answered } from '#contract/api-result.ts';
import type { EntryError } from '#contract/outbox-entry.ts';

/** A body with the base of the fields it touches: what coalescing merges. */
export interface Patch<Body> {
  readonly body: Body;
  readonly base: Readonly<Record<string, Json>>;
}

/** Server ids of things made offline, by the id that they had on this device. */
export type Aliases = ReadonlyMap<string, string>;

/** A thing that a command made on the server. `cached`: what the cache keeps of it; null where `take` puts it into what is cached. */
export interface Made {
  readonly serverId: string;
  readonly cached: { readonly key: string; readonly data: Json } | null;
}

/** The moment of a command's answer. `since`: when the command was given, ms since the epoch. */
export interface Heard {
  readonly since: number;
  readonly answer: Json | null;
  /** What was read on the way; with no answer, that is what shows the effect. */
  readonly read: Json | null;
}

/** How one command lays itself over the cache, joins another of its kind, and takes the server's answer. Pure. */
export interface MutationDefinition<Body> {
  /** Null for a body that this version can't read. */
  readonly parse: (body: Json) => Body | null;
  readonly target: (websiteId: string | null, body: Body) => { readonly entity: string; readonly id: string };
  /** The cache entry that the command changes. */
  readonly cacheKey: (websiteId: string | null, body: Body) => string;
  /** Why it must not rest on the device; null: it may. */
  readonly refuses: (body: Body) => 'secret' | null;
  /** A later save over an earlier one that was never sent; the earliest base stays. Null: they are never one. */
  readonly merge: (earlier: Patch<Body>, later: Patch<Body>) => Patch<Body> | null;
  /** Our value of each touched field, by its name in `base`. */
  readonly values: (body: Body) => Readonly<Record<string, Json>>;
  /** What else it may have left in a field where it was cut off: for a command that takes several calls. */
  readonly halfway?: (touch: Patch<Body>) => Readonly<Record<string, readonly Json[]>>;
  /** The server's value of each field, as the cached data holds it. */
  readonly stored: (cached: Json) => Readonly<Record<string, Json>>;
  /** The cached data after a save: the answer's words over it; with no answer, our own values. */
  readonly take: (cached: Json | null, body: Body, answer: Answered<Json> | null) => Json;
  /** What a conflict leaves to send once each field is decided; null: nothing. */
  readonly resolve: (touch: Patch<Body>, error: EntryError, choices: Readonly<Record<string, 'mine' | 'theirs'>>) => Patch<Body> | null;
  /** Things made offline that the body names: their ids on this device, by the field that names each; what is no field's value, by its id. */
  readonly references: (body: Body) => Readonly<Record<string, string>>;
  /** The same with the server's ids, as far as they are known. */
  readonly withAliases: (touch: Patch<Body>, aliases: Aliases) => Patch<Body>;
  /** The base at the first attempt: what is cached by then can't be what it is about to make. */
  readonly baseAtFirst?: (base: Patch<Body>['base'], cached: Json) => Patch<Body>['base'];
  /** For a command that makes a thing: the id that it has on this device, under which its file waits too. */
  readonly localId: (body: Body) => string | null;
  /** True where the tag of what is cached is the tag that the command's call takes as If-Match. */
  readonly isTagged: boolean;
  /** True where it is given at a click, on what the screen shows at that moment: its base is what is cached then. */
  readonly rebaseOnEnqueue?: boolean;
  /** True where what it makes is a file, which waits beside the row. */
  readonly carriesFile: boolean;
  /** True where it deletes its target: what else still waits for that when it is done goes with it. */
  readonly deletes?: boolean;
  /** The body without a thing that will not be made; left out where the command has no sense without it. */
  readonly without?: (body: Body, localId: string) => Body;
  /** What the server made; null where the command makes nothing, or where it can't be told. */
  readonly made: (touch: Patch<Body>, websiteId: string | null, heard: Heard) => Made | null;
  /** In a person's words: "Social Links: Facebook URL, Twitter URL". */
  readonly words: (body: Body) => string;
}
