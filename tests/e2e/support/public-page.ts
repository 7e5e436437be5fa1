import { primaryDomain } from '#contract/entities/website.ts';
import type { Profile } from './fixtures.ts';

/** The texts of the blocks on a website's public homepage, by block id, from the top. */
export async function publicBlocks({ context, api }: Profile, websiteId: string): Promise<ReadonlyMap<string, string>> {
  const website = (await api.websites()).find(({ id }) => id === websiteId);
  const domain = website && primaryDomain(website);
  if (!domain) throw new Error('The website has no domain.');
  const page = await context.newPage();
  await page.goto(`/sites/${domain}/`);
  const blocks = await page
    .locator('[data-block-id]')
    .evaluateAll((all) => all.map((one) => [one.getAttribute('data-block-id') ?? '', one.textContent ?? ''] as const));
  await page.close();
  return new Map(blocks);
}
