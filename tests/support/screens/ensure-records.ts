import { resources } from '#contract/resources/index.gen.ts';
import type { Api } from '../api.ts';
import { websiteId } from '../ready-conditions.ts';
import { seedRecords, serverPage } from '../seed-records.ts';

/**
 * Makes three records of each kind of which the seed has one or none, so that their list and dialogs can be visited: nobody deletes the
 * last user. Parts of other records are shown on the page of those.
 */
export async function ensureRecords(api: Api): Promise<void> {
  for (const resource of resources.filter(({ calls, within }) => calls.create && !within)) {
    const { pagination } = await serverPage(api, resource, websiteId);
    if (pagination.total < 2) await seedRecords(api, resource, websiteId, 3);
  }
}
