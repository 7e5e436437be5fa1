import type { ByteRange } from '../files/byte-range.ts';

/** Something to be stored: a Blob may stand for a file on disk, so that nothing is read into memory for it. */
export interface StoredObject {
  readonly blob: Blob;
  readonly mimeType: string;
  /** Of the blob, in hex. */
  readonly sha256: string;
}

/**
 * Where uploaded files rest. Keys are made by the server: letters, digits, `-` and `/`. An object is written once and
 * never changed. Each call throws where the storage itself fails.
 */
export interface Storage {
  /** Resolves when the object would survive a power cut. */
  readonly put: (key: string, object: StoredObject) => Promise<void>;
  /** The object, or the part of it that is asked for, which lies within it. Null where there is no such object. */
  readonly get: (key: string, range?: ByteRange) => Promise<ReadableStream<Uint8Array> | null>;
  /** Does nothing where there is no such object. */
  readonly remove: (key: string) => Promise<void>;
}
