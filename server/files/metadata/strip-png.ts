import { crc32 } from 'node:zlib';
import { keptBytes, type StrippedPicture } from './kept-bytes.ts';
import { exifOf, type Orientation, orientationOf } from './orientation.ts';

/**
 * Chunks that determine how the picture looks, frames of an animation included. Texts, times and applications' chunks are not among them.
 */
const keptChunks: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '),
);
const signatureBytes = 8;
/** Signature and the first chunk, which is always the header. */
const headerEnd = 33;

/** A PNG without texts, EXIF and XMP, times, and everything behind its end. Kept: pixels, colour profile, orientation. */
export function stripPng(bytes: Buffer): StrippedPicture {
  const kept = keptBytes(bytes);
  let orientation: Orientation | null = null;
  let at = signatureBytes;
  while (at + 8 <= bytes.byteLength) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'eXIf') orientation ??= orientationOf(bytes.subarray(at + 8, end - 4));
    else if (keptChunks.has(type)) kept.keep(at, end);
    if (type === 'IEND') break;
    at = end;
  }
  const rest = kept.result();
  const header = rest.subarray(0, headerEnd - signatureBytes);
  const turn = orientation ?? 1;
  const notes = turn === 1 ? [] : [exifChunk(turn)];
  const parts = [bytes.subarray(0, signatureBytes), header, ...notes, rest.subarray(header.byteLength)];
  return { bytes: Buffer.concat(parts), orientation: turn };
}

function exifChunk(orientation: Orientation): Buffer {
  const typed = Buffer.concat([Buffer.from('eXIf', 'latin1'), exifOf(orientation)]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(typed.byteLength - 4);
  check.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, check]);
}
