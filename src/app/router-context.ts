import type { App } from './app.ts';

/** The context of every route and loader. */
export interface RouterContext {
  readonly app: App;
}
