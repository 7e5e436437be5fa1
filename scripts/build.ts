import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { isCompressible } from '../server/static/content-types.ts';
import { buildHash, root } from './inputs.mjs';

/** A smaller file would not take fewer packets when it is compressed. Bytes. */
const worthIt = 860;

function compressAll(folder: string): { readonly files: number; readonly gzip: number; readonly brotli: number } {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isCompressible(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  let [gzipBytes, brotliBytes] = [0, 0];
  for (const file of files) {
    const plain = readFileSync(file);
    if (plain.byteLength < worthIt) continue;
    const gzip = gzipSync(plain, { level: 9 });
    const brotli = brotliCompressSync(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength },
    });
    writeFileSync(`${file}.gz`, gzip);
    writeFileSync(`${file}.br`, brotli);
    gzipBytes += gzip.byteLength;
    brotliBytes += brotli.byteLength;
  }
  return { files: files.length, gzip: gzipBytes, brotli: brotliBytes };
}

const dist = join(root, 'dist');
const hash = buildHash();
await build({ root, logLevel: 'warn' });
const { files, gzip, brotli } = compressAll(dist);
writeFileSync(join(dist, '.stamp'), hash);
console.log(`Built: ${files} text files, ${Math.round(gzip / 1000)} kB as gzip, ${Math.round(brotli / 1000)} kB as Brotli.`);
