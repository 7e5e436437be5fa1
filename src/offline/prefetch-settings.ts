import type { Category } from '#contract/entities/setting.ts';
import type { ApiResult, Problem } from '#contract/api-result.ts';
import { screens } from '#contract/settings/summary.gen.ts';
import { noRoomMessage } from './no-room.ts';

/** `onProgress`: parts that are here, of how many. Nothing more is asked for once `signal` aborts. */
export interface PrefetchOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, all: number) => void;
}

interface Deps {
  /** Brings a category into the cache. */
  readonly refresh: (category: Category) => Promise<Problem | null>;
  readonly isHere: (category: Category) => Promise<boolean>;
}

/** Categories that are asked for side by side. */
const prefetchedAtOnce = 4;

/** Brings every category of a website to this device. Rejects where the device has no room for them. */
export async function prefetchSettings(
  { refresh, isHere }: Deps,
  { signal, onProgress = () => undefined }: PrefetchOptions,
): Promise<ApiResult<number>> {
  const all = [...new Set(screens.flatMap((screen) => screen.categories))];
  const rest = [...all];
  let [done, problem]: [number, Problem | null] = [0, null];
  onProgress(0, all.length);
  const bring = async (): Promise<void> => {
    for (let category = rest.shift(); category !== undefined && problem === null; category = rest.shift()) {
      if (signal?.aborted) return;
      problem ??= await refresh(category);
      done += 1;
      if (!signal?.aborted) onProgress(done, all.length);
    }
  };
  await Promise.all(Array.from({ length: prefetchedAtOnce }, bring));
  if (signal?.aborted) return { kind: 'aborted' };
  if (problem) return problem;
  const here = await Promise.all(all.map(isHere));
  if (here.includes(false)) throw new Error(noRoomMessage);
  return { kind: 'answered', data: all.length, pagination: null, etag: null };
}
