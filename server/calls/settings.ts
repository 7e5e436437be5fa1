import { and, eq, inArray } from 'drizzle-orm';
import { listSettings, updateSettings } from '#contract/calls/settings.ts';
import { type Category, categories } from '#contract/entities/setting.ts';
import { settingOf } from '#contract/settings/index.ts';
import { fail, invalidFields, notFound, ok } from '../http/reply.ts';
import { ifMatch } from '../http/send.ts';
import { serve } from '../serve.ts';
import { checkWrites } from '../settings/check.ts';
import { brokenRules } from '../settings/rules.ts';
import { unknownReferences } from '../settings/references.ts';
import { categoryTag, lockCategories, readVersion, settingAnswer, withUnsetSecrets, writeSettings } from '../settings/store.ts';
import { forgetPages } from '../site/site-version.ts';
import { settings } from '../tables/websites.ts';
import { ownWebsiteId } from './scope.ts';

const list = serve(listSettings, async ({ db, user, params }) => {
  const websiteId = await ownWebsiteId(db, user, params.websiteId);
  if (websiteId === null) return notFound();
  const category = categories.find((known) => known === params.selector);
  const single = category === undefined ? settingOf(params.selector) : undefined;
  const ofCategory = category ?? single?.category;
  if (ofCategory === undefined) return notFound();
  // The version is read first: a save in between makes the tag too old, which costs one refusal, and never too new.
  const version = await readVersion(db, websiteId, ofCategory);
  const which = single ? eq(settings.key, params.selector) : eq(settings.category, ofCategory);
  const rows = await db
    .select()
    .from(settings)
    .where(and(eq(settings.websiteId, websiteId), which))
    .orderBy(settings.key);
  return ok(withUnsetSecrets(rows.map(settingAnswer), single ? [single.field] : undefined, ofCategory), {
    etag: categoryTag(ofCategory, version),
  });
});

const save = serve(
  updateSettings,
  async ({ db, user, params, body, now, ifMatch: wanted }) => {
    const websiteId = await ownWebsiteId(db, user, params.websiteId);
    if (websiteId === null) return notFound();
    const checked = checkWrites(body.data.settings);
    if (checked.kind === 'problems') return invalidFields(checked.fields);
    const unknown = await unknownReferences(db, websiteId, checked.writes);
    if (Object.keys(unknown).length > 0) return invalidFields(unknown);
    const touched: readonly Category[] = [...new Set(checked.writes.map((write) => write.category))].sort();
    const [only, ...others] = touched;
    if (wanted !== undefined && others.length > 0) return fail('bad_request', 'If-Match goes with the settings of one category.');
    const versions = await lockCategories(db, websiteId, touched);
    if (wanted !== undefined && only !== undefined && !ifMatch(wanted, categoryTag(only, versions.get(only) ?? 0))) {
      return fail('precondition_failed', 'These settings were changed by someone else in the meantime.');
    }
    const broken = await brokenRules(db, websiteId, checked.writes);
    if (Object.keys(broken).length > 0) return invalidFields(broken);
    const saved = await writeSettings(db, websiteId, checked.writes, versions, now);
    if (touched.some((category) => saved.versions.get(category) !== versions.get(category))) await forgetPages(db, websiteId);
    return ok(saved.settings, {
      etag: only !== undefined && others.length === 0 ? categoryTag(only, saved.versions.get(only) ?? 0) : undefined,
    });
  },
  {
    again: async ({ db, user, params, body }) => {
      const websiteId = await ownWebsiteId(db, user, params.websiteId);
      const checked = checkWrites(body.data.settings);
      if (websiteId === null || checked.kind === 'problems') return notFound();
      const keys = checked.writes.map((write) => write.key);
      const [only, ...others] = [...new Set(checked.writes.map((write) => write.category))];
      // Read first, as for the list.
      const etag = only !== undefined && others.length === 0 ? categoryTag(only, await readVersion(db, websiteId, only)) : undefined;
      const rows = await db
        .select()
        .from(settings)
        .where(and(eq(settings.websiteId, websiteId), inArray(settings.key, keys)));
      return ok(keys.flatMap((key) => rows.find((row) => row.key === key) ?? []).map(settingAnswer), { etag });
    },
  },
);

export const settingRoutes = [list, save];
