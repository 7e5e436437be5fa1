import { type BlockParts, type BlocksSource, createBlocksSource } from './blocks-source.ts';
import type { Device } from './device.ts';
import { createPreviewSource, type PreviewSource } from './preview-source.ts';

interface HomepageSources {
  readonly blocks: BlocksSource;
  readonly preview: PreviewSource;
}

const sourcesByParts = new WeakMap<BlockParts, HomepageSources>();

/** One source of each kind, created for the first caller that needs them, so that all share requests in flight. */
export function homepageSources({ blockParts }: Pick<Device, 'blockParts'>): HomepageSources {
  const present = sourcesByParts.get(blockParts);
  if (present) return present;
  const blocks = createBlocksSource(blockParts);
  const sources = { blocks, preview: createPreviewSource(blockParts, blocks) };
  sourcesByParts.set(blockParts, sources);
  return sources;
}
