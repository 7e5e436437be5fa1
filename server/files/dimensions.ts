import type { UploadType } from '#contract/uploads.ts';

/** In pixels. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** The largest number that the database's column holds; no picture that can be shown is as wide. */
export const maxSide = 2_147_483_647;

/** What a raster picture says of its own size. Null: it can't be read, so this is no picture of that type. */
export function dimensionsOf(type: Exclude<UploadType, 'svg' | 'pdf'>, bytes: Buffer): Dimensions | null {
  try {
    const found = readers[type](bytes);
    const fits = (side: number) => side > 0 && side <= maxSide;
    return found && fits(found.width) && fits(found.height) ? found : null;
  } catch (error) {
    // It ends before its header does.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const readers: Readonly<Record<Exclude<UploadType, 'svg' | 'pdf'>, (bytes: Buffer) => Dimensions | null>> = {
  png: (bytes) => (bytes.toString('latin1', 12, 16) === 'IHDR' ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : null),
  jpg: jpegFrame,
  // The oldest header has 16-bit sizes; a negative height means rows from the top.
  bmp: (bytes) =>
    bytes.readUInt32LE(14) === 12
      ? { width: bytes.readUInt16LE(18), height: bytes.readUInt16LE(20) }
      : { width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) },
  ico: largestIcon,
};

/** Walks the segments to the start of the frame, which holds the size. */
function jpegFrame(bytes: Buffer): Dimensions | null {
  let at = 2;
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    const length = bytes.readUInt16BE(at + 2);
    // Scan data or the end, before any frame; or a length that leads nowhere.
    if (marker === 0xda || marker === 0xd9 || length < 2) return null;
    at += 2 + length;
  }
}

/** An icon file holds several sizes; 0 stands for 256. Each entry must point into the file. */
function largestIcon(bytes: Buffer): Dimensions | null {
  let largest: Dimensions = { width: 0, height: 0 };
  for (let i = 0; i < bytes.readUInt16LE(4); i += 1) {
    const entry = 6 + i * 16;
    const size = { width: bytes.readUInt8(entry) || 256, height: bytes.readUInt8(entry + 1) || 256 };
    if (bytes.readUInt32LE(entry + 12) + bytes.readUInt32LE(entry + 8) > bytes.byteLength) return null;
    if (size.width > largest.width) largest = size;
  }
  return largest;
}
