import type { Plugin } from 'vite';
import { cyclesIn } from '../import-graph/cycles.ts';

/**
 * Fails a build in which chunks import each other in a circle. The groups of vite.config.ts join modules that know nothing of each other,
 * so the sources may be free of circles and the chunks not: then one runs before what it uses is there, in some browsers only.
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
