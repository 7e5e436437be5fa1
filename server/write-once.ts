import type { Call } from '#contract/calls/define.ts';
import type { SignedIn } from './auth/tokens.ts';
import type { Database } from './connect.ts';
import type { Deps } from './deps.ts';
import { diskFullFailure } from './disk/disk-full.ts';
import { lacksRoomInDatabase } from './disk/writes.ts';
import type { Failure, Reply, Success } from './http/reply.ts';
import { isTooLongToKeep, type StoredAnswer, storeAnswer, takeKey } from './idempotency.ts';

interface Write {
  readonly call: Call;
  readonly deps: Deps;
  readonly user: SignedIn;
  readonly key: string | null;
  /** A fingerprint of the whole request. */
  readonly print: string;
  readonly now: Date;
  readonly saysOk?: boolean;
}

/**
 * Runs a write in a transaction, once for its key: either the effect and the answer are stored together, or neither is. `again` makes the
 * answer to a repeat where the first was too long to store.
 */
export async function writeOnce(
  { call, deps, user, key, print, now, saysOk = false }: Write,
  run: (tx: Database) => Promise<Reply<unknown>>,
  again?: (tx: Database) => Promise<Reply<unknown>>,
): Promise<Reply<unknown> | StoredAnswer> {
  const reply = await inTransaction<Reply<unknown> | StoredAnswer>(deps.db, async (tx) => {
    // Checked again now that it is its turn: receiving its body, and the writes before it, may have taken minutes. Nothing is written yet.
    if (await lacksRoomInDatabase(call, deps)) return diskFullFailure();
    const taken = key === null ? null : await takeKey(tx, user.id, key, print, now);
    if (taken?.kind === 'unkept') {
      if (!again) throw new Error(`the answer of ${call.name} was not kept, and nothing makes it again`);
      const reply = await again(tx);
      if (reply.kind === 'failure') return reply;
      return { kind: 'stored', status: taken.status, body: bodyOf(reply, saysOk), etag: reply.etag ?? null };
    }
    if (taken) return taken;
    const reply = await run(tx);
    if (key !== null && reply.kind === 'success') {
      const body = bodyOf(reply, saysOk);
      const kept = again && isTooLongToKeep(body) ? { body: null, etag: null } : { body, etag: reply.etag ?? null };
      await storeAnswer(tx, user.id, key, { status: call.success ?? 200, ...kept });
    }
    return reply;
  });
  if (reply.kind !== 'failure') deps.reclaim.noteWrite(user.id);
  if (reply.kind === 'success' && reply.afterCommit) deps.background.run(reply.afterCommit);
  return reply;
}

/** Carries a refusal out of a transaction, so that earlier writes in it are rolled back. */
class Undo extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** Runs work in a transaction, or within one in a part of it: a failure undoes what the work has written, and nothing before it. */
export async function inTransaction<R extends Reply<unknown> | StoredAnswer>(
  db: Database,
  work: (tx: Database) => Promise<R>,
): Promise<R | Failure> {
  try {
    return await db.transaction(async (tx) => {
      const reply = await work(tx);
      if (reply.kind === 'failure') throw new Undo(reply);
      return reply;
    });
  } catch (error) {
    if (error instanceof Undo) return error.failure;
    throw error;
  }
}

/** The body of a successful answer. */
export function bodyOf({ data, pagination }: Success<unknown>, saysOk: boolean): string {
  return JSON.stringify({ ...(saysOk ? { ok: true } : {}), data, ...(pagination ? { pagination } : {}) });
}
