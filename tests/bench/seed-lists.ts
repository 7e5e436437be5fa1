import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { connectEngine } from '#server/connect.ts';
import type { Database } from '#server/connect.ts';
import { startEngine } from '#server/engine/start-engine.ts';
import { hashed } from '#server/site/redirect-key.ts';
import { redirects } from '#server/tables/redirects.ts';
import { websites } from '#server/tables/websites.ts';

/** How many of each a server has, beside those of the seed. */
export interface Lengths {
  readonly redirects: number;
  readonly websites: number;
}

/** The website of the seed that gets the redirects. */
export const longWebsite = 1;

const addressOf = (n: number | string) => `/old-${String(n).padStart(6, '0')}`;

/** The address of a redirect, and the name of a website, which no other contains. */
export const searchedRedirect = (n: number): string => addressOf(n);
export const searchedWebsite = (n: number): string => `Agency ${String(n).padStart(6, '0')}`;

/** Adds redirects to one website, and websites with a domain to its account. The server of this data must not be running. */
export function seedLists(dataDir: string, lengths: Lengths): Promise<void> {
  return changeData(dataDir, async (db) => {
    await db.execute(sql`delete from redirects where website_id = ${longWebsite}`);
    await addRedirects(db, lengths.redirects);
    await addWebsites(db, lengths.websites);
  });
}

/** Leaves so many websites to the account, or adds some. The server of this data must not be running. */
export function seedWebsites(dataDir: string, count: number): Promise<void> {
  return changeData(dataDir, async (db) => {
    const ofAccount = sql`account_id = (select account_id from websites where id = ${longWebsite})`;
    await db.execute(sql`
      delete from websites where ${ofAccount} and id not in (select id from websites where ${ofAccount} order by id limit ${count}::int)`);
    await addWebsites(db, count - (await db.$count(websites, ofAccount)));
  });
}

async function changeData(dataDir: string, change: (db: Database) => Promise<void>): Promise<void> {
  const engine = await startEngine({
    folder: join(dataDir, 'db'),
    onLost: (reason) => {
      throw new Error(reason);
    },
  });
  const { db, close } = await connectEngine(engine);
  try {
    await change(db);
    // As a server that has had them for a while: its planner knows how many there are.
    await db.execute(sql`vacuum analyze`);
  } finally {
    await close();
  }
}

/** A key as `hashed` makes it, from an address that needs no encoding. */
const keyOf = (address: ReturnType<typeof sql>) =>
  sql`translate(rtrim(encode(sha256(convert_to(${address}, 'UTF8')), 'base64'), '='), '+/', '-_')`;

async function addRedirects(db: Database, count: number): Promise<void> {
  const [from, to] = ['/old-', '/new-'].map((start) => sql`${start}::text || lpad(n::text, 6, '0')`);
  if (!from || !to) return;
  await db.execute(sql`
    insert into redirects (website_id, redirects_from, redirects_to, rewrite, redirect_to_rewrite, from_key, from_anchor, to_key)
    select ${longWebsite}, ${from}, ${to}, n % 10 = 0, false, ${keyOf(from)}, ${keyOf(from)}, ${keyOf(to)} from generate_series(1, ${count}::int) as n`);
  const stored = await db.$count(redirects, sql`from_key = ${hashed(addressOf(count))}`);
  if (stored !== 1) throw new Error('The seeded keys are not those that the server looks for.');
}

async function addWebsites(db: Database, count: number): Promise<void> {
  await db.execute(sql`
    with made as (
      insert into websites (account_id, theme_id, name, created_at, updated_at)
      select account_id, theme_id, 'Agency ' || lpad(n::text, 6, '0'), created_at + n * interval '1 second', updated_at
      from websites cross join generate_series(1, ${count}::int) as n where websites.id = ${longWebsite}
      returning id, name)
    insert into domains (website_id, domain, is_primary)
    select id, 'www.' || replace(lower(name), ' ', '-') || '.test', true from made`);
}
