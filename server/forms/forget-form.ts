import { and, eq, inArray, sql } from 'drizzle-orm';
import { categoryOf } from '#contract/settings/screen.ts';
import { wireType } from '#contract/fields/index.ts';
import type { WriteContext } from '../resources/resource.ts';
import { lockCategories, writeSettings } from '../settings/store.ts';
import { blocks, blockSettings } from '../tables/blocks.ts';
import { settings } from '../tables/websites.ts';
import { blockKeysThatChoose, settingsThatChoose } from '../uses/choosing-fields.ts';

/** The settings that choose a form, each as a save of "No form" writes it. */
const cleared = settingsThatChoose('form').map(({ screen, field }) => ({
  key: field.key,
  value: null,
  category: categoryOf(screen, field),
  type: wireType(field),
}));

const blockKeys = blockKeysThatChoose('form');

/** Sets what chooses a form that was deleted to "No form": the settings of the website, and those of its blocks. */
export async function forgetForm({ db, scope, user, now }: WriteContext, formId: string): Promise<void> {
  const websiteId = scope.websiteId ?? 0;
  const stored = JSON.stringify([formId]);
  const naming = await db
    .select({ key: settings.key })
    .from(settings)
    .where(
      and(
        eq(settings.websiteId, websiteId),
        inArray(
          settings.key,
          cleared.map(({ key }) => key),
        ),
        sql`${settings.value} = ${stored}::jsonb`,
      ),
    );
  const writes = cleared.filter(({ key }) => naming.some((row) => row.key === key));
  if (writes.length > 0) {
    const categories = [...new Set(writes.map(({ category }) => category))].toSorted();
    const versions = await lockCategories(db, websiteId, categories);
    await writeSettings(db, { websiteId, writes, versions, user, now });
  }
  const ofWebsite = db.select({ id: blocks.id }).from(blocks).where(eq(blocks.websiteId, websiteId));
  await db
    .update(blockSettings)
    .set({ value: null })
    .where(
      and(
        inArray(blockSettings.blockId, ofWebsite),
        inArray(blockSettings.key, [...blockKeys]),
        sql`${blockSettings.value} = ${stored}::jsonb`,
      ),
    );
}
