import { sql } from 'drizzle-orm';
import type { Database } from '../connect.ts';
import { syncs } from '../tables/syncs.ts';
import { dateOf } from './names.ts';

/** Connections of the demo account: one that is overdue, one in time, and one that has never run. Their credentials are made up. */
export async function seedSyncs(tx: Database, accountId: number): Promise<void> {
  const common = { accountId, createdAt: dateOf(4) };
  await tx.insert(syncs).values([
    {
      ...common,
      label: 'Sales and rentals',
      sourceName: 'rex',
      syncFrequency: 3600,
      sourceOptions: { username: 'demo', password: 'demo', account_id: 1001, filter: { status: 'For sale' } },
      lastRun: sql`now() - interval '9 hours'`,
    },
    {
      ...common,
      label: 'Commercial',
      sourceName: 'jupix',
      syncFrequency: 86_400,
      sourceOptions: { clientID: 'demo', passphrase: 'demo' },
      lastRun: sql`now() - interval '5 hours'`,
    },
    {
      ...common,
      label: 'New developments',
      sourceName: 'reapit_foundation',
      syncFrequency: 43_200,
      sourceOptions: { client_id: 'demo', customer: 'DMO' },
    },
  ]);
}
