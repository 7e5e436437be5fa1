import type { Problem } from '#contract/api-result.ts';
import { resources } from '#contract/resources/index.gen.ts';
import { createChoiceSource } from './choice-source.ts';
import type { ClientServices } from './client-services.ts';
import { homepageSources } from './homepage-sources.ts';
import { createRecordsSource } from './records-source.ts';

/** Caches menus, forms, the homepage's blocks and its preview, and every list of records. Resolves to the first problem; null: it worked. */
export async function prefetchLists(services: Pick<ClientServices, 'sourceParts'>, websiteId: string): Promise<Problem | null> {
  const { sourceParts } = services;
  const { blocks, preview } = homepageSources(services);
  const problems = await Promise.all([
    createChoiceSource(sourceParts).prefetch(websiteId),
    blocks.prefetch(websiteId),
    ...resources.map((resource) => createRecordsSource(sourceParts, resource, websiteId).prefetch()),
  ]);
  const problem = problems.find((each) => each !== null) ?? null;
  if (problem === null) await preview.prefetch(websiteId);
  return problem;
}
