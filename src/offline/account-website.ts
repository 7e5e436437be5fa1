import { idSchema } from '#contract/entities/id.ts';
import * as v from 'valibot';
import { WebsiteNotOpened, type WebsiteSource } from './website-source.ts';

const rowSchema = v.object({ id: idSchema });

/** The website that calls about the whole account name: the one last opened in this browser, else the first. Throws WebsiteNotOpened. */
export async function accountWebsite(websites: Pick<WebsiteSource, 'open' | 'loadPage'>, last: string | null): Promise<string> {
  if (last !== null) {
    try {
      return (await websites.open(last)).id;
    } catch (error) {
      // It was another user's, or is gone.
      if (!(error instanceof WebsiteNotOpened) || error.reason !== 'notFound') throw error;
    }
  }
  const loaded = await websites.loadPage({ page: 0, perPage: 1, sort: null, q: '' }, new AbortController().signal);
  if (loaded.kind === 'failed') throw new WebsiteNotOpened('failed', loaded.message);
  if (loaded.kind === 'offline')
    throw new WebsiteNotOpened('offline', 'No website was ever opened on this device, and the server can’t be reached.');
  const [first] = v.parse(v.array(rowSchema), loaded.rows);
  if (!first) throw new WebsiteNotOpened('notFound', 'Your account has no websites.');
  return first.id;
}
