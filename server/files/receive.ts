import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { filesPart } from '#contract/calls/files.ts';
import { limits } from '#contract/limits.ts';
import { tooLargeMessage, tooManyFilesMessage } from '#contract/uploads.ts';
import { diskFullFailure } from '../disk/disk-full.ts';
import type { DiskSpace } from '../disk/disk-space.ts';
import { stalledBody } from '../http/read-body.ts';
import { within } from '../within.ts';
import { type Failure, fail, invalidFields } from '../http/reply.ts';

/** One file of an upload, on this machine's disk. */
export interface ReceivedFile {
  readonly path: string;
  /** The name that the sender gave: not to be trusted. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Received {
  readonly kind: 'received';
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly ReceivedFile[];
  /** Removes the copies on disk; call it whatever the result. */
  readonly discard: () => Promise<void>;
}

const fieldsAtMost = 20;
const maxBodyBytes = limits.filesPerUpload * limits.uploadBytes + limits.jsonBodyBytes;
const tooLarge = () => fail('payload_too_large', tooLargeMessage, { fields: { [filesPart]: tooLargeMessage } });
const malformed = () => fail('bad_request', 'The upload was cut off, or is not valid multipart/form-data.');

/**
 * Streams a multipart body to a new folder: a request holds only a few chunks in memory. Nothing stays on disk except the `received` files
 * of the result.
 */
export async function receiveUpload(
  request: { readonly headers: Headers; readonly body: ReadableStream<Uint8Array> | null },
  uploadsDir: string,
  /** How long the body may pause. ms. */
  stallMs: number,
  disk: DiskSpace,
): Promise<Received | Failure> {
  const contentType = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/iu.test(contentType)) return fail('unsupported_media_type', 'Send the files as multipart/form-data.');
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) return tooLarge();
  if (request.body === null) return malformed();

  const folder = join(uploadsDir, randomUUID());
  const discard = () => rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const received = await readParts(Readable.fromWeb(request.body as WebStream<Uint8Array>), contentType, folder, stallMs, disk).catch(
    async (error: unknown) => {
      await discard();
      throw error;
    },
  );
  if (received.kind === 'failure') await discard();
  return received.kind === 'failure' ? received : { ...received, discard };
}

function parserFor(contentType: string) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        files: limits.filesPerUpload,
        fields: fieldsAtMost,
        parts: limits.filesPerUpload + fieldsAtMost,
        fieldNameSize: 100,
        fieldSize: 1000,
        headerPairs: 20,
        headerSize: 4096,
      },
    });
  } catch {
    // The header has no boundary.
    return null;
  }
}

async function readParts(
  body: Readable,
  contentType: string,
  folder: string,
  stallMs: number,
  disk: DiskSpace,
): Promise<Omit<Received, 'discard'> | Failure> {
  const fields = new Map<string, string>();
  const writing: Promise<ReceivedFile | Unkept>[] = [];
  const streams: BusboyFileStream[] = [];
  let problem: Failure | null = null;
  const diskFailures: unknown[] = [];
  const refuse = (failure: Failure) => {
    problem ??= failure;
  };
  const parser = parserFor(contentType);
  if (!parser) return malformed();
  parser.on('file', (name, stream, fileName) => {
    // Without a listener a truncated part would end the process.
    stream.on('error', () => refuse(malformed()));
    if (name !== filesPart) {
      refuse(invalidFields({ [filesPart]: `Files are sent under the name ${filesPart}.` }));
      stream.resume();
      return;
    }
    const path = join(folder, String(writing.length));
    const writtenFile = writePart(stream, fileName ?? '', path, disk, (error) => diskFailures.push(error));
    // A part that nobody reads any more would block the parser.
    writtenFile.catch((error: Error) => parser.destroy(error));
    writing.push(writtenFile);
    streams.push(stream);
  });
  parser.on('field', (name, value, nameTruncated, valueTruncated) => {
    if (nameTruncated || valueTruncated) refuse(invalidFields({ [name.slice(0, 100)]: 'This is too long.' }));
    fields.set(name, value);
  });
  parser.on('filesLimit', () => refuse(invalidFields({ [filesPart]: tooManyFilesMessage })));
  parser.on('fieldsLimit', () => refuse(fail('bad_request', 'The upload has too many fields.')));
  parser.on('partsLimit', () => refuse(fail('bad_request', 'The upload has too many parts.')));

  const parsed = await pipeline(
    body,
    paced(stallMs, () => refuse(stalledBody())),
    atMost(maxBodyBytes, () => refuse(tooLarge())),
    parser,
  ).then(
    () => true,
    () => false,
  );
  // The parser does not end the part that it was reading.
  if (!parsed) for (const stream of streams) if (!stream.readableEnded) stream.destroy(new Error('cut off'));
  const written = await Promise.allSettled(writing);
  // The disk failed, and not the sender, whatever other errors followed.
  if (diskFailures.length > 0) throw diskFailures[0];
  if (problem) return problem;
  if (!parsed) return malformed();
  const files: ReceivedFile[] = [];
  for (const result of written) {
    if (result.status === 'rejected') throw result.reason;
    if (result.value === 'tooLarge') return tooLarge();
    if (result.value === 'noRoom') return diskFullFailure();
    files.push(result.value);
  }
  return { kind: 'received', fields: Object.fromEntries(fields), files };
}

/** Ends a body that pauses too long: its sender may be gone without closing the connection. The time of disk writes does not count. */
function paced(ms: number, onStall: () => void): (source: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array> {
  return async function* moving(source) {
    const chunks = source[Symbol.asyncIterator]();
    for (;;) {
      const step = await within(chunks.next(), ms);
      if (step === 'late') {
        onStall();
        throw new RangeError('the body stands still');
      }
      if (step.done) return;
      yield step.value;
    }
  };
}

/** Ends a body that is longer than any upload may be: one without a declared length could be endless. */
function atMost(bytes: number, onMore: () => void): (source: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array> {
  return async function* counted(source) {
    let seen = 0;
    for await (const chunk of source) {
      seen += chunk.byteLength;
      if (seen > bytes) {
        onMore();
        throw new RangeError('the body is too long');
      }
      yield chunk;
    }
  };
}

/** Why a part was read and not stored. */
type Unkept = 'tooLarge' | 'noRoom';

/**
 * Reads a part to its end even where it is not stored: a client that is cut off while sending never sees the refusal. The free disk space
 * is checked at every chunk, since a body may take minutes; the space of a part that is not stored is freed at once. Throws any failure;
 * `onDiskFailure` is called where the disk failed and not the stream.
 */
async function writePart(
  stream: BusboyFileStream,
  name: string,
  path: string,
  disk: DiskSpace,
  onDiskFailure: (error: unknown) => void,
): Promise<ReceivedFile | Unkept> {
  const onDisk = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      onDiskFailure(error);
      throw error;
    });
  const hash = createHash('sha256');
  let bytes = 0;
  let unkept: Unkept | null = null;
  const file = await onDisk(open(path, 'wx'));
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (unkept !== null) continue;
      bytes += chunk.byteLength;
      if (bytes > limits.uploadBytes) unkept = 'tooLarge';
      else if (await disk.isLow(chunk.byteLength)) unkept = 'noRoom';
      if (unkept !== null) {
        await onDisk(file.truncate(0));
        continue;
      }
      hash.update(chunk);
      await onDisk(file.writeFile(chunk));
    }
  } finally {
    await onDisk(file.close());
  }
  return unkept ?? { path, name, bytes, sha256: hash.digest('hex') };
}
