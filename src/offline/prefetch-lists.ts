import type { Problem } from '#contract/api-result.ts';
import { createChoiceSource } from './choice-source.ts';
import type { Device } from './device.ts';
import { homepageSources } from './homepage-sources.ts';

/** Caches menus, forms, the homepage's blocks and its preview. Resolves to the first problem; null: it worked. */
export async function prefetchLists(device: Pick<Device, 'sourceParts'>, websiteId: string): Promise<Problem | null> {
  const { blocks, preview } = homepageSources(device);
  const problems = await Promise.all([createChoiceSource(device.sourceParts).prefetch(websiteId), blocks.prefetch(websiteId)]);
  const problem = problems.find((each) => each !== null) ?? null;
  if (problem === null) await preview.prefetch(websiteId);
  return problem;
}
