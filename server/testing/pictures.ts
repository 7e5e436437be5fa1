import { crc32 } from 'node:zlib';

const latin1 = (content: string | Buffer): Buffer => (typeof content === 'string' ? Buffer.from(content, 'latin1') : content);

/** A segment of a JPEG: marker, length, content. */
export function segment(marker: number, content: string | Buffer): Buffer {
  const body = latin1(content);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.byteLength + 2, 2);
  return Buffer.concat([head, body]);
}

interface JpegParts {
  /** Stands right behind the start. */
  readonly first?: readonly Buffer[];
  /** Stands before the frame. */
  readonly before?: readonly Buffer[];
  /** Stands between the frame and the pixels. */
  readonly between?: readonly Buffer[];
  readonly scans?: number;
  /** In pixels. */
  readonly size?: readonly [width: number, height: number];
}

/** A JPEG with all usual parts, for code that reads those and decodes nothing. Its pixels contain stuffing, fill bytes and a restart. */
export function jpegOf({ first = [], before = [], between = [], scans = 1, size: [width, height] = [640, 480] }: JpegParts): Buffer {
  const frame = Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]);
  const scan = Buffer.concat([segment(0xda, '\x01\x01\0\0\x3f\0'), latin1('pixels\xff\0more\xff\xd0of\xff\xff\0them')]);
  const parts = [...first, segment(0xdb, 'tables'), ...before, segment(0xc2, frame), ...between, segment(0xc4, 'more tables')];
  return Buffer.concat([latin1('\xff\xd8'), ...parts, ...Array.from({ length: scans }, () => scan), latin1('\xff\xd9')]);
}

/** A chunk of a PNG: length, type, content, checksum. */
export function pngChunk(type: string, content: string | Buffer): Buffer {
  const typed = Buffer.concat([latin1(type), latin1(content)]);
  const chunk = Buffer.alloc(typed.byteLength + 8);
  chunk.writeUInt32BE(typed.byteLength - 4);
  typed.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(typed), typed.byteLength + 4);
  return chunk;
}

interface PngParts {
  readonly before?: readonly Buffer[];
  readonly behind?: readonly Buffer[];
  /** In pixels. */
  readonly size?: readonly [width: number, height: number];
}

/** A PNG with all usual chunks, around invalid pixels. */
export function pngOf({ before = [], behind = [], size: [width, height] = [3, 2] }: PngParts): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  const chunks = [pngChunk('IHDR', header), ...before, pngChunk('IDAT', 'pixels'), ...behind, pngChunk('IEND', '')];
  return Buffer.concat([latin1('\x89PNG\r\n\x1a\n'), ...chunks]);
}

/** An icon file with these pictures, each declared as 16 by 16. */
export function icoOf(pictures: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(6 + pictures.length * 16);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let at = head.byteLength;
  for (const [i, picture] of pictures.entries()) {
    const entry = 6 + i * 16;
    head.writeUInt8(16, entry);
    head.writeUInt8(16, entry + 1);
    head.writeUInt32LE(picture.byteLength, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += picture.byteLength;
  }
  return Buffer.concat([head, ...pictures]);
}
