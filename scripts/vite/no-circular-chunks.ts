import type { Plugin } from 'vite';
import { cyclesIn } from '../import-graph/cycles.ts';

/**
 * Fails a build in which chunks import each other in a cycle. The groups of vite.config.ts join unrelated modules, so the sources may be
 * free of cycles and the chunks not: then a chunk runs before its imports, in some browsers only.
 */
export function noCircularChunks(): Plugin {
  return {
    name: 'frontage-no-circular-chunks',
    apply: 'build',
    generateBundle(_options, bundle) {
      const imports = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk' ? output.imports.map((target) => ({ from: output.fileName, target, specifier: target, exists: true })) : [],
      );
      const [cycle] = cyclesIn(imports);
      if (cycle !== undefined)
        this.error(`Chunks import each other in a circle: ${cycle}. Move a module to another group in vite.config.ts.`);
    },
  };
}
