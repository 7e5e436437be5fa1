import { type BlocksSource, createBlocksSource } from './blocks-source.ts';
import type { Device } from './device.ts';
import { createPreviewSource, type PreviewSource } from './preview-source.ts';

interface HomepageSources {
  readonly blocks: BlocksSource;
  readonly preview: PreviewSource;
}

const made = new WeakMap<Device, HomepageSources>();

/** One source of each kind for a device, made with the first screen that needs them: requests under way are shared. */
export function homepageSources(device: Device): HomepageSources {
  const present = made.get(device);
  if (present) return present;
  const blocks = createBlocksSource(device.blockParts);
  const sources = { blocks, preview: createPreviewSource(device.blockParts, blocks) };
  made.set(device, sources);
  return sources;
}
