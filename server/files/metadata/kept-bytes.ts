import type { Orientation } from './orientation.ts';

/** The bytes of a picture without its metadata. */
export interface StrippedPicture {
  readonly bytes: Buffer;
  /** The orientation that `bytes` still contains. */
  readonly orientation: Orientation;
}

/** Collects parts of a file in one buffer. Not a list of parts: a hostile file may have a million. */
export function keptBytes(from: Buffer) {
  const kept = Buffer.allocUnsafe(from.byteLength);
  let length = 0;
  return {
    keep(start: number, end: number): void {
      // A part may claim to be longer than the file; the next part would then begin behind its end.
      if (start < from.byteLength) length += from.copy(kept, length, start, Math.min(end, from.byteLength));
    },
    result: (): Buffer => kept.subarray(0, length),
  };
}
