import type { Plugin } from 'vite';

/** Filled in once the routes stand; see docs/benchmarks.md. */
export function routePreload(): Plugin {
  return { name: 'frontage-route-preload', apply: 'build' };
}
