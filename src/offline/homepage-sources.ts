import { type BlocksSource, createBlocksSource } from './blocks-source.ts';
import type { ClientServices } from './client-services.ts';
import { createPreviewSource, type PreviewSource } from './preview-source.ts';
import type { SourceParts } from './source-parts.ts';

interface HomepageSources {
  readonly blocks: BlocksSource;
  readonly preview: PreviewSource;
}

const sourcesByParts = new WeakMap<SourceParts, HomepageSources>();

/** One source of each kind, created for the first caller that needs them, so that all share requests in flight. */
export function homepageSources({ sourceParts }: Pick<ClientServices, 'sourceParts'>): HomepageSources {
  const present = sourcesByParts.get(sourceParts);
  if (present) return present;
  const blocks = createBlocksSource(sourceParts);
  const sources = { blocks, preview: createPreviewSource(sourceParts, blocks) };
  sourcesByParts.set(sourceParts, sources);
  return sources;
}
