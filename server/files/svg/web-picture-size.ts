import type { PictureSize } from '#contract/picture-size.ts';

/** The size of a GIF's whole picture, in pixels; null for what is none. */
export function gifSize(bytes: Buffer): PictureSize | null {
  if (bytes.byteLength < 13 || !/^GIF8[79]a$/u.test(bytes.toString('latin1', 0, 6))) return null;
  return notEmpty({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) });
}

/**
 * The largest size that a WebP's headers tell, in pixels. Null for what is none, and for one with EXIF or XMP, which
 * tell of people.
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

/** Of the canvas, or of coded pixels with or without loss. */
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
