import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../inputs.mjs';
import { dataFile, readData, type RevisionFigures, svgFile, withRevisions } from './data.ts';
import { toSvg } from './draw.ts';

/** Adds them to the data file, and draws the picture again. */
export function recordRevisions(added: readonly RevisionFigures[]): void {
  const path = join(root, dataFile);
  const before = existsSync(path) ? readData(readFileSync(path, 'utf8')) : { revisions: [] };
  const text = `${JSON.stringify(withRevisions(before, added), null, 2)}\n`;
  const data = readData(text);
  writeFileSync(path, text);
  writeFileSync(join(root, svgFile), toSvg(data));
}
