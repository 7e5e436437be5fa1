import type { App } from './app.ts';

/** What every route and loader is given. */
export interface RouterContext {
  readonly app: App;
}
