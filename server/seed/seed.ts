import { eq, inArray } from 'drizzle-orm';
import { themeKeys } from '#contract/entities/website.ts';
import { addMissingBlocks } from '../blocks/defaults.ts';
import type { ServerConfig } from '../config.ts';
import type { Database } from '../connect.ts';
import type { Deps } from '../deps.ts';
import { accounts, users } from '../tables/identity.ts';
import { domains } from '../tables/domains.ts';
import { themes, websites } from '../tables/websites.ts';
import { agencyName, dateOf, domainOf } from './names.ts';
import { seedBlocks } from './blocks.ts';
import { seedContent } from './content.ts';
import { seedFiles } from './files.ts';
import { looks } from './looks.ts';
import { seedPopups } from './popups.ts';
import { seedListingSources } from './listing-sources.ts';
import { seedRentalForm } from './rental-form.ts';
import { seedRedirects } from './redirects.ts';
import { seedSettings } from './settings.ts';
import { seedSyncs } from './syncs.ts';
import { seedSubmissions } from './submissions.ts';

export const demoSignIn = { email: 'demo@frontage.test', password: 'frontage-demo' } as const;
export const otherSignIn = { email: 'other@frontage.test', password: 'frontage-other' } as const;

/** How many websites the demo account has: three with content, and enough others for paging and searching. */
export const demoWebsites = 83;

const filled = [
  { name: 'North Shore Realty', slug: 'northshorerealty', theme: 0 },
  { name: 'Byron Coastal Property', slug: 'byroncoastal', theme: 1 },
  { name: 'Minim Residential', slug: 'minimresidential', theme: 2 },
] as const;

type SeedDeps = Pick<Deps, 'db' | 'passwords' | 'logger' | 'storage' | 'random' | 'clock'> & {
  readonly config: Pick<ServerConfig, 'seed'>;
};

/** Fills an empty database with the demo, in one transaction. Does nothing where there is an account. */
export async function seedWhenEmpty(deps: SeedDeps): Promise<void> {
  const { db, passwords } = deps;
  const hashes = { demo: '', other: '' };
  if (await hasAccounts(db)) return;
  if (deps.config.seed === 'demo') {
    hashes.demo = await passwords.hash(demoSignIn.password);
    hashes.other = await passwords.hash(otherSignIn.password);
  }
  await db.transaction(async (tx) => {
    const themeIds = await seedThemes(tx);
    if (deps.config.seed === 'demo') await seedDemo(tx, deps, themeIds, hashes);
  });
  deps.logger.info('seeded', { seed: deps.config.seed });
}

/** Whether there is an account: a database that has one is not seeded. */
export async function hasAccounts(db: Database): Promise<boolean> {
  return (await db.select({ id: accounts.id }).from(accounts).limit(1)).length > 0;
}

/** Whether the publicly known sign-in works on this database, however it was started. */
export async function hasDemo(db: Database): Promise<boolean> {
  return (await db.$count(users, eq(users.email, demoSignIn.email))) > 0;
}

/** Whether anybody could sign in with the README's credentials, those of the demo account or of the other one. */
export async function hasPublicSignIn(db: Database): Promise<boolean> {
  return (await db.$count(users, inArray(users.email, [demoSignIn.email, otherSignIn.email]))) > 0;
}

async function seedThemes(tx: Database): Promise<readonly number[]> {
  const texts = {
    versatile: ['Versatile', 'Wide banners and a block for everything.'],
    byron: ['Byron', 'The classic: light, with large listing photographs.'],
    minimal: ['Minimal', 'Few blocks, a quiet page.'],
  } as const;
  await tx
    .insert(themes)
    .values(themeKeys.map((key) => ({ key, name: texts[key][0], description: texts[key][1], version: '1.0.0' })))
    .onConflictDoNothing();
  const rows = await tx.select({ id: themes.id, key: themes.key }).from(themes);
  return themeKeys.map((key) => rows.find((row) => row.key === key)?.id ?? 0);
}

async function seedDemo(
  tx: Database,
  deps: Pick<Deps, 'storage' | 'random' | 'clock'>,
  themeIds: readonly number[],
  hashes: { readonly demo: string; readonly other: string },
): Promise<void> {
  const [demo, other] = await tx
    .insert(accounts)
    .values([
      { name: 'North Shore Realty Group', createdAt: dateOf(0) },
      { name: 'Harbour City Homes', createdAt: dateOf(1) },
    ])
    .returning({ id: accounts.id });
  if (!demo || !other) throw new Error('the accounts that were just made are not there');
  await tx.insert(users).values([
    {
      accountId: demo.id,
      email: demoSignIn.email,
      firstName: 'Dana',
      lastName: 'Moore',
      passwordHash: hashes.demo,
      roles: ['administrator'],
      createdAt: dateOf(2),
    },
    {
      accountId: other.id,
      email: otherSignIn.email,
      firstName: 'Oliver',
      lastName: 'Chan',
      passwordHash: hashes.other,
      roles: ['administrator'],
      createdAt: dateOf(3),
    },
  ]);
  const plain = Array.from({ length: demoWebsites - filled.length }, (_, i) => {
    const name = agencyName(i);
    return { name, slug: domainOf(name), theme: i % themeIds.length };
  });
  const planned = [...filled, ...plain].map((site) => ({ ...site, accountId: demo.id }));
  const all = [...planned, { name: 'Harbour City Homes', slug: 'harbourcityhomes', theme: 0, accountId: other.id }];
  const rows = await tx
    .insert(websites)
    .values(
      all.map((site, i) => ({
        accountId: site.accountId,
        themeId: themeIds[site.theme] ?? null,
        name: site.name,
        createdAt: dateOf(i),
        updatedAt: dateOf(i),
      })),
    )
    .returning({ id: websites.id });
  await tx.insert(domains).values(
    rows.flatMap((row, i) => {
      const slug = all[i]?.slug ?? `site-${i}`;
      // Host names that this machine serves itself, for the websites with content.
      const top = i < filled.length || i === rows.length - 1 ? 'test' : 'example';
      const own = { websiteId: row.id, domain: `www.${slug}.${top}`, isPrimary: true };
      return i % 3 === 0 ? [own, { websiteId: row.id, domain: `${slug}.${top}`, isPrimary: false }] : [own];
    }),
  );
  await seedSyncs(tx, demo.id);
  await addMissingBlocks(tx, dateOf(0));
  for (const [i, row] of rows.entries()) {
    if (i < filled.length || i === rows.length - 1) {
      const name = all[i]?.name ?? '';
      const look = [looks.versatile, looks.byron, looks.minimal][i] ?? looks.other;
      const pictures = await seedFiles(tx, deps, row.id, look);
      await seedContent(tx, row.id, name, look, pictures);
      await seedSettings(tx, row.id, name, all[i]?.slug ?? '', look, pictures);
      await seedBlocks(tx, row.id, look, pictures);
      await seedRedirects(tx, row.id);
      await seedListingSources(tx, all[i]?.accountId ?? 0, row.id);
      await seedSubmissions(tx, row.id, deps.clock.now());
      await seedRentalForm(tx, row.id, name, deps.clock.now());
      await seedPopups(tx, row.id);
    }
  }
}
