import type { ResourceDefinition } from '#contract/resources/define.ts';
import type { RecordScope } from '#db/records.ts';

/** The user who reads and writes. Every record of the client store belongs to one user. */
export interface CurrentUser {
  readonly userId: string;
  readonly accountId: string | null;
}

/** The records of a resource that belong to a website or, where the resource does, to the user's account. */
export function recordScope({ userId, accountId }: CurrentUser, resource: ResourceDefinition, websiteId: string): RecordScope {
  return { userId, accountId, resource, websiteId: resource.scope === 'website' ? websiteId : null };
}
