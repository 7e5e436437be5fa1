import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { isCompressible } from './content-types.ts';
import { type PageConfig, withPageConfig } from './page-config.ts';

export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

export interface StaticFile {
  /** Address on the host, such as `/assets/index-Dx1.js`. */
  readonly path: string;
  readonly etag: string;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly compressed: Readonly<Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>>;
}

const suffix: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };
const compress: Readonly<Record<Encoding, (plain: Uint8Array) => Uint8Array>> = { br: brotliCompressSync, gzip: gzipSync };

const etagOf = (plain: Uint8Array) => `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
const read = (file: string) => new Uint8Array(readFileSync(file));

/** A file that differs from the build's, so that the build's compressed copies do not match. */
function altered(path: string, text: string): StaticFile {
  const plain = new TextEncoder().encode(text);
  const compressed = Object.fromEntries(encodings.map((encoding) => [encoding, new Uint8Array(compress[encoding](plain))]));
  return { path, etag: etagOf(plain), plain, compressed };
}

/** The service worker caches the page by revision: another configuration needs another revision. */
function withPageRevision(worker: string, revision: string): string {
  return worker.replace(
    /(url:\s*"index\.html",\s*revision:\s*")[^"]*(")|(revision:\s*")[^"]*(",\s*url:\s*"index\.html")/,
    (_match, a, b, c, d) => (a === undefined ? `${String(c)}${revision}${String(d)}` : `${String(a)}${revision}${String(b)}`),
  );
}

/**
 * Every file of the build, with the page's configuration filled in. The whole console is a few megabytes: it is read once and served from
 * memory. Null where there is no build.
 */
export function readConsoleFiles(distDir: string, config: PageConfig): ReadonlyMap<string, StaticFile> | null {
  if (!existsSync(join(distDir, 'index.html'))) return null;
  const names = readdirSync(distDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.br') && !entry.name.endsWith('.gz'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !relative(distDir, file).startsWith('.'));
  const files = new Map<string, StaticFile>();
  for (const file of names) {
    const path = `/${relative(distDir, file).split(sep).join('/')}`;
    const plain = read(file);
    const ready = encodings.filter((encoding) => isCompressible(path) && existsSync(file + suffix[encoding]));
    files.set(path, {
      path,
      etag: etagOf(plain),
      plain,
      compressed: Object.fromEntries(ready.map((encoding) => [encoding, read(file + suffix[encoding])])),
    });
  }
  const page = altered('/index.html', withPageConfig(readFileSync(join(distDir, 'index.html'), 'utf8'), config));
  files.set(page.path, page);
  const worker = files.get('/sw.js');
  if (worker)
    files.set(worker.path, altered(worker.path, withPageRevision(new TextDecoder().decode(worker.plain), page.etag.slice(3, -1))));
  return files;
}
