import type { Orientation } from './orientation.ts';

/** What is left of a picture. */
export interface StrippedPicture {
  readonly bytes: Buffer;
  /** How it is to be turned, as a note in `bytes` still says. */
  readonly orientation: Orientation;
}

/** Gathers parts of a file into one buffer. Not a list of parts: a hostile file may be made of a million. */
export function keptBytes(from: Buffer) {
  const kept = Buffer.allocUnsafe(from.byteLength);
  let length = 0;
  return {
    keep(start: number, end: number): void {
      // A part may say that it is longer than the file, and then the next would begin behind it.
      if (start < from.byteLength) length += from.copy(kept, length, start, Math.min(end, from.byteLength));
    },
    result: (): Buffer => kept.subarray(0, length),
  };
}
