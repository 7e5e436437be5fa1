import type { Problem } from '#contract/api-result.ts';
import type { ResourceDefinition } from '#contract/resources/define.ts';
import { resources } from '#contract/resources/index.gen.ts';
import { createChoiceSource } from './choice-source.ts';
import type { ClientServices } from './client-services.ts';
import { createDetailsSource } from './details-source.ts';
import { homepageSources } from './homepage-sources.ts';
import { createThrottle, throttledClient } from './throttle.ts';
import { createRecordsSource } from './records-source.ts';
import { recordScope } from './current-user.ts';

/** How many parts and details of one kind of record are on their way at once, at most. */
const lanes = 4;

type Services = Pick<ClientServices, 'sourceParts'>;

/**
 * Caches menus, forms, records of every kind with their parts and details, the homepage's blocks and its preview. Resolves to the first problem;
 * null: it worked.
 */
export async function prefetchLists({ sourceParts }: Services, websiteId: string, signal?: AbortSignal): Promise<Problem | null> {
  const { blocks, preview } = homepageSources({ sourceParts });
  const { userId } = sourceParts.user();
  const throttle = createThrottle({ signal, isCurrentUser: () => sourceParts.isCurrentUser(userId) });
  const throttled = { sourceParts: { ...sourceParts, client: throttledClient(sourceParts.client, throttle) } };
  const problems = await Promise.all([
    createChoiceSource(throttled.sourceParts).prefetch(websiteId),
    throttle.run(() => blocks.prefetch(websiteId)),
    ...resources.map((resource) => prefetchWithParts(throttled, resource, websiteId)),
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
  const scope = recordScope(sourceParts.user(), resource, websiteId);
  const { rows } = await (await sourceParts.store.records()).readAll(scope);
  let failed: Problem | null = null;
  const details = resource.details ? createDetailsSource(sourceParts, resource, websiteId) : null;
  const ofEach: readonly ((id: string) => Promise<Problem | null>)[] = [
    ...parts.map(({ part, key }) => {
      const source = createRecordsSource(sourceParts, part, websiteId);
      return (id: string) => source.prefetch({ [key]: id });
    }),
    ...(details ? [details.prefetch] : []),
  ];
  // A few lanes: the calls of all lists share a limit, and what is left is not begun after a problem.
  const rest = ofEach.flatMap((fetch) =>
    rows.map(
      ({ id }) =>
        () =>
          fetch(id),
    ),
  );
  const lane = async () => {
    for (let fetch = rest.shift(); fetch !== undefined && failed === null; fetch = rest.shift()) failed = (await fetch()) ?? failed;
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return failed;
}
