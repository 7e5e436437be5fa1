import { and, eq, isNull } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import type { AppEnv } from '../app-env.ts';
import type { Deps } from '../deps.ts';
import { fail, noneMatch, notFound, sendFailure } from '../http/reply.ts';
import { files } from '../tables/files.ts';
import { websites } from '../tables/websites.ts';
import { isUuid } from '../uuid.ts';
import { byteRangeOf } from './byte-range.ts';

/** Also where a browser opens the file directly: no script runs, nothing is loaded, and the page has no origin. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/**
 * Uploaded files, public for everybody who knows the address, as a public website needs them: the address contains a random id. The content
 * at an address never changes.
 */
export function fileRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/:fileId/:name', async (c) => {
    c.set('route', '/files');
    if (!isUuid(c.req.param('fileId'))) return missing(c);
    const [found] = await deps.db
      .select({ file: files })
      .from(files)
      .innerJoin(websites, eq(websites.id, files.websiteId))
      .where(and(eq(files.id, c.req.param('fileId')), isNull(websites.deletedAt)));
    if (!found || found.file.name !== c.req.param('name')) return missing(c);
    const { file } = found;
    const etag = `"${file.sha256.slice(0, 32)}"`;
    const headers = {
      'Content-Security-Policy': policy,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Access-Control-Allow-Origin': '*',
      'Accept-Ranges': 'bytes',
      ETag: etag,
    };
    if (!noneMatch(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
    const content = {
      'Content-Type': file.mimeType === 'image/svg+xml' ? 'image/svg+xml; charset=utf-8' : file.mimeType,
      'Content-Length': String(file.bytes),
      'Content-Disposition': disposition(file.mimeType, file.name),
      ...headers,
    };
    if (c.req.method === 'HEAD') return c.body(null, 200, content);
    // A part of another version would not match the client's part: it gets this whole version.
    const ifRange = c.req.header('if-range');
    const range = ifRange === undefined || ifRange === etag ? byteRangeOf(c.req.header('range'), file.bytes) : null;
    if (range === 'unsatisfiable')
      return c.body(null, 416, { ...headers, 'Cache-Control': 'no-store', 'Content-Range': `bytes */${file.bytes}` });
    const body = await deps.storage.get(file.storageKey, range ?? undefined);
    if (!body) {
      deps.logger.error('stored file is missing', { requestId: c.get('requestId'), fileId: file.id });
      return missing(c);
    }
    if (range === null) return c.body(body, 200, content);
    return c.body(body, 206, {
      ...content,
      'Content-Length': String(range.end - range.start + 1),
      'Content-Range': `bytes ${range.start}-${range.end}/${file.bytes}`,
    });
  });
  app.get('/*', missing);
  app.all('/*', (c) => sendFailure(c, fail('method_not_allowed', 'This address does not take this method.', { allow: ['GET', 'HEAD'] })));
  return app;
}

function missing(c: Context<AppEnv>): Response {
  c.header('Cache-Control', 'no-store');
  return sendFailure(c, notFound());
}

/** Pictures are shown; a document, which may contain scripts, is only downloaded. */
function disposition(mimeType: string, name: string): string {
  const encoded = encodeURIComponent(name).replace(/['()*]/gu, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${mimeType.startsWith('image/') ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded}`;
}
