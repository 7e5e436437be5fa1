import type { Problem } from '#contract/api-result.ts';
import { createBlocksSource } from './blocks-source.ts';
import { createChoiceSource } from './choice-source.ts';
import type { Device } from './device.ts';
import { createPreviewSource } from './preview-source.ts';

/** Caches menus, forms, the homepage's blocks and its preview. Resolves to the first problem; null: it worked. */
export async function prefetchLists(device: Pick<Device, 'choiceParts' | 'blockParts'>, websiteId: string): Promise<Problem | null> {
  const blocks = createBlocksSource(device.blockParts);
  const problems = await Promise.all([createChoiceSource(device.choiceParts).prefetch(websiteId), blocks.prefetch(websiteId)]);
  const problem = problems.find((each) => each !== null) ?? null;
  if (problem === null) await createPreviewSource(device.blockParts, blocks).prefetch(websiteId);
  return problem;
}
