import type { Category } from '#contract/entities/setting.ts';
import type { ApiResult, Problem } from '#contract/api-result.ts';
import { screens } from '#contract/settings/summary.gen.ts';
import { noRoomMessage } from './no-room.ts';
import { createThrottle } from './throttle.ts';

/** `onProgress`: how many parts are cached, of how many. No request begins after `signal` aborts. */
export interface PrefetchOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, all: number) => void;
}

interface Deps {
  /** Fetches a category into the cache. */
  readonly refresh: (category: Category) => Promise<Problem | null>;
  readonly isCached: (category: Category) => Promise<boolean>;
}

/** How many categories are requested at once. */
const prefetchedAtOnce = 4;

/** Caches every category of a website. Rejects where the device has no room for them. */
export async function prefetchSettings(
  { refresh, isCached }: Deps,
  { signal, onProgress = () => undefined }: PrefetchOptions,
): Promise<ApiResult<number>> {
  const all = [...new Set(screens.flatMap((screen) => screen.categories))];
  const rest = [...all];
  const throttle = createThrottle({ signal });
  let [done, problem]: [number, Problem | null] = [0, null];
  onProgress(0, all.length);
  const fetchRest = async (): Promise<void> => {
    for (let category = rest.shift(); category !== undefined && problem === null; category = rest.shift()) {
      if (signal?.aborted) return;
      problem ??= await throttle.run(() => refresh(category));
      done += 1;
      if (!signal?.aborted) onProgress(done, all.length);
    }
  };
  await Promise.all(Array.from({ length: prefetchedAtOnce }, fetchRest));
  if (signal?.aborted) return { kind: 'aborted' };
  if (problem) return problem;
  const cached = await Promise.all(all.map(isCached));
  if (cached.includes(false)) throw new Error(noRoomMessage);
  return { kind: 'answered', data: all.length, pagination: null, etag: null };
}
