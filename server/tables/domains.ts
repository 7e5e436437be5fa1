import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { searchedText } from './searched-text.ts';
import { websites } from './websites.ts';

export const domains = pgTable(
  'domains',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    websiteId: integer('website_id')
      .notNull()
      .references(() => websites.id, { onDelete: 'cascade' }),
    /** As `hostNameOf` has it. Rows of earlier versions may have an international name in punycode. */
    domain: text('domain').notNull(),
    isPrimary: boolean('is_primary').notNull(),
    /** The path of the website to which the domain's homepage leads. */
    redirectToPath: text('redirect_to_path'),
    /** Visitors stay at the domain, and see there what is at that path. */
    isMicrosite: boolean('is_microsite').notNull().default(false),
  },
  (table) => [
    uniqueIndex('domains_domain').on(table.domain),
    index('domains_website').on(table.websiteId),
    index('domains_found').using('gin', searchedText(table.domain)),
    uniqueIndex('domains_primary').on(table.websiteId).where(sql`${table.isPrimary}`),
  ],
);
