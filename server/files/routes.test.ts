import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadFile } from '#contract/calls/files.ts';
import { files } from '../tables/files.ts';
import { websites } from '../tables/websites.ts';
import { codeOf, type Harness, startHarness } from '../testing/harness.ts';
import { multipart, pdf, png, svg } from '../testing/uploads.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

async function uploaded(name: string, bytes: Uint8Array<ArrayBuffer>, website = 1) {
  const { body, type } = await multipart([[name, bytes]], {});
  const got = await harness.call('POST', `/api/websites/${website}/files`, { token, raw: body, headers: { 'content-type': type } });
  const [file] = v.parse(v.object({ data: uploadFile.answer }), got.json).data;
  return { id: file?.id ?? '', url: file?.url ?? '', remarks: file?.remarks };
}
const get = (path: string, headers: Record<string, string> = {}) => harness.call('GET', path, { headers });

describe('an uploaded file', () => {
  it('is public, cached for ever, and can neither run scripts nor act in an origin', async () => {
    const { url, id, remarks } = await uploaded('Ünser (Logo).svg', svg('<script>alert(1)</script><rect onload="x" width="3"/>'));
    expect(remarks).toEqual(['2 scripts were removed from Ünser (Logo).svg.']);
    const described = await harness.call('GET', `/api/websites/1/files/${id}`, { token });
    expect(described.json).toMatchObject({ data: { remarks } });
    const got = await get(url);
    expect(got.text).toBe('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><rect width="3"></rect></svg>');
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'content-disposition': "inline; filename*=UTF-8''%C3%9Cnser%20%28Logo%29.svg",
    });
    expect(got.headers.has('set-cookie')).toBe(false);
  });

  it('is downloaded where it is a document', async () => {
    const { url } = await uploaded('terms.pdf', pdf());
    expect((await get(url)).headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''terms.pdf");
  });

  it('is not sent again to a client that has it, and HEAD gets only its headers', async () => {
    const { url } = await uploaded('a.png', png());
    const first = await get(url);
    const again = await get(url, { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await harness.call('HEAD', url);
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', String(png().byteLength)]);
  });

  it('is sent in part for a Range, and completely where the client has another version', async () => {
    const { url } = await uploaded('a.pdf', pdf());
    const whole = await get(url);
    const size = pdf().byteLength;
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    const part = await get(url, { range: 'bytes=1-3' });
    expect([part.status, part.text]).toEqual([206, 'PDF']);
    expect(Object.fromEntries(part.headers)).toMatchObject({
      'content-range': `bytes 1-3/${size}`,
      'content-length': '3',
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''a.pdf",
      etag: whole.headers.get('etag'),
    });
    const asked = async (headers: Record<string, string>) => {
      const got = await get(url, headers);
      return [got.status, got.text];
    };
    const etag = whole.headers.get('etag') ?? '';
    expect(await asked({ range: 'bytes=-6' })).toEqual([206, '%%EOF\n']);
    expect(await asked({ range: 'bytes=1-3', 'if-range': etag })).toEqual([206, 'PDF']);
    for (const other of ['"another"', `W/${etag}`, 'Mon, 01 Jun 2026 10:00:00 GMT'])
      expect(await asked({ range: 'bytes=1-3', 'if-range': other })).toEqual([200, whole.text]);
    expect(await asked({ range: 'bytes=0-1,4-5' })).toEqual([200, whole.text]);
    expect(await asked({ range: 'bytes=1-3', 'if-none-match': etag })).toEqual([304, '']);
    const head = await harness.call('HEAD', url, { headers: { range: 'bytes=1-3' } });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)]);
  });

  it('has no part beyond its end', async () => {
    const { url } = await uploaded('a.pdf', pdf());
    const got = await get(url, { range: `bytes=${pdf().byteLength}-` });
    expect([got.status, got.text, got.headers.get('content-range')]).toEqual([416, '', `bytes */${pdf().byteLength}`]);
    expect(got.headers.get('cache-control')).toBe('no-store');
  });

  it('is at its one address only', async () => {
    const { id, url } = await uploaded('a.png', png());
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/u);
    for (const path of [
      `/files/${id}`,
      `/files/${id}/`,
      `/files/${id}/b.png`,
      `${url}/x`,
      '/files/1/a.png',
      '/files/%00/x',
      '/files/..%2f/a',
      '/files',
    ]) {
      const got = await get(path);
      expect([path, got.status, codeOf(got)]).toEqual([path, 404, 'not_found']);
    }
    const posted = await harness.call('POST', url);
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('is gone with its website', async () => {
    const { url } = await uploaded('a.png', png(), 9);
    expect((await get(url)).status).toBe(200);
    await harness.deps.db.update(websites).set({ deletedAt: harness.time.now }).where(eq(websites.id, 9));
    expect((await get(url)).status).toBe(404);
  });

  it('that the storage has lost is noted, and not cached as lost', async () => {
    const { id, url } = await uploaded('a.png', png());
    const [row] = await harness.deps.db.select().from(files).where(eq(files.id, id));
    await harness.deps.storage.remove(row?.storageKey ?? '');
    const got = await get(url);
    expect([got.status, got.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(harness.logs.some((line) => line.includes('stored file is missing') && line.includes(id))).toBe(true);
  });
});
