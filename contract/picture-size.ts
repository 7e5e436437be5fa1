import { limits } from './limits.ts';

/** In pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Upload types whose files have pixels, with a header that declares how many. */
export type PictureType = 'png' | 'jpg' | 'bmp' | 'ico';

/** The largest number in the database's column; no displayable picture is as wide. */
export const maxSide = 2_147_483_647;

/** A viewer has all pixels of a picture in memory, however small its file is. */
export const hasTooManyPixels = ({ width, height }: PictureSize): boolean => width * height > limits.picturePixels;

/**
 * The size in a picture's header, before any rotation by its metadata. `bytes` is the file or its beginning. Null: they do not contain a
 * complete header of that type.
 */
export function pictureSizeOf(type: PictureType, bytes: Uint8Array): PictureSize | null {
  try {
    const found = readers[type](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const fits = (side: number) => side > 0 && side <= maxSide;
    return found && fits(found.width) && fits(found.height) ? found : null;
  } catch (error) {
    // The data ends before the header does.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** `IHDR`, the first chunk of a PNG. */
const ihdr = 0x49_48_44_52;

const readers: Readonly<Record<PictureType, (view: DataView) => PictureSize | null>> = {
  png: (view) => (view.getUint32(12) === ihdr ? { width: view.getUint32(16), height: view.getUint32(20) } : null),
  jpg: jpegFrame,
  // The oldest header has 16-bit sizes; a negative height means rows from the top.
  bmp: (view) =>
    view.getUint32(14, true) === 12
      ? { width: view.getUint16(18, true), height: view.getUint16(20, true) }
      : { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) },
  ico: largestIcon,
};

/** Walks the segments to the start of the frame, which has the size. */
function jpegFrame(view: DataView): PictureSize | null {
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (standsAlone(marker)) {
      at += 2;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    const length = view.getUint16(at + 2);
    // Scan data or the end comes before any frame; or a length points outside the data.
    if (marker === 0xda || marker === 0xd9 || length < 2) return null;
    at += 2 + length;
  }
}

/** Markers without a length: a stuffed zero, restarts, the start of another picture. */
const standsAlone = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
export const isPng = (bytes: Uint8Array): boolean => pngSignature.every((byte, at) => bytes[at] === byte);

/**
 * An icon file has several pictures, of which the largest counts. Each entry must point into the file, and together they must not be longer
 * than the file.
 */
function largestIcon(view: DataView): PictureSize | null {
  let largest: PictureSize = { width: 0, height: 0 };
  let bytes = 0;
  for (let i = 0; i < view.getUint16(4, true); i += 1) {
    const entry = 6 + i * 16;
    const [length, start] = [view.getUint32(entry + 8, true), view.getUint32(entry + 12, true)];
    bytes += length;
    if (start + length > view.byteLength || bytes > view.byteLength) return null;
    // 0 stands for 256.
    const declared = { width: view.getUint8(entry) || 256, height: view.getUint8(entry + 1) || 256 };
    const size = iconSize(new DataView(view.buffer, view.byteOffset + start, length), declared);
    if (!size) return null;
    if (size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}

/** The size of one picture of an icon: viewers use its own header, whatever the entry says. */
function iconSize(picture: DataView, declared: PictureSize): PictureSize | null {
  if (isPng(new Uint8Array(picture.buffer, picture.byteOffset, Math.min(picture.byteLength, pngSignature.length))))
    return readers.png(picture);
  const headers = picture.byteLength < 12 ? 0 : picture.getUint32(0, true);
  // A bitmap without its file header; the height is that of colours and mask together.
  if (headers < 40 || headers > 124) return declared;
  return {
    width: Math.max(declared.width, picture.getInt32(4, true)),
    height: Math.max(declared.height, Math.ceil(Math.abs(picture.getInt32(8, true)) / 2)),
  };
}
