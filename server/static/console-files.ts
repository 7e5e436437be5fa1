import type { Context, Handler } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { contentTypeOf } from './content-types.ts';
import type { PageConfig } from './page-config.ts';
import { contentSecurityPolicy, pageSecurityHeaders } from './page-policy.ts';
import { previewFrameFile, previewFramePath, previewFramePolicy } from './preview-frame.ts';
import { type Encoding, encodings, readConsoleFiles, type StaticFile } from './read-files.ts';

export interface ConsoleFilesOptions {
  /** The folder that `npm run build` writes. */
  readonly distDir: string;
  readonly config: PageConfig;
}

const notBuilt = 'The console is not built. Run "npm run build", then start the server again.\n';
const year = 'public, max-age=31536000, immutable';

/** The best available encoding that the client accepts; Brotli wins a draw. */
function chooseEncoding(accept: string | undefined, file: StaticFile): Encoding | null {
  const wanted = parseAccept(accept ?? '');
  const quality = (encoding: Encoding) =>
    wanted.find((entry) => entry.type === encoding)?.q ?? wanted.find((entry) => entry.type === '*')?.q ?? 0;
  const usable = encodings.filter((encoding) => file.compressed[encoding] && quality(encoding) > 0);
  return usable.toSorted((one, other) => quality(other) - quality(one))[0] ?? null;
}

/** `If-None-Match` compares weakly, so a tag matches whichever encoding it was sent with. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => bare(tag) === bare(etag));
}

/** Only requests for a document get the page; a chunk of an older build must stay a 404, or HTML would run as a script. */
function isNavigation(c: Context): boolean {
  return !c.req.path.startsWith('/assets/') && (c.req.header('accept') ?? '').includes('text/html');
}

/**
 * Serves the built console: hashed files are cached for ever, the page and the service worker always revalidated, deep links get the page.
 */
export function consoleFiles({ distDir, config }: ConsoleFilesOptions): Handler {
  const files = readConsoleFiles(distDir, config);
  const page = files?.get('/index.html');
  const secured = pageSecurityHeaders(contentSecurityPolicy(page ? new TextDecoder().decode(page.plain) : '', config));
  const frame = files?.get(previewFrameFile);
  const securedFrame = pageSecurityHeaders(previewFramePolicy(frame ? new TextDecoder().decode(frame.plain) : ''));

  return (c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      return c.text('Method not allowed\n', 405, { ...secured, allow: 'GET, HEAD' });
    }
    if (!files || !page) return c.text(notBuilt, 503, { ...secured, 'cache-control': 'no-store' });
    const path = c.req.path === previewFramePath ? previewFrameFile : c.req.path;
    const file = path === '/' ? page : (files.get(path) ?? (isNavigation(c) && path !== previewFrameFile ? page : undefined));
    if (!file) return c.text('Not found\n', 404, { ...secured, 'cache-control': 'no-store' });

    const headers: Record<string, string> = {
      ...(file === frame ? securedFrame : secured),
      etag: file.etag,
      vary: file === page ? 'Accept-Encoding, Accept' : 'Accept-Encoding',
      'cache-control': file.path.startsWith('/assets/') ? year : 'no-cache',
    };
    if (isKnown(c.req.header('if-none-match'), file.etag)) return c.body(null, 304, headers);
    const encoding = chooseEncoding(c.req.header('accept-encoding'), file);
    const body = (encoding && file.compressed[encoding]) ?? file.plain;
    headers['content-type'] = contentTypeOf(file.path);
    headers['content-length'] = String(body.byteLength);
    if (encoding) headers['content-encoding'] = encoding;
    return c.req.method === 'HEAD' ? c.body(null, 200, headers) : c.body(body, 200, headers);
  };
}
