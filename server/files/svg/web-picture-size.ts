import type { PictureSize } from '#contract/picture-size.ts';

/**
 * The largest size that a GIF's headers declare, in pixels: that of the canvas or of a frame, since browsers enlarge the canvas for a frame
 * that does not fit. Null for any other file.
 */
export function gifSize(bytes: Buffer): PictureSize | null {
  if (bytes.byteLength < 13 || !/^GIF8[79]a$/u.test(bytes.toString('latin1', 0, 6))) return null;
  let [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  let at = 13 + colourBytes(bytes.readUInt8(10));
  // An extension or a frame; anything else ends the picture.
  while (bytes[at] === 0x21 || (bytes[at] === 0x2c && at + 10 <= bytes.byteLength)) {
    if (bytes[at] === 0x21) at += 2;
    else {
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5));
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7));
      at += 11 + colourBytes(bytes.readUInt8(at + 9));
    }
    // Blocks, each after its length; an empty one is the last.
    for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += 1 + length;
    at += 1;
  }
  return notEmpty({ width, height });
}

/** The size of the colour table that these flags declare. */
export const colourBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/**
 * The largest size that a WebP's headers declare, in pixels. Null for any other file, and for one with EXIF or XMP, which contain personal
 * data.
 */
export function webpSize(bytes: Buffer): PictureSize | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  let [width, height] = [0, 0];
  for (let at = 12; at + 8 <= bytes.byteLength; ) {
    const [name, length] = [bytes.toString('latin1', at, at + 4), bytes.readUInt32LE(at + 4)];
    if (name === 'EXIF' || name === 'XMP ') return null;
    const size = chunkSize(name, bytes.subarray(at + 8, at + 8 + length));
    [width, height] = [Math.max(width, size?.width ?? 0), Math.max(height, size?.height ?? 0)];
    // Chunks begin at even bytes.
    at += 8 + length + (length % 2);
  }
  return notEmpty({ width, height });
}

/** The size of the canvas, or of lossy or lossless pixels. */
function chunkSize(name: string, chunk: Buffer): PictureSize | null {
  if (chunk.byteLength < 10) return null;
  switch (name) {
    case 'VP8X':
      return { width: chunk.readUIntLE(4, 3) + 1, height: chunk.readUIntLE(7, 3) + 1 };
    case 'VP8 ':
      return { width: chunk.readUInt16LE(6) % 2 ** 14, height: chunk.readUInt16LE(8) % 2 ** 14 };
    case 'VP8L': {
      const sides = chunk.readUInt32LE(1);
      return { width: (sides % 2 ** 14) + 1, height: (Math.floor(sides / 2 ** 14) % 2 ** 14) + 1 };
    }
    default:
      return null;
  }
}

const notEmpty = (size: PictureSize): PictureSize | null => (size.width > 0 && size.height > 0 ? size : null);
