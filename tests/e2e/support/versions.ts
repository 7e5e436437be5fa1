import type { Api } from '../../support/api.ts';

/** How often a category of settings has been saved: the number in its tag. */
export async function savesCounted(api: Api, websiteId: string, category: string): Promise<number> {
  const answer = await api.call('GET', `/websites/${websiteId}/settings/${category}`);
  const tag = answer.headers.get('etag') ?? '';
  const version = /-(\d+)"$/.exec(tag)?.[1];
  if (version === undefined) throw new Error(`The tag ${tag} of ${category} holds no number.`);
  return Number(version);
}
