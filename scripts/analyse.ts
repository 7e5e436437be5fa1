import { gzipSync } from 'node:zlib';
import { build, type Plugin, type Rolldown } from 'vite';
import { root } from './inputs.mjs';

/** npm run analyse: the content of each chunk above this size, by package and folder. */
const worthShowing = 8000;

const familyOf = (id: string): string => {
  const path = id.replaceAll('\\', '/').replace(/^\0/, '');
  const inPackages = path.split('/node_modules/').at(-1);
  if (inPackages !== undefined && path.includes('/node_modules/'))
    return inPackages
      .split('/')
      .slice(0, inPackages.startsWith('@') ? 2 : 1)
      .join('/');
  return path.replace(`${root}`, '').split('/').slice(0, 2).join('/');
};

function print(chunk: Rolldown.OutputChunk): void {
  const families = new Map<string, number>();
  for (const [id, { renderedLength }] of Object.entries(chunk.modules))
    families.set(familyOf(id), (families.get(familyOf(id)) ?? 0) + renderedLength);
  console.log(`\n${chunk.fileName}: ${(gzipSync(chunk.code).byteLength / 1000).toFixed(1)} kB gzip`);
  const largest = [...families].sort(([, one], [, other]) => other - one).slice(0, 14);
  for (const [family, bytes] of largest) console.log(`  ${(bytes / 1000).toFixed(1).padStart(8)} kB before minification  ${family}`);
}

const report: Plugin = {
  name: 'frontage-analysis',
  generateBundle: (_options, bundle) => {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk' && output.code.length > worthShowing);
    for (const chunk of chunks) if (chunk.type === 'chunk') print(chunk);
  },
};
await build({ root, logLevel: 'error', plugins: [report], build: { write: false } });
