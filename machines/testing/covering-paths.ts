import type { AnyStateMachine } from 'xstate';
import type { GeneratedPath } from './paths.ts';
import { runPath } from './run-path.ts';

/**
 * Few of the paths that together take every transition that any of them takes: again and again the one that takes most that are left, of
 * equals the shortest. For where each path costs time, as in a browser. Which transitions a path takes, a real actor shows.
 */
export async function coveringPaths(machine: AnyStateMachine, paths: readonly GeneratedPath[]): Promise<readonly GeneratedPath[]> {
  const runs: { readonly path: GeneratedPath; readonly driven: ReadonlySet<string> }[] = [];
  for (const path of paths) runs.push({ path, driven: (await runPath(machine, path)).driven });
  const left = new Set(runs.flatMap(({ driven }) => [...driven]));
  const chosen: GeneratedPath[] = [];
  while (left.size > 0) {
    const [best] = runs
      .map(({ path, driven }) => ({ path, driven, gain: driven.intersection(left).size }))
      .sort((a, b) => b.gain - a.gain || a.path.steps.length - b.path.steps.length);
    if (!best || best.gain === 0) break;
    chosen.push(best.path);
    for (const id of best.driven) left.delete(id);
  }
  return chosen;
}
