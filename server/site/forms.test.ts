import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forms } from '../tables/content.ts';
import { domains } from '../tables/domains.ts';
import { type Harness, startHarness } from '../testing/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

const [websiteId, otherId] = [2, 3];

async function siteOf(id: number): Promise<string> {
  const [found] = await harness.deps.db
    .select()
    .from(domains)
    .where(and(eq(domains.websiteId, id), eq(domains.isPrimary, true)));
  return `/sites/${found?.domain}`;
}

async function contactOf(id: number): Promise<number> {
  const [found] = await harness.deps.db
    .select()
    .from(forms)
    .where(and(eq(forms.websiteId, id), eq(forms.name, 'contact')));
  return found?.id ?? 0;
}

describe('the page of a form on a public site', () => {
  it('shows the form, and no form of another website', async () => {
    const site = await siteOf(websiteId);
    const page = await harness.call('GET', `${site}/forms/${await contactOf(websiteId)}`);
    expect([page.status, page.text.includes('<h1>Contact us</h1>'), page.text.includes('content="noindex"')]).toEqual([200, true, true]);
    for (const id of ['999', await contactOf(otherId), 'x', '1/x'])
      expect([id, (await harness.call('GET', `${site}/forms/${id}`)).status]).toEqual([id, 404]);
  });
});
