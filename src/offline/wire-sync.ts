import type { ClientStore } from '#db/open-client-store.ts';
import type { ClockPort, LockPort } from '#machines/sync/ports.ts';
import { syncActors, syncMachine } from '#machines/sync/sync.machine.ts';
import * as v from 'valibot';
import { type ActorRefFrom, createActor, type InspectionEvent } from 'xstate';
import type { ApiClient } from '#src/io/api-client.ts';
import { createMutationSender, type UploadFiles } from '#src/io/mutation-sender.ts';
import { asPartial, isProblem, type ApiResult } from '#contract/api-result.ts';
import { uploadFile } from '#contract/calls/files.ts';
import type { Json } from '#contract/json.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { resources } from '#contract/resources/index.gen.ts';
import type { Credentials } from '#src/io/call-options.ts';
import { newId } from '#db/new-id.ts';
import { syncView } from '#machines/sync/sync.view.ts';
import { inspectActors } from '#src/app/live-actors.ts';
import { createDrainLock, type DrainLock } from '#src/io/drain-lock.ts';

export type SyncActor = ActorRefFrom<typeof syncMachine>;

interface SyncDeps {
  readonly store: ClientStore;
  readonly client: ApiClient;
  readonly uploadFiles: UploadFiles;
  readonly lock: LockPort;
  readonly clock: ClockPort;
  readonly signedIn: () => SignedInUser | null;
  /** Called when a write of records was sent that the answers about their website contain. */
  readonly onWebsiteChanged?: (websiteId: string) => void;
  /** Called with what the server changed or left out of an uploaded file. */
  readonly onRemarks?: (remarks: readonly string[]) => void;
  readonly online: boolean;
  /** 0 to 1, for the jitter of back-off. */
  readonly random?: () => number;
  readonly inspect?: (event: InspectionEvent) => void;
}

/** Creates the sync actor on the outbox, the API and the lock. The actor is not started. */
export function createSync(deps: SyncDeps): SyncActor {
  const {
    store,
    client,
    uploadFiles,
    lock,
    clock,
    signedIn,
    onWebsiteChanged = () => undefined,
    onRemarks = () => undefined,
    online,
    random = Math.random,
    inspect,
  } = deps;
  const sender = createMutationSender(client, uploadFiles);
  const wired = syncMachine.provide({
    actors: syncActors({
      outbox: store.drain,
      sender: {
        async send(entry, ifMatch, signal: AbortSignal, mayLeave) {
          const request = (credentials: Credentials) => sender.send(entry, ifMatch, { credentials, signal, mayLeave });
          const result = await sendAsOwner(signedIn, entry, signal, request, mayLeave);
          if (entry.websiteId !== null && !isProblem(result) && isInWebsite(entry)) onWebsiteChanged(entry.websiteId);
          const remarks = isProblem(result) || entry.resource !== 'file' ? [] : remarksIn(result.data);
          if (remarks.length > 0) onRemarks(remarks);
          return result;
        },
        read: (entry, signal: AbortSignal) =>
          sendAsOwner(signedIn, entry, signal, (credentials) => sender.read(entry, { credentials, signal })),
      },
      lock,
      clock,
      random,
    }),
  });
  return createActor(wired, { input: { userId: signedIn()?.userId ?? null, online }, inspect });
}

/** The remarks in the answer to an upload. */
function remarksIn(answer: Json): readonly string[] {
  const parsed = v.safeParse(uploadFile.answer, answer);
  return parsed.success ? parsed.output.flatMap(({ remarks }) => remarks ?? []) : [];
}

const isInWebsite = ({ resource }: OutboxEntry): boolean => resources.some(({ name, isInWebsite }) => name === resource && isInWebsite);

/** Who is signed in at this moment. */
export interface SignedInUser {
  readonly userId: string;
  readonly token: string;
}

/**
 * Sends an entry's request with the token and account of its own user. Both are read once at the beginning, since another user may
 * sign in before the last call. Where the refused token was renewed meanwhile, the request is made once more, if it still `mayLeave`.
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
  const result = await request({ token: before.token, accountId });
  if (result.kind !== 'refused' || result.status !== 401) return result;
  const now = signedIn();
  const isRenewed = now?.userId === userId && now.token !== before.token;
  if (!isRenewed || signal.aborted || !(await mayLeave())) return result;
  const again = await request({ token: now.token, accountId });
  return result.isPartial && isProblem(again) ? asPartial(again) : again;
}

/** The browser's clock. A timer of more than 2^31 - 1 ms would fire at once. */
const clock: ClockPort = {
  now: Date.now,
  schedule(run, delayMs) {
    const timer = setTimeout(run, Math.min(delayMs, 2_147_483_647));
    return () => clearTimeout(timer);
  },
};

interface BrowserDeps extends Omit<SyncDeps, 'lock' | 'clock' | 'random' | 'inspect'> {
  readonly locks: LockManager | null;
}

/** The sync actor of this tab with its drain lock, not yet started. */
export function makeSync({ locks, ...deps }: BrowserDeps): {
  readonly actor: SyncActor;
  readonly view: (actor: SyncActor) => ReturnType<typeof syncView>;
} {
  // Where the entries are in the memory of this tab, no other one could send them; and this tab would not see the heartbeat of one that
  // sends its own, and would steal its lock.
  const lock = lockOf(deps.store, () => (deps.store.place() === 'device' ? locks : null));
  return { actor: createSync({ ...deps, lock, clock, inspect: inspectActors }), view: (actor) => syncView(actor.getSnapshot()) };
}

/**
 * Stops every tab of this browser, this one included, from sending a user's outbox. Resolves when none sends any more. The returned
 * function lets them go on.
 */
export function seizeDrain({ locks, store }: Pick<BrowserDeps, 'locks' | 'store'>, userId: string): Promise<() => void> {
  return lockOf(store, () => locks).seize(userId);
}

const lockOf = ({ fence, drain: { take } }: ClientStore, locks: () => LockManager | null): DrainLock => {
  const holder = newId();
  return createDrainLock({
    ...{ fence, take, clock, holder, isHidden: () => document.hidden },
    get locks() {
      return locks();
    },
  });
};
