import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../../scripts/inputs.mjs';

/** Bytes of the build's scripts at these addresses, as gzip: from their compressed copies, which is what is sent. */
export function gzipBytes(paths: readonly string[]): number {
  return paths
    .map((path) => join(root, 'dist', path))
    .map((file) => (existsSync(`${file}.gz`) ? readFileSync(`${file}.gz`) : gzipSync(readFileSync(file), { level: 9 })).byteLength)
    .reduce((sum, bytes) => sum + bytes, 0);
}
