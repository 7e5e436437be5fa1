import type { Problem } from '#contract/api-result.ts';
import { resources } from '#contract/resources/index.gen.ts';
import { createChoiceSource } from './choice-source.ts';
import type { ClientServices } from './client-services.ts';
import { homepageSources } from './homepage-sources.ts';
import { createRecordsSource } from './records-source.ts';

/** Caches menus, forms, records of every kind, the homepage's blocks and its preview. Resolves to the first problem; null: it worked. */
export async function prefetchLists(services: Pick<ClientServices, 'sourceParts'>, websiteId: string): Promise<Problem | null> {
  const { blocks, preview } = homepageSources(services);
  // The list of parts of a record is that of one record, and is cached when it is opened.
  const listed = resources.filter(({ within }) => within === undefined);
  const records = listed.map((resource) => createRecordsSource(services.sourceParts, resource, websiteId).prefetch());
  const problems = await Promise.all([
    createChoiceSource(services.sourceParts).prefetch(websiteId),
    blocks.prefetch(websiteId),
    ...records,
  ]);
  const problem = problems.find((each) => each !== null) ?? null;
  if (problem === null) await preview.prefetch(websiteId);
  return problem;
}
