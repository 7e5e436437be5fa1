import type { ByteRange } from '../files/byte-range.ts';

/** The content to store: a Blob may represent a file on disk, so that it is not read into memory. */
export interface StoredObject {
  readonly blob: Blob;
  readonly mimeType: string;
  /** SHA-256 of the blob, in hex. */
  readonly sha256: string;
}

/**
 * Where uploaded files are stored. The server makes the keys: letters, digits, `-` and `/`. An object is written once and never changed.
 * Each call throws where the storage itself fails.
 */
export interface Storage {
  /** Resolves when the object would survive a power cut. */
  readonly put: (key: string, object: StoredObject) => Promise<void>;
  /** The object, or the requested part of it, which lies within it. Null where there is no such object. */
  readonly get: (key: string, range?: ByteRange) => Promise<ReadableStream<Uint8Array> | null>;
  /** Does nothing where there is no such object. */
  readonly remove: (key: string) => Promise<void>;
}
