import { isPng } from '#contract/picture-size.ts';
import type { StrippedPicture } from './kept-bytes.ts';
import { stripPng } from './strip-png.ts';

const headBytes = 6;
const entryBytes = 16;

/**
 * An icon file whose PNGs are stripped of metadata, as if each were uploaded separately; its other pictures are bitmaps, which have none.
 * Bytes that no entry points to are left out. `bytes` has a complete header: each entry points into it, and together they are no longer
 * than the file.
 */
export function stripIco(bytes: Buffer): StrippedPicture {
  const count = bytes.readUInt16LE(4);
  const head = Buffer.from(bytes.subarray(0, headBytes + count * entryBytes));
  const pictures: Buffer[] = [];
  let at = head.byteLength;
  for (let i = 0; i < count; i += 1) {
    const entry = headBytes + i * entryBytes;
    const from = head.readUInt32LE(entry + 12);
    const picture = bytes.subarray(from, from + head.readUInt32LE(entry + 8));
    const kept = isPng(picture) ? stripPng(picture).bytes : picture;
    head.writeUInt32LE(kept.byteLength, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    pictures.push(kept);
    at += kept.byteLength;
  }
  return { bytes: Buffer.concat([head, ...pictures]), orientation: 1 };
}
