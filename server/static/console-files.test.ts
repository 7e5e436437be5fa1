import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, describe, expect, test } from 'vitest';
import { consoleFiles } from './console-files.ts';
import { pageConfigFrom } from './page-config.ts';

const distDir = mkdtempSync(join(tmpdir(), 'frontage-dist-'));
const chunk = 'export const answer = 42;\n'.repeat(50);
const html =
  '<!doctype html><meta name="frontage-config" content="{}" /><style>body{}</style><script>theme()</script><div id="root"></div>';
mkdirSync(join(distDir, 'assets'));
mkdirSync(join(distDir, '.vite'));
writeFileSync(join(distDir, 'index.html'), html);
writeFileSync(join(distDir, '.vite/manifest.json'), '{}');
writeFileSync(join(distDir, 'preview-frame.html'), '<body><script>frame()</script></body>');
writeFileSync(join(distDir, 'sw.js'), 'precache([{url:"index.html",revision:"built"}])');
writeFileSync(join(distDir, 'manifest.webmanifest'), '{}');
writeFileSync(join(distDir, 'assets/main-abc.js'), chunk);
writeFileSync(join(distDir, 'assets/main-abc.js.br'), brotliCompressSync(chunk));
writeFileSync(join(distDir, 'assets/main-abc.js.gz'), gzipSync(chunk));
writeFileSync(join(tmpdir(), 'frontage-secret.txt'), 'secret');
afterAll(() => rmSync(distDir, { recursive: true }));

const serve = (env: Record<string, string> = {}, folder = distDir) =>
  new Hono().all('*', consoleFiles({ distDir: folder, config: pageConfigFrom(env) }));
const app = serve();
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('assets', () => {
  test('are cached for ever and sent in the client’s preferred encoding', async () => {
    const brotli = await app.request('/assets/main-abc.js', { headers: { 'accept-encoding': 'gzip, deflate, br' } });
    expect(brotli.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(brotli.headers.get('content-encoding')).toBe('br');
    expect(brotli.headers.get('vary')).toContain('Accept-Encoding');
    expect(brotli.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(brotliDecompressSync(await brotli.arrayBuffer()).toString()).toBe(chunk);
    const gzip = await app.request('/assets/main-abc.js', { headers: { 'accept-encoding': 'br;q=0.5, gzip;q=0.9' } });
    expect(gzip.headers.get('content-encoding')).toBe('gzip');
  });

  test.each([undefined, 'identity', 'br;q=0, gzip;q=0'])('are sent plain to a client that accepts %s', async (accept) => {
    const answer = await app.request('/assets/main-abc.js', { headers: accept ? { 'accept-encoding': accept } : {} });
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(await answer.text()).toBe(chunk);
  });

  test('that are gone are 404, even for clients that accept HTML', async () => {
    const answer = await app.request('/assets/main-old.js', { headers: browser });
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('<div');
  });

  test('HEAD answers the headers without the body', async () => {
    const answer = await app.request('/assets/main-abc.js', { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe(String(chunk.length));
    expect(await answer.text()).toBe('');
  });
});

describe('the page', () => {
  test.each(['/', '/login', '/website/7/marketing/social?x=1', '/website/7/a.b'])(
    'answers %s to a browser, asked again each time',
    async (path) => {
      const answer = await app.request(path, { headers: browser });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(await answer.text()).toContain('<div id="root">');
    },
  );

  test('is not sent again to a client that has it', async () => {
    const first = await app.request('/', { headers: browser });
    const etag = first.headers.get('etag') ?? '';
    const again = await app.request('/login', { headers: { ...browser, 'if-none-match': `"other", ${etag}` } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect((await app.request('/', { headers: { ...browser, 'if-none-match': '"other"' } })).status).toBe(200);
  });

  test('is not sent to a script that requests data', async () => {
    expect((await app.request('/login', { headers: { accept: 'application/json' } })).status).toBe(404);
  });

  test('carries the configuration, safely quoted', async () => {
    const text = await (
      await serve({ CONSOLE_API_BASE: 'https://api.example/v1', CONSOLE_SALES_URL: '"><script>x</script>' }).request('/')
    ).text();
    expect(text).toContain('content="{&quot;apiBase&quot;:&quot;https://api.example/v1&quot;');
    expect(text.match(/<script>/g)).toHaveLength(1);
  });

  test('is a new revision to the service worker when its configuration changes', async () => {
    const worker = async (env: Record<string, string>) => (await serve(env).request('/sw.js')).text();
    const [plain, same, other] = await Promise.all([worker({}), worker({}), worker({ CONSOLE_API_BASE: '/v2' })]);
    expect(plain).toBe(same);
    expect(other).not.toBe(plain);
    expect(plain).not.toContain('"built"');
  });
});

describe('the preview’s frame', () => {
  test.each(['/preview-frame', '/preview-frame.html', '/preview-frame?x=1'])('is at %s, under a policy of its own', async (path) => {
    const answer = await app.request(path, { headers: browser });
    expect([answer.status, await answer.text()]).toEqual([200, '<body><script>frame()</script></body>']);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'sha256-[\w+/=]+';/);
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "frame-ancestors 'self'",
        "connect-src 'none'",
        "form-action 'none'",
        "base-uri 'none'",
        'sandbox allow-scripts',
      ]),
    );
    expect(policy).not.toContain('allow-same-origin');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('is no page of the console where the build has none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'frontage-dist-'));
    writeFileSync(join(folder, 'index.html'), html);
    expect((await serve({}, folder).request('/preview-frame', { headers: browser })).status).toBe(404);
    rmSync(folder, { recursive: true });
  });
});

describe('safety', () => {
  test('the policy allows the inline script and style by their hash and nothing else that is inline', async () => {
    const policy =
      (await serve({ CONSOLE_API_BASE: 'https://api.example/v1', CONSOLE_CMS_BASE: 'https://cms.example' }).request('/')).headers.get(
        'content-security-policy',
      ) ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]+'(;|$)/);
    expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/=]+'(;|$)/);
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("connect-src 'self' https://api.example https://cms.example;");
    expect(policy).toContain("frame-src 'self' https://cms.example;");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  test.each([
    '/../frontage-secret.txt',
    '/..%2ffrontage-secret.txt',
    '/%2e%2e/frontage-secret.txt',
    '/assets/..%5c..%5cfrontage-secret.txt',
    '/.vite/manifest.json',
    '/assets/main-abc.js.br',
  ])('%s is not served', async (path) => {
    const answer = await app.request(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('secret');
  });

  test('writing is refused', async () => {
    const answer = await app.request('/', { method: 'POST' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });

  test('without a build it says what to do', async () => {
    const answer = await serve({}, join(distDir, 'nowhere')).request('/');
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('npm run build');
  });
});
