import type { Json } from '#contract/json.ts';
import type { Answered } from '#contract/outcome.ts';
import type { RowError } from '#contract/queue.ts';

/** A body with the base of the fields it touches: what coalescing merges. */
export interface Touch<Body> {
  readonly body: Body;
  readonly base: Readonly<Record<string, Json>>;
}

/** How one command lays itself over the cache, joins another of its kind, and takes the server's answer. Pure. */
export interface Command<Body> {
  /** Null for a body that this version can't read. */
  readonly parse: (body: Json) => Body | null;
  readonly target: (websiteId: string | null, body: Body) => { readonly entity: string; readonly id: string };
  /** The cache entry that the command changes. */
  readonly cacheKey: (websiteId: string | null, body: Body) => string;
  /** Why it must not rest on the device; null: it may. */
  readonly refuses: (body: Body) => 'secret' | null;
  /** A later save over an earlier one that was never sent; the earliest base stays. */
  readonly merge: (earlier: Touch<Body>, later: Touch<Body>) => Touch<Body>;
  /** The fields of `touch` that a predecessor's done save changed get the server's new word as their base. */
  readonly rebase: (touch: Touch<Body>, learned: Json) => Touch<Body>;
  /** Our value of each touched field, by its name in `base`. */
  readonly values: (body: Body) => Readonly<Record<string, Json>>;
  /** The server's value of each field, as the cached data holds it. */
  readonly stored: (cached: Json) => Readonly<Record<string, Json>>;
  /** The cached data after a save: the answer's words over it; with no answer, our own values. */
  readonly take: (cached: Json | null, body: Body, answer: Answered<Json> | null) => Json;
  /** What a conflict leaves to send once each field is decided; null: nothing. */
  readonly resolve: (touch: Touch<Body>, error: RowError, choices: Readonly<Record<string, 'mine' | 'theirs'>>) => Touch<Body> | null;
  /** In a person's words: "Social Links: Facebook URL, Twitter URL". */
  readonly words: (body: Body) => string;
}
