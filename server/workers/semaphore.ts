import type { ServerConfig } from '../config.ts';

/** The result of work that is no longer wanted before its turn comes: its client has disconnected, or has waited too long. */
export interface Abandoned {
  readonly kind: 'abandoned';
}

/** The result of work where too much is waiting already. */
export interface Busy {
  readonly kind: 'busy';
}

export interface Turn {
  /** The owner of the work: owners get turns in rotation, however much work each has waiting. */
  readonly owner: string;
  /** Aborted once the work is no longer wanted: it then leaves the queue. Work that has begun goes on. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The limit of a wait: until the client disconnects, or for a third of the time after which its silent connection is cut off, so that it
 * still gets a refusal with a retry time, even if the work behind it takes as long again.
 */
export function boundedTurn(owner: string, { answerSeconds }: Pick<ServerConfig, 'answerSeconds'>, signal?: AbortSignal): Turn {
  const late = AbortSignal.timeout(Math.floor((answerSeconds * 1000) / 3));
  return { owner, signal: signal ? AbortSignal.any([signal, late]) : late };
}

export type Semaphore = <T>(turn: Turn, work: () => Promise<T>) => Promise<T | Abandoned | Busy>;

/**
 * Lets at most `width` pieces of work run at once; the others wait: those of one owner in their order, and at most `maxWaiting` of them.
 */
export function createSemaphore(width: number, maxWaiting = Number.POSITIVE_INFINITY): Semaphore {
  let free = width;
  let given = 0;
  // By owner; the first is the next one, and goes to the end after its turn. No queue is empty.
  const waiting = new Map<string, (() => void)[]>();

  const turnOf = ({ owner, signal }: Turn) =>
    new Promise<boolean>((resolve) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve(true);
      };
      const leave = () => {
        const left = (waiting.get(owner) ?? []).filter((entry) => entry !== begin);
        if (left.length > 0) waiting.set(owner, left);
        else waiting.delete(owner);
        resolve(false);
      };
      waiting.set(owner, [...(waiting.get(owner) ?? []), begin]);
      signal?.addEventListener('abort', leave, { once: true });
    });

  const passOn = () => {
    const [next] = waiting;
    if (!next) {
      free += 1;
      return;
    }
    const [owner, [begin, ...rest]] = next;
    waiting.delete(owner);
    if (rest.length > 0) waiting.set(owner, rest);
    begin?.();
  };

  const through: Semaphore = async (turn, work) => {
    if (turn.signal?.aborted) return { kind: 'abandoned' };
    if (free > 0) free -= 1;
    else if (!(await turnOf(turn))) return { kind: 'abandoned' };
    try {
      return await work();
    } finally {
      passOn();
    }
  };

  return async (turn, work) => {
    if (given >= width + maxWaiting) return { kind: 'busy' };
    given += 1;
    try {
      return await through(turn, work);
    } finally {
      given -= 1;
    }
  };
}

/** A semaphore for each owner, with at most `maxWaiting` waiting; an unused one is removed. */
export function createSemaphorePerOwner(width: number, maxWaiting: number): Semaphore {
  const semaphores = new Map<string, { readonly through: Semaphore; users: number }>();
  return async (turn, work) => {
    const own = semaphores.get(turn.owner) ?? { through: createSemaphore(width, maxWaiting), users: 0 };
    semaphores.set(turn.owner, own);
    own.users += 1;
    try {
      return await own.through(turn, work);
    } finally {
      own.users -= 1;
      if (own.users === 0) semaphores.delete(turn.owner);
    }
  };
}
