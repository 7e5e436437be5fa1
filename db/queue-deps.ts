import type { CacheDeps } from './cache.ts';
import type { ClientDatabase } from './stores.ts';
import type { Tabs } from './tabs.ts';

/** What the parts of the outbox share. `now` in ms since the epoch; `newId` gives UUIDs. */
export interface QueueDeps extends CacheDeps {
  readonly db: ClientDatabase;
  readonly appVersion: string;
  readonly newId: () => string;
  readonly tabs: Tabs;
  /** Called after this tab added an entry to a user's outbox or made one due. */
  readonly onQueued: (userId: string) => void;
}
