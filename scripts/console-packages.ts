import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { importsOf, layerOf, packageOf, projectFiles } from './import-graph/read.ts';
import { root } from './inputs.mjs';

/**
 * Dependencies that only the console imports, and neither the server nor the contract: the running server serves the console already built.
 */
export function consolePackages(): readonly string[] {
  const manifest = v.parse(
    v.object({ dependencies: v.record(v.string(), v.string()) }),
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  );
  const imported = new Set(
    projectFiles()
      .filter((file) => ['contract', 'server'].includes(layerOf(file)))
      .flatMap((file) => importsOf(file))
      .filter(({ target }) => target === null)
      .map(({ specifier }) => packageOf(specifier)),
  );
  return Object.keys(manifest.dependencies).filter((name) => !imported.has(name));
}

// Used by the Dockerfile, which leaves them out of the image.
if (import.meta.main) process.stdout.write(`${consolePackages().join('\n')}\n`);
