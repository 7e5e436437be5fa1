import { readdir } from 'node:fs/promises';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getFile, uploadFile } from '#contract/calls/files.ts';
import { limits } from '#contract/limits.ts';
import {
  acceptedMessage,
  cutOffMessage,
  emptyFileMessage,
  noSuchContentMessage,
  noFileMessage,
  tooLargeMessage,
  tooManyFilesMessage,
  tooManyPixelsMessage,
  unreadableMessage,
} from '#contract/uploads.ts';
import { demoWebsites, otherSignIn } from '../seed/seed.ts';
import { files, pendingObjects } from '../tables/files.ts';
import { codeOf, type Got, type Harness, messagesOf, startHarness } from '../testing/harness.ts';
import { icoOf, jpegOf, pngChunk, pngOf, segment } from '../testing/pictures.ts';
import { bmp, bytesOf, ico, jpg, multipart, pdf, png, svg } from '../testing/uploads.ts';
import { exifOf } from './metadata/orientation.ts';

let harness: Harness;
let token: string;
const otherWebsite = demoWebsites + 1;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

const filesOf = (got: Got) => v.parse(v.object({ data: uploadFile.answer }), got.json).data;
const send = async (
  content: readonly (readonly [string, Uint8Array<ArrayBuffer>])[],
  fields: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
  website = 1,
) => {
  const { body, type } = await multipart(content, fields);
  return harness.call('POST', `/api/websites/${website}/files`, { token, raw: body, headers: { 'content-type': type, ...headers } });
};
const refusal = async (sending: ReturnType<typeof send>) => {
  const got = await sending;
  return [got.status, messagesOf(got)['files[]']];
};
/** Everything that an upload could leave behind: rows, records of pending objects, stored objects, and copies on disk. */
const traces = async () => ({
  rows: await harness.deps.db.$count(files),
  pending: await harness.deps.db.$count(pendingObjects),
  stored: (await readdir(harness.deps.uploadsDir.replace(/uploads$/u, 'files'), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length,
  onDisk: (await readdir(harness.deps.uploadsDir).catch(() => [])).length,
});

describe('a file of each type', () => {
  it.each([
    ['a.png', png(), 'image/png', 3, 2],
    ['b.jpg', jpg(), 'image/jpeg', 640, 480],
    ['c.jpeg', jpg(), 'image/jpeg', 640, 480],
    ['d.bmp', bmp(), 'image/bmp', 2, 1],
    ['e.pdf', pdf(), 'application/pdf', null, null],
    ['f.svg', svg('<rect width="4" height="4"/>'), 'image/svg+xml', 40, 30],
  ] as const)('%s is accepted, identified and served', async (name, bytes, mimeType, width, height) => {
    const got = await send([[name, bytes]]);
    expect(got.status).toBe(201);
    const [file] = filesOf(got);
    expect(file).toMatchObject({ name, mime_type: mimeType, width, height, created_at: '2026-06-01T10:00:00.000Z' });
    const read = await harness.call('GET', `/api/websites/1/files/${file?.id}`, { token });
    expect(v.parse(v.object({ data: getFile.answer }), read.json).data).toEqual(file);
    const served = await harness.app.request(file?.url ?? '');
    const content = new Uint8Array(await served.arrayBuffer());
    if (name !== 'f.svg') expect(content).toEqual(bytes);
    expect([served.status, content.byteLength, served.headers.get('content-length')]).toEqual([200, file?.bytes, String(file?.bytes)]);
    expect(served.headers.get('content-type')?.split(';')[0]).toBe(mimeType);
  });

  it('is stored without personal data, and has the size that it is shown in', async () => {
    const turned = exifOf(6);
    const notes = Buffer.concat([turned, Buffer.from('Jane, GPS 51.5074 N')]);
    const photo = jpegOf({
      before: [segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), notes])), segment(0xed, 'Photoshop 3.0\0Jane')],
    });
    const drawing = pngOf({ behind: [pngChunk('tEXt', 'Author\0Jane'), pngChunk('eXIf', notes)] });
    const stored = filesOf(
      await send([
        ['photo.jpg', new Uint8Array(photo)],
        ['drawing.png', new Uint8Array(drawing)],
      ]),
    );
    expect(stored.map(({ width, height }) => [width, height])).toEqual([
      [480, 640],
      [2, 3],
    ]);
    const plain = [
      jpegOf({ first: [segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), turned]))] }),
      pngOf({ before: [pngChunk('eXIf', turned)] }),
    ];
    for (const [i, file] of stored.entries()) {
      const served = await harness.app.request(file.url ?? '');
      const content = Buffer.from(await served.arrayBuffer());
      expect(content).toEqual(plain[i]);
      expect([file.bytes, served.headers.get('content-length')]).toEqual([content.byteLength, String(content.byteLength)]);
    }
  });

  it('may have as many pixels as a picture can have', async () => {
    const [file] = filesOf(await send([['large.png', new Uint8Array(pngOf({ size: [10_000, 5000] }))]]));
    expect([file?.width, file?.height]).toEqual([10_000, 5000]);
  });

  it('has the type of its content, whatever its name', async () => {
    const [file] = filesOf(await send([['../../etc/photo.pdf', jpg()]]));
    expect([file?.name, file?.mime_type]).toEqual(['photo.jpg', 'image/jpeg']);
  });

  it('keeps a name in any script, without control characters and paths', async () => {
    const [one, two] = filesOf(
      await send([
        ['Größe & “Maß”\u202e.png', png()],
        ['C:\\temp\\..png', png()],
      ]),
    );
    expect([one?.name, two?.name]).toEqual(['Größe - -Maß.png', 'file.png']);
    expect((await harness.app.request(one?.url ?? '')).status).toBe(200);
  });

  it('may be an icon where the setting takes icons, and only there', async () => {
    const fields = { setting_key: 'favicon', category: 'site_info', type: 'image' };
    const [file] = filesOf(await send([['favicon.ico', ico()]], fields));
    expect([file?.mime_type, file?.width]).toEqual(['image/x-icon', 256]);
    const large = new Uint8Array(icoOf([pngOf({ size: [10_000, 5001] })]));
    expect(await refusal(send([['favicon.ico', large]], fields))).toEqual([422, tooManyPixelsMessage]);
    expect(await refusal(send([['favicon.ico', ico()]]))).toEqual([422, acceptedMessage(null)]);
    expect(await refusal(send([['favicon.svg', svg('')]], fields))).toEqual([422, 'Accepted file extensions (.png, .jpg, .jpeg, .ico).']);
    expect(await refusal(send([['a.jpg', jpg()]], { setting_key: 'apple_touch_icon' }))).toEqual([422, 'Accepted file extensions (.png).']);
    expect(await refusal(send([['a.svg', svg('')]], { setting_key: 'desktop_logo' }))).toEqual([
      422,
      'Accepted file extensions (.png, .jpg, .jpeg).',
    ]);
  });
});

/** A picture whose header declares another size. */
function sized(picture: Uint8Array<ArrayBuffer>, write: (bytes: Buffer) => unknown): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(picture);
  write(bytes);
  return new Uint8Array(bytes);
}

describe('a refused upload leaves nothing behind:', () => {
  it.each([
    [
      'a renamed executable',
      'logo.png',
      bytesOf('MZ\u0090\u0000\u0003'),
      `${noSuchContentMessage('logo.png', null)} ${acceptedMessage(null)}`,
    ],
    [
      'a page',
      'logo.svg',
      bytesOf('<!doctype html><script>alert(1)</script>'),
      `${noSuchContentMessage('logo.svg', 'a web page')} ${acceptedMessage(null)}`,
    ],
    ['an empty file', 'logo.png', bytesOf(''), emptyFileMessage],
    ['a picture that ends after its first bytes', 'logo.png', png().slice(0, 12), cutOffMessage],
    [
      'a picture that says it is wider than any',
      'logo.png',
      sized(png(), (bytes) => bytes.writeUInt32BE(0xffff_ffff, 16)),
      unreadableMessage,
    ],
    ['one that says it is as high', 'logo.bmp', sized(bmp(), (bytes) => bytes.writeInt32LE(-0x8000_0000, 22)), unreadableMessage],
    ['a picture of too many pixels', 'logo.png', new Uint8Array(pngOf({ size: [10_000, 5001] })), tooManyPixelsMessage],
    ['a photograph of too many', 'photo.jpg', new Uint8Array(jpegOf({ size: [10_000, 5001] })), tooManyPixelsMessage],
    ['an svg that is not well formed', 'logo.svg', svg('<g>'), unreadableMessage],
  ])('%s', async (_, name, bytes, message) => {
    const before = await traces();
    expect(
      await refusal(
        send([
          ['fine.png', png()],
          [name, bytes],
        ]),
      ),
    ).toEqual([422, message]);
    expect(await traces()).toEqual(before);
  });

  it('a file over 5,000,000 bytes; exactly as many are taken', async () => {
    const full = new Uint8Array(limits.uploadBytes);
    full.set(png());
    expect((await send([['full.png', full]])).status).toBe(201);
    const before = await traces();
    const over = new Uint8Array(limits.uploadBytes + 1);
    over.set(png());
    const got = await send([['over.png', over]]);
    expect([got.status, codeOf(got), messagesOf(got)['files[]']]).toEqual([413, 'payload_too_large', ' Maximum file size is 5 MB.']);
    expect(await refusal(send([['over.png', new Uint8Array(5_100_000)]]))).toEqual([413, tooLargeMessage]);
    expect(await traces()).toEqual(before);
  });

  it('more files than one call takes, and none at all', async () => {
    const before = await traces();
    const many = Array.from({ length: limits.filesPerUpload + 1 }, (_, i) => [`${i}.png`, png()] as const);
    expect(await refusal(send(many))).toEqual([422, tooManyFilesMessage]);
    expect(await refusal(send([], { category: 'style' }))).toEqual([422, noFileMessage]);
    expect(await traces()).toEqual(before);
    expect(filesOf(await send(many.slice(1)))).toHaveLength(limits.filesPerUpload);
  });

  it('a body without an end, declared or not', async () => {
    const before = await traces();
    const { type } = await multipart([], {});
    const declared = await harness.call('POST', '/api/websites/1/files', {
      token,
      raw: png(),
      headers: { 'content-type': type, 'content-length': '99999999999' },
    });
    expect([declared.status, codeOf(declared)]).toEqual([413, 'payload_too_large']);
    const head = bytesOf('--b\r\nContent-Disposition: form-data; name="files[]"; filename="a.png"\r\n\r\n');
    const endless = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(head),
      pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
    });
    const got = await harness.call('POST', '/api/websites/1/files', {
      token,
      raw: endless,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    expect([got.status, codeOf(got)]).toEqual([413, 'payload_too_large']);
    expect(await traces()).toEqual(before);
  });

  it.each([0.1, 0.3, 0.6, 0.9, 0.99])('an upload cut at %f of its length', async (share) => {
    const before = await traces();
    const big = new Uint8Array(400_000);
    big.set(png());
    const { body, type } = await multipart(
      [
        ['one.png', png()],
        ['two.png', big],
      ],
      { category: 'style' },
    );
    const cut = body.slice(0, Math.floor(body.byteLength * share));
    const ends = await harness.call('POST', '/api/websites/1/files', { token, raw: cut, headers: { 'content-type': type } });
    expect([ends.status, codeOf(ends)]).toEqual([400, 'bad_request']);
    const breaks = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(cut);
        controller.error(new Error('the connection is gone'));
      },
    });
    const broken = await harness.call('POST', '/api/websites/1/files', { token, raw: breaks, headers: { 'content-type': type } });
    expect([broken.status, codeOf(broken)]).toEqual([400, 'bad_request']);
    expect(await traces()).toEqual(before);
  });

  it.each([
    ['application/json', '{}', 415],
    ['multipart/form-data', 'x', 415],
    ['multipart/form-data; charset=x', 'x', 400],
    ['multipart/form-data; boundary=b', 'no part at all', 400],
    ['multipart/form-data; boundary=b', '--b\r\n\r\n--b--', 422],
    ['multipart/form-data; boundary=b', `--b\r\n${'X: y\r\n'.repeat(5000)}\r\n--b--`, 422],
  ])('a body of type %s: %j', async (type, raw, status) => {
    const before = await traces();
    expect((await harness.call('POST', '/api/websites/1/files', { token, raw, headers: { 'content-type': type } })).status).toBe(status);
    expect(await traces()).toEqual(before);
  });

  it('files under another name', async () => {
    const form = new FormData();
    form.set('files', new File([png()], 'a.png'));
    const request = new Request('http://localhost/', { method: 'POST', body: form });
    const headers = { 'content-type': request.headers.get('content-type') ?? '' };
    const raw = new Uint8Array(await request.arrayBuffer());
    const got = await harness.call('POST', '/api/websites/1/files', { token, raw, headers });
    expect([got.status, messagesOf(got)]).toEqual([422, { 'files[]': 'Files are sent under the name files[].' }]);
  });

  it('invalid fields', async () => {
    const got = await send([['a.png', png()]], { setting_key: 'x'.repeat(101), theme_file: 'maybe' });
    expect([got.status, Object.keys(messagesOf(got)).sort()]).toEqual([422, ['setting_key', 'theme_file']]);
    const nul = await send([['a.png', png()]], { category: 'a\u0000b' });
    expect([nul.status, Object.keys(messagesOf(nul))]).toEqual([422, ['category']]);
  });
});

describe('an Idempotency-Key', () => {
  const key = (name: string) => ({ 'idempotency-key': name });

  it('gives the first answer again, whatever the boundary, and stores nothing twice', async () => {
    const first = await send([['a.png', png()]], {}, key('upload-1'));
    const before = await traces();
    const again = await send([['a.png', png()]], {}, key('upload-1'));
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([201, first.text, 'true']);
    expect(await traces()).toEqual(before);
  });

  it('is refused with another content, name or field', async () => {
    await send([['a.png', png()]], {}, key('upload-2'));
    const before = await traces();
    for (const other of [
      await send([['a.png', jpg()]], {}, key('upload-2')),
      await send([['b.png', png()]], {}, key('upload-2')),
      await send([['a.png', png()]], { category: 'style' }, key('upload-2')),
      await send([['a.png', png()]], {}, key('upload-2'), 2),
    ]) {
      expect([other.status, codeOf(other)]).toEqual([422, 'idempotency_key_reused']);
    }
    expect(await traces()).toEqual(before);
  });

  it('stores one file of two uploads at the same time', async () => {
    const before = await traces();
    const both = await Promise.all([1, 2, 3].map(() => send([['a.svg', svg('')]], {}, key('upload-3'))));
    expect(both.map((got) => [got.status, got.text])).toEqual(both.map(() => [201, both[0]?.text]));
    expect(await traces()).toEqual({ ...before, rows: before.rows + 1, stored: before.stored + 1 });
  });

  it('gives the answer of a commit whose own answer was lost, and its file is there', async () => {
    const { db } = harness.deps;
    const commit = db.transaction.bind(db);
    const lost = vi.spyOn(db, 'transaction').mockImplementationOnce(async (...work) => {
      await commit(...work);
      throw new Error('Connection terminated unexpectedly');
    });
    expect((await send([['a.png', png()]], {}, key('upload-5'))).status).toBe(503);
    lost.mockRestore();
    const again = await send([['a.png', png()]], {}, key('upload-5'));
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect((await harness.call('GET', filesOf(again)[0]?.url ?? '')).status).toBe(200);
  });

  it('may succeed after a refusal', async () => {
    expect((await send([['a.png', bytesOf('nothing')]], {}, key('upload-4'))).status).toBe(422);
    expect((await send([['a.png', png()]], {}, key('upload-4'))).status).toBe(201);
  });
});

describe('another account', () => {
  it('can neither upload, list nor read; an upload without a sign-in is not even read', async () => {
    const [mine] = filesOf(await send([['mine.png', png()]]));
    const foreign = await send([['a.png', png()]], {}, {}, otherWebsite);
    expect([foreign.status, codeOf(foreign)]).toEqual([404, 'not_found']);
    const other = await harness.signIn(otherSignIn);
    for (const path of ['/api/websites/1/files', `/api/websites/1/files/${mine?.id}`, `/api/websites/${otherWebsite}/files/${mine?.id}`]) {
      expect((await harness.call('GET', path, { token: other })).status).toBe(404);
    }
    expect((await harness.call('GET', `/api/websites/2/files/${mine?.id}`, { token })).status).toBe(404);
    const { body, type } = await multipart([['a.png', png()]], {});
    expect((await harness.call('POST', '/api/websites/1/files', { raw: body, headers: { 'content-type': type } })).status).toBe(401);
  });
});

describe('the list', () => {
  it('is newest first, pages and searches', async () => {
    harness.time.now = new Date('2026-06-02T10:00:00.000Z');
    const [newest] = filesOf(await send([['Zebra crossing.png', png()]]));
    const list = async (query: string) => filesOf(await harness.call('GET', `/api/websites/1/files?${query}`, { token }));
    expect((await list('per_page=1'))[0]?.id).toBe(newest?.id);
    expect((await list('q=zebra')).map((file) => file.id)).toEqual([newest?.id]);
    const names = (await list('sort=name&per_page=100')).map((file) => file.name?.toLowerCase() ?? '');
    expect(names.at(-1)).toBe('zebra crossing.png');
  });
});
