import type { Problem } from '#contract/api-result.ts';
import type { ResourceDefinition } from '#contract/resources/define.ts';
import { resources } from '#contract/resources/index.gen.ts';
import pLimit from 'p-limit';
import { createChoiceSource } from './choice-source.ts';
import type { ClientServices } from './client-services.ts';
import { createDetailsSource } from './details-source.ts';
import { homepageSources } from './homepage-sources.ts';
import { createRecordsSource } from './records-source.ts';

type Services = Pick<ClientServices, 'sourceParts'>;

/** How many lists of parts, and details, are fetched at once: a website may have a thousand forms, and the API's limits are for all of a user's tabs. */
const mostAtOnce = 4;

/**
 * Caches menus, forms, records of every kind with their parts and details, the homepage's blocks and its preview. Resolves to the first problem;
 * null: it worked.
 */
export async function prefetchLists(services: Services, websiteId: string): Promise<Problem | null> {
  const { blocks, preview } = homepageSources(services);
  const records = resources.map((resource) => prefetchWithParts(services, resource, websiteId));
  const problems = await Promise.all([
    createChoiceSource(services.sourceParts).prefetch(websiteId),
    blocks.prefetch(websiteId),
    ...records,
  ]);
  const problem = problems.find((each) => each !== null) ?? null;
  if (problem === null) await preview.prefetch(websiteId);
  return problem;
}

/** The records of a resource, then the parts and the details of each of them. */
async function prefetchWithParts({ sourceParts }: Services, resource: ResourceDefinition, websiteId: string): Promise<Problem | null> {
  // With the records that they are parts of.
  if (resource.within) return null;
  const problem = await createRecordsSource(sourceParts, resource, websiteId).prefetch();
  const parts = resources.flatMap((part) => (part.within?.resource === resource.name ? { part, key: part.within.key } : []));
  if (problem !== null || (parts.length === 0 && !resource.details)) return problem;
  const scope = { userId: sourceParts.user().userId, resource, websiteId: resource.scope === 'website' ? websiteId : null };
  const { rows } = await (await sourceParts.store.records()).readAll(scope);
  const limited = pLimit(mostAtOnce);
  let failed: Problem | null = null;
  const details = resource.details ? createDetailsSource(sourceParts, resource, websiteId) : null;
  const ofEach: readonly ((id: string) => Promise<Problem | null>)[] = [
    ...parts.map(({ part, key }) => {
      const source = createRecordsSource(sourceParts, part, websiteId);
      return (id: string) => source.prefetch({ [key]: id });
    }),
    ...(details ? [details.prefetch] : []),
  ];
  await Promise.all(
    ofEach.flatMap((fetch) =>
      rows.map(({ id }) =>
        limited(async () => {
          if (failed === null) failed = (await fetch(id)) ?? failed;
        }),
      ),
    ),
  );
  return failed;
}
