import { and, asc, eq, gt } from 'drizzle-orm';
import type { Json } from '#contract/json.ts';
import { actionRuns } from '../tables/action-runs.ts';
import { forms } from '../tables/content.ts';
import { domains } from '../tables/domains.ts';
import { formActions } from '../tables/form-actions.ts';
import { submissions } from '../tables/submissions.ts';
import type { Got, Harness, Sent } from './harness.ts';

/** A website of the demo. */
export const websiteId = 2;

export const fields: readonly Json[] = [
  { type: 'text', key: 'name', label: 'Your name', required: true },
  { type: 'email', key: 'email', label: 'Email', required: true },
  { type: 'checkboxes', key: 'kinds', label: 'Kinds', values: ['House', 'Unit'] },
  { type: 'textarea', key: 'message', label: 'Message' },
];

export const filled = { name: 'Ada', email: 'ada@example.com', message: 'Hello' };
export const encoded = (values: Readonly<Record<string, string>>): string => new URLSearchParams(values).toString();
export const asForm = { 'content-type': 'application/x-www-form-urlencoded' };

/** A form of a public site, and a client that no other has sent from. */
export interface FormFixture {
  /** The path of the site, and the id of the form on it. */
  readonly site: string;
  readonly formId: number;
  readonly act: (values: Partial<typeof formActions.$inferInsert> & { readonly type: string }) => Promise<number>;
  readonly post: (body: string | Readonly<Record<string, string>>, more?: Sent) => Promise<Got>;
  /** Leaves the mails to whoever runs them next. */
  readonly postOnly: (body: Readonly<Record<string, string>>) => Promise<void>;
  readonly stored: () => Promise<readonly (typeof submissions.$inferSelect)[]>;
  readonly runs: () => Promise<readonly (typeof actionRuns.$inferSelect)[]>;
}

let opened = 0;

export async function openFormFixture(harness: Harness, of: readonly Json[] = fields): Promise<FormFixture> {
  const { db, clock, background } = harness.deps;
  opened += 1;
  const from = `198.51.100.${opened}`;
  const [made] = await db
    .insert(forms)
    .values({ websiteId, name: `form-${opened}`, label: 'Ask us', fields: of, createdAt: clock.now() })
    .returning();
  const formId = made?.id ?? 0;
  const [domain] = await db
    .select()
    .from(domains)
    .where(and(eq(domains.websiteId, websiteId), eq(domains.isPrimary, true)));
  const site = `/sites/${domain?.domain}`;
  const post: FormFixture['post'] = (body, more = {}) => {
    const raw = typeof body === 'string' ? body : encoded(body);
    return harness.call('POST', `${site}/forms/${formId}`, { raw, from, ...more, headers: { ...asForm, ...more.headers } });
  };
  const stored = () => db.select().from(submissions).where(eq(submissions.formId, formId)).orderBy(asc(submissions.id));
  return {
    site,
    formId,
    post,
    stored,
    act: async (values) => {
      const row = { websiteId, formId, name: values.type, createdAt: clock.now(), ...values };
      const [action] = await db.insert(formActions).values(row).returning();
      return action?.id ?? 0;
    },
    postOnly: async (body) => {
      harness.disk.isNearlyFull = true;
      await post(body);
      await background.idle();
      harness.disk.isNearlyFull = false;
    },
    runs: async () => {
      await background.idle();
      const [first] = await stored();
      return db
        .select()
        .from(actionRuns)
        .where(gt(actionRuns.submissionId, (first?.id ?? 1) - 1))
        .orderBy(asc(actionRuns.id));
    },
  };
}
