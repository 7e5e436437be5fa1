import { and, eq, type SQL, sql } from 'drizzle-orm';
import { listSettings, updateSettings } from '#contract/calls/settings.ts';
import { type Category, categories } from '#contract/entities/setting.ts';
import { settingOf } from '#contract/settings/index.ts';
import type { Database } from '../connect.ts';
import { fail, ifMatch, invalidFields, notFound, ok } from '../http/reply.ts';
import { prepared } from '../prepared.ts';
import { serve } from '../serve.ts';
import { brokenRules, checkSave } from '../settings/check.ts';
import {
  categoryTag,
  isWriter,
  lockCategories,
  loadSettings,
  readVersion,
  settingAnswer,
  withUnsetSecrets,
  writerColumns,
  writeSettings,
} from '../settings/store.ts';
import { forgetPages } from '../site/site-version.ts';
import { users } from '../tables/identity.ts';
import { settingCategories, settings, websites } from '../tables/websites.ts';
import { isOwnWebsite, ownWebsiteId, rowId } from './scope.ts';

/** Each selected setting of a website that the user may see, with its category's version, both from one snapshot. */
const ownSettings = (db: Database, chosen: SQL | undefined) =>
  db
    .select({ version: settingCategories.version, setting: settings, writer: writerColumns })
    .from(websites)
    .leftJoin(
      settingCategories,
      and(eq(settingCategories.websiteId, websites.id), eq(settingCategories.category, sql.placeholder('category'))),
    )
    .leftJoin(settings, and(eq(settings.websiteId, websites.id), chosen))
    .leftJoin(users, isWriter())
    .where(isOwnWebsite())
    .orderBy(settings.key);
const ownCategory = prepared((db) => ownSettings(db, eq(settings.category, sql.placeholder('category'))).prepare('own_category'));
const ownSetting = prepared((db) => ownSettings(db, eq(settings.key, sql.placeholder('key'))).prepare('own_setting'));

const list = serve(listSettings, async ({ db, user, params }) => {
  const id = rowId(params.websiteId);
  if (id === null) return notFound();
  const category = categories.find((known) => known === params.selector);
  const single = category === undefined ? settingOf(params.selector) : undefined;
  const ofCategory = category ?? single?.category;
  if (ofCategory === undefined) return notFound();
  const read = single ? ownSetting : ownCategory;
  const rows = await read(db).execute({ id, accountId: user.accountId, category: ofCategory, key: params.selector });
  const [first] = rows;
  if (!first) return notFound();
  const found = rows.flatMap(({ setting, writer }) => (setting === null ? [] : settingAnswer({ setting, writer })));
  return ok(withUnsetSecrets(found, single ? [single.field] : undefined, ofCategory), {
    etag: categoryTag(ofCategory, first.version ?? 0),
  });
});

const save = serve(
  updateSettings,
  async ({ db, user, params, body, now, ifMatch: wanted }) => {
    const websiteId = await ownWebsiteId(db, user, params.websiteId);
    if (websiteId === null) return notFound();
    const checked = await checkSave(db, websiteId, body.data.settings);
    if (checked.kind === 'problems') return invalidFields(checked.fields);
    const changedCategories: readonly Category[] = [...new Set(checked.writes.map((write) => write.category))].sort();
    const [only, ...others] = changedCategories;
    if (wanted !== undefined && others.length > 0) return fail('bad_request', 'If-Match goes with the settings of one category.');
    const versions = await lockCategories(db, websiteId, changedCategories);
    if (wanted !== undefined && only !== undefined && !ifMatch(wanted, categoryTag(only, versions.get(only) ?? 0))) {
      return fail('precondition_failed', 'These settings were changed by someone else in the meantime.');
    }
    const broken = await brokenRules(db, websiteId, checked.writes);
    if (Object.keys(broken).length > 0) return invalidFields(broken);
    const saved = await writeSettings(db, { websiteId, writes: checked.writes, versions, user, now });
    if (changedCategories.some((category) => saved.versions.get(category) !== versions.get(category))) await forgetPages(db, websiteId);
    return ok(saved.settings, {
      etag: only !== undefined && others.length === 0 ? categoryTag(only, saved.versions.get(only) ?? 0) : undefined,
    });
  },
  {
    again: async ({ db, user, params, body }) => {
      const websiteId = await ownWebsiteId(db, user, params.websiteId);
      if (websiteId === null) return notFound();
      const writes = body.data.settings;
      const keys = writes.map((write) => write.key);
      const [only, ...others] = [...new Set(writes.map((write) => write.category))];
      // Read first, as for the list.
      const etag = only !== undefined && others.length === 0 ? categoryTag(only, await readVersion(db, websiteId, only)) : undefined;
      return ok((await loadSettings(db, websiteId, keys)).map(settingAnswer), { etag });
    },
  },
);

export const settingRoutes = [list, save];
