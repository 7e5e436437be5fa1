import type { ResourceDefinition } from '#contract/resources/define.ts';
import type { ClientStore } from '#db/open-client-store.ts';
import type { RecordScope } from '#db/records.ts';
import { storeLimitMs, within } from '#db/within.ts';

/** The user who reads and writes. Every record of the client store belongs to one user. */
export interface CurrentUser {
  readonly userId: string;
  readonly accountId: string | null;
}

/**
 * The epoch of the user's data for a save that begins now; null where the device does not answer. A store that can't be read also fails at the
 * append, which reports it.
 */
export function epochAtSave(store: Pick<ClientStore, 'dataEpoch'>, userId: string): Promise<number | null> {
  return within(
    storeLimitMs,
    store.dataEpoch(userId).catch(() => 0),
    null,
  );
}

/** The records of a resource that belong to a website or, where the resource does, to the user's account. */
export function recordScope({ userId, accountId }: CurrentUser, resource: ResourceDefinition, websiteId: string): RecordScope {
  return { userId, accountId, resource, websiteId: resource.scope === 'website' ? websiteId : null };
}
