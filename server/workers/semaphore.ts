import type { ServerConfig } from '../config.ts';

/** What comes of work that nobody waits for any more, before its turn came: its client has gone, or has waited too long. */
export interface Abandoned {
  readonly kind: 'abandoned';
}

/** What comes of work for which there is no room to wait. */
export interface Busy {
  readonly kind: 'busy';
}

export interface Turn {
  /** Who the work is for: owners get their turns one after the other, however much each has waiting. */
  readonly owner: string;
  /** Aborted once nobody waits for the work: it gives its place in the queue back. Work that has begun goes on. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A turn that is waited for until the client has gone, and for a third of the time after which its silent connection is cut
 * off: so that it can be told to come back, also where what follows takes as long again.
 */
export function boundedTurn(owner: string, { answerSeconds }: Pick<ServerConfig, 'answerSeconds'>, signal?: AbortSignal): Turn {
  const late = AbortSignal.timeout(Math.floor((answerSeconds * 1000) / 3));
  return { owner, signal: signal ? AbortSignal.any([signal, late]) : late };
}

export type Semaphore = <T>(turn: Turn, work: () => Promise<T>) => Promise<T | Abandoned | Busy>;

/**
 * Lets at most `width` pieces of work go on at once; the others wait, those of one owner in the order they came, and at most
 * `maxWaiting` of them.
 */
export function createSemaphore(width: number, maxWaiting = Number.POSITIVE_INFINITY): Semaphore {
  let free = width;
  let given = 0;
  // By owner; the first is the next, and goes behind the others once it had its turn. None is empty.
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

/** A semaphore for each owner, of which at most `maxWaiting` may wait; one that nothing goes through is forgotten. */
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
