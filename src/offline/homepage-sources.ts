import { type BlocksSource, createBlocksSource } from './blocks-source.ts';
import type { Device } from './device.ts';
import { createPreviewSource, type PreviewSource } from './preview-source.ts';

interface HomepageSources {
  readonly blocks: BlocksSource;
  readonly preview: PreviewSource;
}

const sourcesByDevice = new WeakMap<Device, HomepageSources>();

/** One source of each kind, created for the first screen that needs them, so that screens share requests in flight. */
export function homepageSources(device: Device): HomepageSources {
  const present = sourcesByDevice.get(device);
  if (present) return present;
  const blocks = createBlocksSource(device.blockParts);
  const sources = { blocks, preview: createPreviewSource(device.blockParts, blocks) };
  sourcesByDevice.set(device, sources);
  return sources;
}
