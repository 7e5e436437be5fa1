import type { ClientStore } from '#db/open-client-store.ts';
import type { ClockPort, LockPort } from '#machines/sync/ports.ts';
import { syncActors, syncMachine } from '#machines/sync/sync.machine.ts';
import { type ActorRefFrom, createActor } from 'xstate';
import type { ApiClient } from '#src/io/api-client.ts';
import { createMutationSender, type Outgoing } from '#src/io/mutation-sender.ts';
import { asPartial, isProblem, type ApiResult } from '#contract/api-result.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import type { Credentials } from '#src/io/call-options.ts';
import { newId } from '#db/new-id.ts';
import { syncView } from '#machines/sync/sync.view.ts';
import { createDrainLock } from '#src/io/drain-lock.ts';

export type SyncActor = ActorRefFrom<typeof syncMachine>;

interface SyncDeps {
  readonly store: ClientStore;
  readonly client: ApiClient;
  readonly outgoing: Outgoing;
  readonly lock: LockPort;
  readonly clock: ClockPort;
  readonly signedIn: () => SignedInUser | null;
  readonly online: boolean;
  /** 0 to 1, for the jitter of back-off. */
  readonly random?: () => number;
}

/** Joins the queue, the API and the lock in the sync machine. The actor is not started. */
export function createSync({ store, client, outgoing, lock, clock, signedIn, online, random = Math.random }: SyncDeps): SyncActor {
  const sender = createMutationSender(client, outgoing);
  const wired = syncMachine.provide({
    actors: syncActors({
      outbox: store.drain,
      sender: {
        send: (entry, ifMatch, signal: AbortSignal, mayLeave) =>
          sendAsOwner(signedIn, entry, signal, (credentials) => sender.send(entry, ifMatch, { credentials, signal, mayLeave }), mayLeave),
        read: (entry, signal: AbortSignal) =>
          sendAsOwner(signedIn, entry, signal, (credentials) => sender.read(entry, { credentials, signal })),
      },
      lock,
      clock,
      random,
    }),
  });
  return createActor(wired, { input: { userId: signedIn()?.userId ?? null, online } });
}

/** Who is signed in at this moment. */
export interface SignedInUser {
  readonly userId: string;
  readonly token: string;
}

/**
 * Sends an entry's request, however many calls that takes, under its own user's token and account, and under nobody else's. Both
 * are taken once, when it begins: somebody else may have signed in before its last call. A refusal of a token that was renewed
 * meanwhile says nothing about the new one: the request is made again, once, where it still `mayLeave`.
 */
export async function sendAsOwner<Data>(
  signedIn: () => SignedInUser | null,
  { userId, accountId }: Pick<OutboxEntry, 'userId' | 'accountId'>,
  signal: AbortSignal,
  request: (credentials: Credentials) => Promise<ApiResult<Data>>,
  mayLeave: () => Promise<boolean> = async () => true,
): Promise<ApiResult<Data>> {
  const before = signedIn();
  if (before?.userId !== userId || signal.aborted) return { kind: 'notStarted' };
  const outcome = await request({ token: before.token, accountId });
  if (outcome.kind !== 'refused' || outcome.status !== 401) return outcome;
  const now = signedIn();
  const isRenewed = now?.userId === userId && now.token !== before.token;
  if (!isRenewed || signal.aborted || !(await mayLeave())) return outcome;
  const again = await request({ token: now.token, accountId });
  return outcome.isPartial && isProblem(again) ? asPartial(again) : again;
}

/** The browser's clock. Beyond 2^31 - 1 ms a timer would fire at once. */
const clock: ClockPort = {
  now: Date.now,
  schedule(run, delayMs) {
    const timer = setTimeout(run, Math.min(delayMs, 2_147_483_647));
    return () => clearTimeout(timer);
  },
};

interface BrowserDeps extends Omit<SyncDeps, 'lock' | 'clock' | 'random'> {
  readonly locks: LockManager | null;
}

/** The sync actor of this tab with its drain lock, not yet started. */
export function makeSync({ locks, ...deps }: BrowserDeps): {
  readonly actor: SyncActor;
  readonly view: (actor: SyncActor) => ReturnType<typeof syncView>;
} {
  const lock = createDrainLock({ fence: deps.store.fence, clock, holder: newId(), locks, isHidden: () => document.hidden });
  return { actor: createSync({ ...deps, lock, clock }), view: (actor) => syncView(actor.getSnapshot()) };
}

/**
 * Takes the right to send a user's outbox away from every tab of this browser, this one included. Resolves when none sends any
 * more; the answered function lets them go on.
 */
export function seizeDrain({ locks, store }: Pick<BrowserDeps, 'locks' | 'store'>, userId: string): Promise<() => void> {
  return createDrainLock({ fence: store.fence, clock, holder: newId(), locks, isHidden: () => document.hidden }).seize(userId);
}
