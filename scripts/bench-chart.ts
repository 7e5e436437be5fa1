import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFile, readData, svgFile } from './bench-chart/data.ts';
import { toSvg } from './bench-chart/draw.ts';
import { root } from './inputs.mjs';

// `npm run bench:chart`: draws the picture of docs/benchmarks.md from the figures of `npm run bench -- --record LABEL`.

try {
  writeFileSync(join(root, svgFile), toSvg(readData(readFileSync(join(root, dataFile), 'utf8'))));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
