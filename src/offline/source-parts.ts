import type { PendingReason } from '#contract/pending-reason.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import type { ClientStore } from '#db/open-client-store.ts';
import type { ApiClient } from '#src/io/api-client.ts';
import type { Credentials } from '#src/io/call-options.ts';
import type { CurrentUser } from './current-user.ts';

/** What a source needs that only reads. */
export interface ReadParts {
  readonly client: ApiClient;
  readonly store: ClientStore;
  readonly user: () => CurrentUser;
  readonly isCurrentUser: (userId: string) => boolean;
  readonly isOffline: () => boolean;
}

/** What the sources of blocks, records, lists, files and the preview are created from. */
export interface SourceParts extends ReadParts {
  /** Of the user who is signed in at this moment. */
  readonly credentials: () => Credentials | null;
  readonly pendingReasonNow: () => PendingReason | null;
  readonly themeOf: (websiteId: string, userId?: string) => Promise<ThemeKey | null>;
  readonly onPending: () => void;
}
