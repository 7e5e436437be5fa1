import { and, eq, isNull } from 'drizzle-orm';
import * as v from 'valibot';
import type { RecordCall } from '#contract/resources/define.ts';
import type { SignedIn } from '../auth/tokens.ts';
import { themeKeyOf } from '../calls/answers.ts';
import { lockWebsite, ownWebsite, rowId } from '../calls/scope.ts';
import type { Database } from '../connect.ts';
import type { Input } from '../serve.ts';
import { accounts } from '../tables/identity.ts';
import { themes, websites } from '../tables/websites.ts';
import { columnsOf, type ResourceColumns, type Row, type Scope, type ServedResource } from './resource.ts';

const paramsSchema = v.object({ websiteId: v.optional(v.string()), id: v.optional(v.string(), '') });
const namesSchema = v.record(v.string(), v.optional(v.string()));
const namingSchema = v.object({ website_id: v.optional(v.string()) });

/** The requesting user, and the ids in the path. */
export type Asked = Pick<Input<RecordCall>, 'db' | 'user' | 'params'>;

export interface Found {
  readonly kind: 'found';
  readonly row: Row;
  readonly scope: Scope;
}

/** The website's id, or the account's: the value of the scope's column. */
export const ownerOf = ({ websiteId, accountId }: Scope): number => websiteId ?? accountId;

/** Serialises the writes of one website or account, until the transaction ends. */
export async function lockScope(db: Database, { websiteId, accountId }: Scope): Promise<void> {
  if (websiteId !== null) return lockWebsite(db, websiteId);
  await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update');
}

/** The website that a body or a query names, for a call whose path names none. */
export function websiteIn(given: unknown): { readonly websiteId?: string } {
  const named = v.safeParse(namingSchema, given);
  return named.success && named.output.website_id !== undefined ? { websiteId: named.output.website_id } : {};
}

/** The scope of a call's records, by the website in its path; null for a website that the user does not have. */
export async function scopeOf({ definition }: ServedResource, { db, user, params }: Asked): Promise<Scope | null> {
  const { websiteId } = v.parse(paramsSchema, params);
  const website = websiteId === undefined ? null : await ownWebsite(db, user, websiteId);
  if (websiteId !== undefined && website === null) return null;
  if (definition.scope === 'account') return { websiteId: null, accountId: user.accountId, theme: website?.theme ?? null };
  if (website === null) throw new Error(`a call of ${definition.name} names no website`);
  return { websiteId: website.id, accountId: user.accountId, theme: website.theme };
}

/**
 * The record of another resource that a path names and the call's records are parts of; null where they are parts of none. `missing`: the
 * website has no such record.
 */
export async function parentOf(
  { definition }: ServedResource,
  resources: ReadonlyMap<string, ServedResource>,
  asked: Asked,
): Promise<Row | null | 'missing'> {
  const { within } = definition;
  if (!within) return null;
  const served = resources.get(within.resource);
  if (!served) throw new Error(`${definition.name} is within ${within.resource}, which is not served`);
  const { [within.param]: id, ...params } = v.parse(namesSchema, asked.params);
  const found = await findRecord(served, columnsOf(served), { ...asked, params: { ...params, id } });
  return found?.row ?? 'missing';
}

/** The record that a path names, where it belongs to the user and to the website in the path. */
export async function findRecord(served: ServedResource, columns: ResourceColumns, asked: Asked): Promise<Found | null> {
  const { db, user } = asked;
  const params = v.parse(paramsSchema, asked.params);
  const id = rowId(params.id);
  const { within } = served.definition;
  const parent = within && v.parse(namesSchema, asked.params)[within.param];
  const isPart = (row: Row) => within === undefined || parent === undefined || String(row[within.key]) === parent;
  const named = params.websiteId === undefined ? null : await scopeOf(served, asked);
  if (id === null || (params.websiteId !== undefined && named === null)) return null;
  if (served.definition.scope === 'website') {
    const found = await findOfWebsite(served, columns, { db, user, id, websiteId: named?.websiteId ?? null });
    return found && isPart(found.row) ? found : null;
  }
  const isOwn = and(eq(columns.id, id), eq(columns.scope, user.accountId));
  const [row] = await db.select(columns.read).from(served.table).where(isOwn);
  return row ? { kind: 'found', row, scope: { websiteId: null, accountId: user.accountId, theme: null } } : null;
}

interface OfWebsite {
  readonly db: Database;
  readonly user: SignedIn;
  readonly id: number;
  /** Null: any of the user's websites. */
  readonly websiteId: number | null;
}

async function findOfWebsite(
  { table }: ServedResource,
  columns: ResourceColumns,
  { db, user, id, websiteId }: OfWebsite,
): Promise<Found | null> {
  const [found] = await db
    .select({ row: columns.read, websiteId: websites.id, theme: themes.key })
    .from(table)
    .innerJoin(websites, eq(websites.id, columns.scope))
    .leftJoin(themes, eq(themes.id, websites.themeId))
    .where(
      and(
        eq(columns.id, id),
        eq(websites.accountId, user.accountId),
        isNull(websites.deletedAt),
        websiteId === null ? undefined : eq(websites.id, websiteId),
      ),
    );
  if (!found) return null;
  const scope = { websiteId: found.websiteId, accountId: user.accountId, theme: themeKeyOf(found.theme) };
  return { kind: 'found', row: found.row, scope };
}
