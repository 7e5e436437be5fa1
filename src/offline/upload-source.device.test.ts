import { getFile } from '#contract/calls/files.ts';
import { limits } from '#contract/limits.ts';
import type { DeliveryResult } from '#contract/delivery-result.ts';
import { emptyFileMessage, fileGoneMessage, tooLargeMessage, tooManyPixelsMessage } from '#contract/uploads.ts';
import { type ClientStore, openClientStore } from '#db/open-client-store.ts';
import { listKey } from '#contract/cache-keys.ts';
import { newId } from '#db/new-id.ts';
import type { UploadEvent } from '#machines/upload/upload.types.ts';
import { createApiClient } from '#src/io/api-client.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFileTransfers, type FileTransfers } from './file-transfers.ts';
import { createUploadSource, type UploadSource } from './upload-source.ts';

const place = { websiteId: 'w1', settingKey: 'favicon' };
/** Its signature, a picture without pixels, and its end. */
const png = new Uint8Array([
  ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  ...[0, 0, 0, 0, 0x49, 0x44, 0x41, 0x54, 0x35, 0xaf, 0x06, 0x1e],
  ...[0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82],
]);
const user = { userId: 'u1', accountId: null };
let store: ClientStore;
let transfers: FileTransfers;
let source: UploadSource;
let offline: boolean;
let signedIn: boolean;
/** ms since the epoch. */
let time: number;
/** How often `isCurrentUser` answered false. */
let userChecks: number;
let asked: string[];
let answer: () => Response;
let timeout: AbortController;

beforeEach(async () => {
  offline = false;
  signedIn = true;
  userChecks = 0;
  asked = [];
  answer = () => Response.json({ data: { id: 'f1', name: 'old.png', url: '/files/f1/old.png' } });
  time = 0;
  timeout = new AbortController();
  store = await openClientStore({ name: `upload-${newId()}`, appVersion: 'test', now: () => time });
  transfers = createFileTransfers();
  const client = createApiClient({
    baseUrl: 'https://api.test/v1',
    credentials: () => ({ token: 't', accountId: null }),
    onResult: () => undefined,
    fetch: async (input) => {
      asked.push(new URL(new Request(input).url).pathname);
      return answer();
    },
  });
  source = createUploadSource({
    client,
    store,
    transfers,
    user: () => user,
    isCurrentUser: () => {
      if (!signedIn) userChecks += 1;
      return signedIn;
    },
    isOffline: () => offline,
    onOffline: () => () => undefined,
    onPending: () => undefined,
    base: new URL('https://api.test/v1'),
    timeout: () => timeout.signal,
  });
});
afterEach(() => store.close());

const chosen = (bytes: Uint8Array<ArrayBuffer>, name = 'logo.png') => ({
  ...place,
  handle: source.register(new File([bytes], name)),
  replaces: null,
});
async function storeFile(name?: string): Promise<string> {
  const stored = await source.store(chosen(png, name));
  if (stored.kind !== 'stored') throw new Error(stored.message);
  return stored.fileId;
}
async function opIdOf(fileId: string): Promise<string> {
  const state = await store.files.state('u1', fileId);
  if (!('opId' in state)) throw new Error(state.kind);
  return state.opId;
}
async function deliver(fileId: string, result: DeliveryResult): Promise<void> {
  const epoch = await store.fence.take('u1', 'test');
  const opId = await opIdOf(fileId);
  await store.drain.claim(opId, epoch);
  await store.drain.applyResult(opId, epoch, result);
}
const sentAs = (id: string): DeliveryResult => ({
  kind: 'applied',
  answer: { kind: 'answered', data: [{ id, name: 'logo.png' }], pagination: null, etag: null },
  ifMatch: null,
  read: null,
});

it('checks a chosen file by its content and size, with the messages of the product', async () => {
  const checked = async (bytes: Uint8Array<ArrayBuffer>) => (await source.check(chosen(bytes))).problem;
  expect(await checked(png)).toBeNull();
  expect(await checked(new TextEncoder().encode('MZ'))).toBe(
    'The content of “logo.png” is no picture, whatever its name says. Accepted file extensions (.png, .jpg, .jpeg, .ico).',
  );
  expect(await checked(new Uint8Array())).toBe(emptyFileMessage);
  const large = new Uint8Array(limits.uploadBytes + 1);
  large.set(png);
  expect(await checked(large)).toBe(tooLargeMessage);
  // The header of a photograph, after the metadata of a camera.
  const header = Array.from('\xff\xc0\0\x0b\x08\x23\x28\x23\x28', (char) => char.charCodeAt(0));
  const photo = new Uint8Array(70_000);
  photo.set([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff]);
  photo.set(header, 4 + 0xffff);
  expect(await checked(photo)).toBe(tooManyPixelsMessage);
});

it('stores a copy of a chosen file, with the type of its content, and shows it from the device', async () => {
  const fileId = await storeFile();
  expect(await source.describe({ ...place, fileId })).toEqual({
    kind: 'known',
    info: { name: 'logo.png', picture: { source: 'device', id: fileId } },
    isPending: true,
  });
  const blob = await source.blob(fileId);
  expect(blob?.type).toBe('image/png');
  expect(new Uint8Array(await (blob as Blob).arrayBuffer())).toEqual(png);
  expect(asked).toEqual([]);
});

it('fetches a stored file once, and then describes it from the cache', async () => {
  const described = {
    kind: 'known',
    info: { name: 'old.png', picture: { source: 'server', url: 'https://api.test/files/f1/old.png' } },
    isPending: false,
  };
  expect(await source.describe({ ...place, fileId: 'f1' })).toEqual(described);
  offline = true;
  expect(await source.describe({ ...place, fileId: 'f1' })).toEqual(described);
  expect(asked).toEqual(['/v1/websites/w1/files/f1']);
  expect(await source.describe({ ...place, fileId: 'f2' })).toMatchObject({ kind: 'unavailable' });
});

it('distinguishes a file that is gone from one that can not be shown now', async () => {
  answer = () => Response.json({ error: { code: 'not_found', message: 'no' } }, { status: 404 });
  expect(await source.describe({ ...place, fileId: 'f3' })).toMatchObject({ kind: 'missing' });
  answer = () => new Response('<html>', { headers: { 'content-type': 'text/html' } });
  expect(await source.describe({ ...place, fileId: 'f3' })).toMatchObject({ kind: 'unavailable' });
  expect(await source.describe({ ...place, fileId: 'local:nowhere' })).toEqual({ kind: 'missing', message: fileGoneMessage });
});

it('reports the progress of an upload until it is sent', async () => {
  const fileId = await storeFile();
  const reported: UploadEvent[] = [];
  offline = true;
  const stop = source.follow({ websiteId: 'w1', fileId }, (event) => reported.push(event));
  await expect.poll(() => reported).toContainEqual({ type: 'upload.waited' });
  offline = false;
  const epoch = await store.fence.take('u1', 'test');
  const opId = await opIdOf(fileId);
  const { onProgress } = transfers.begin(fileId);
  await store.drain.claim(opId, epoch);
  await expect.poll(() => reported).toContainEqual({ type: 'upload.progressed', percent: 0 });
  onProgress(0.5);
  expect(reported.at(-1)).toEqual({ type: 'upload.progressed', percent: 50 });
  transfers.end(fileId);
  await store.drain.applyResult(opId, epoch, sentAs('f9'));
  await expect.poll(() => reported.at(-1)).toEqual({ type: 'upload.sent', fileId: 'f9' });
  stop();
  const known = { kind: 'known', info: { picture: { source: 'device' } } };
  expect(await source.describe({ ...place, fileId: 'f9' })).toMatchObject(known);
  // What the server said of it is shown beside the picture from this device.
  const key = listKey(getFile.name, { websiteId: 'w1', fileId: 'f9' });
  const remarks = ['A script was removed from logo.svg.'];
  await store.cache.put('u1', key, { websiteId: 'w1', data: { id: 'f9', remarks }, etag: null, epoch: await store.dataEpoch('u1') });
  expect(await source.describe({ ...place, fileId: 'f9' })).toMatchObject({ ...known, info: { remarks } });
});

it('reports a refusal with the server’s message, and sends again on request', async () => {
  const fileId = await storeFile();
  await deliver(fileId, { kind: 'rejected', error: { code: 'validation_failed', message: 'It is damaged.', fields: {} } });
  const reported: UploadEvent[] = [];
  const stop = source.follow({ websiteId: 'w1', fileId }, (event) => reported.push(event));
  await expect.poll(() => reported).toEqual([{ type: 'upload.rejected', message: 'It is damaged.' }]);
  await source.retry(fileId);
  stop();
  expect(await store.files.state('u1', fileId)).toMatchObject({ kind: 'pending' });
});

it('aborts a dropped transfer, and takes it out of the outbox', async () => {
  const fileId = await storeFile();
  const epoch = await store.fence.take('u1', 'test');
  const opId = await opIdOf(fileId);
  await store.drain.claim(opId, epoch);
  const { signal } = transfers.begin(fileId);
  const dropped = source.drop(fileId);
  expect(signal.aborted).toBe(true);
  transfers.end(fileId);
  await store.drain.applyResult(opId, epoch, { kind: 'indeterminate', at: null, error: { code: 'no_answer', message: '', fields: {} } });
  await dropped;
  expect(await store.files.state('u1', fileId)).toEqual({ kind: 'gone' });
  expect(await source.blob(fileId)).toBeNull();
});

it('waits for a limited time for an upload that another tab sends', async () => {
  const fileId = await storeFile();
  const epoch = await store.fence.take('u1', 'another tab');
  await store.drain.claim(await opIdOf(fileId), epoch);
  const dropped = source.drop(fileId);
  expect(await Promise.race([dropped.then(() => 'over'), store.files.state('u1', fileId)])).toMatchObject({ kind: 'sending' });
  timeout.abort();
  await dropped;
});

it('writes nothing for a user whose data is being removed', async () => {
  answer = () => {
    signedIn = false;
    return Response.json({ data: { id: 'f1', name: 'old.png', url: '/files/f1/old.png' } });
  };
  await source.describe({ ...place, fileId: 'f1' });
  expect(await store.cache.revision('u1', listKey('files.get', { websiteId: 'w1', fileId: 'f1' }))).toBe(0);
  expect(await source.store(chosen(png))).toMatchObject({ kind: 'failed' });
  expect(await store.outbox.list('u1')).toEqual([]);
});

it('caches no picture for a user who signed out during its request', async () => {
  answer = () => Response.json({ data: { id: 'f1', name: 'old.png', url: '/files/f1/old.png', bytes: 10, mime_type: 'image/png' } });
  const pictures = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    signedIn = false;
    return new Response(png, { headers: { 'content-type': 'image/png' } });
  });
  const remembered = vi.spyOn(store.files, 'remember');
  await source.describe({ ...place, fileId: 'f1' });
  await expect.poll(() => userChecks).toBe(1);
  expect(remembered).not.toHaveBeenCalled();
  pictures.mockRestore();
});

it('takes files out of the outbox that nothing names, and none of a user whose data is being removed', async () => {
  const fileId = await storeFile();
  time += 60_000;
  const drop = (...formValues: readonly (string | null)[]) => source.dropUnnamed('w1', ['favicon'], formValues);
  expect(await drop('title', fileId, null)).toEqual([]);
  signedIn = false;
  expect(await drop()).toEqual([]);
  signedIn = true;
  expect(await drop()).toEqual([fileId]);
  expect(await store.outbox.list('u1')).toEqual([]);
});

it('caches a picture only where it is as small as the API says', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  for (const [fileId, bytes] of [
    ['f1', 300_001],
    ['f2', 3],
  ] as const) {
    answer = () => Response.json({ data: { id: fileId, name: 'a.png', url: `/files/${fileId}/a.png`, bytes: 3, mime_type: 'image/png' } });
    const picture = new Response(new Uint8Array(bytes), { headers: { 'content-type': 'image/png' } });
    fetched.mockResolvedValueOnce(picture);
    await source.describe({ ...place, fileId });
    await expect.poll(() => picture.bodyUsed).toBe(true);
  }
  // Writes happen in the order of the requests.
  await expect.poll(() => store.files.find('u1', 'w1', 'f2')).toMatchObject({ name: 'a.png' });
  expect(await store.files.find('u1', 'w1', 'f1')).toBeNull();
  expect(fetched.mock.calls.map(([, options]) => options?.signal instanceof AbortSignal)).toEqual([true, true]);
  fetched.mockRestore();
});
