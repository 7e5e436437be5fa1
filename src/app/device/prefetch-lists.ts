import type { Problem } from '#contract/outcome.ts';
import { createBlocksSource } from './blocks-source.ts';
import { createChoiceSource } from './choice-source.ts';
import type { Device } from './device.ts';

/** Brings what stands beside the settings to this device: menus, forms, the homepage's blocks. The first problem; null: it worked. */
export async function prefetchLists(device: Pick<Device, 'choiceParts' | 'blockParts'>, websiteId: string): Promise<Problem | null> {
  const problems = await Promise.all([
    createChoiceSource(device.choiceParts).prefetch(websiteId),
    createBlocksSource(device.blockParts).prefetch(websiteId),
  ]);
  return problems.find((problem) => problem !== null) ?? null;
}
