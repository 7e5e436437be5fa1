import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../../scripts/inputs.mjs';

/** The gzip size in bytes of the build's scripts at these addresses, from their compressed copies, which the server sends. `checkout`: the project. */
export function gzipBytes(paths: readonly string[], checkout = root): number {
  return paths
    .map((path) => join(checkout, 'dist', path))
    .map((file) => (existsSync(`${file}.gz`) ? readFileSync(`${file}.gz`) : gzipSync(readFileSync(file), { level: 9 })).byteLength)
    .reduce((sum, bytes) => sum + bytes, 0);
}
