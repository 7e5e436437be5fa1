import { eq } from 'drizzle-orm';
import type { Database } from '../connect.ts';
import { listingSources } from '../tables/listing-sources.ts';
import { syncs } from '../tables/syncs.ts';

/** The syncs of the account whose listings a website shows: one with filters, and one whole. */
export async function seedListingSources(tx: Database, accountId: number, websiteId: number): Promise<void> {
  const [first, second] = await tx.select().from(syncs).where(eq(syncs.accountId, accountId)).orderBy(syncs.id);
  if (!first || !second) return;
  await tx.insert(listingSources).values([
    { websiteId, listingSourceId: first.id, filters: '{"suburb": ["Manly", "Mosman"]}' },
    { websiteId, listingSourceId: second.id, filters: null },
  ]);
}
