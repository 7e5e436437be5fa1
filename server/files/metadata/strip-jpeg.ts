import { keptBytes, type StrippedPicture } from './kept-bytes.ts';
import { exifOf, type Orientation, orientationOf } from './orientation.ts';

const exifName = 'Exif\0\0';
const jfifName = 'JFIF\0';
/** Marker, length, and a JFIF segment up to its own thumbnail. */
const jfifBytes = 18;

/**
 * A JPEG without its personal data: EXIF with its place and thumbnail, XMP, IPTC, comments, manufacturers' segments, and everything behind
 * the picture's end (further pictures, a video of the same moment). Kept: the coded picture, its colour profile, the pixel density, and the
 * orientation. Where a kind of metadata occurs several times the first counts, as in viewers.
 */
export function stripJpeg(bytes: Buffer): StrippedPicture {
  const kept = keptBytes(bytes);
  let orientation: Orientation | null = null;
  let jfif: Buffer | null = null;
  let at = 2;
  while (at + 1 < bytes.byteLength) {
    const marker = bytes.readUInt8(at + 1);
    if (bytes.readUInt8(at) !== 0xff || marker === 0xff || standsAlone(marker)) {
      // Fill bytes, or bytes between two segments, which decoders skip.
      at += standsAlone(marker) && bytes.readUInt8(at) === 0xff ? 2 : 1;
      continue;
    }
    if (marker === 0xd9) {
      kept.keep(at, at + 2);
      break;
    }
    if (at + 4 > bytes.byteLength) break;
    const end = at + 2 + Math.max(2, bytes.readUInt16BE(at + 2));
    const name = bytes.toString('latin1', at + 4, Math.min(end, at + 16));
    if (marker === 0xe1 && name.startsWith(exifName)) orientation ??= orientationOf(bytes.subarray(at + 4 + exifName.length, end));
    else if (marker === 0xe0 && name.startsWith(jfifName)) jfif ??= jfifOf(bytes.subarray(at, end));
    else if (isKept(marker, name)) kept.keep(at, end);
    at = end;
    if (marker === 0xda) {
      at = endOfScan(bytes, end);
      kept.keep(end, at);
    }
  }
  const start = bytes.subarray(0, 2);
  const turn = orientation ?? 1;
  // Cameras write EXIF first; JFIF asks to be first itself.
  const notes = [jfif, turn === 1 ? null : exifSegment(turn)];
  return { bytes: Buffer.concat([start, ...notes.filter((segment) => segment !== null), kept.result()]), orientation: turn };
}

/** Markers without a length: a stuffed zero, restarts, the start of another picture. */
const standsAlone = (marker: number): boolean => marker === 0x00 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** Of application segments, the colour profile and the colour coding are kept; of the others all but comments. */
function isKept(marker: number, name: string): boolean {
  if (marker === 0xe2) return name.startsWith('ICC_PROFILE\0');
  if (marker === 0xee) return name.startsWith('Adobe');
  return marker !== 0xfe && (marker < 0xe0 || marker > 0xef);
}

/** Coded pixels extend to the next marker that is neither stuffing nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at !== -1 && at + 1 < bytes.byteLength) {
    const next = bytes.readUInt8(at + 1);
    if (next !== 0x00 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
    at = bytes.indexOf(0xff, next === 0xff ? at + 1 : at + 2);
  }
  return bytes.byteLength;
}

/** A JFIF segment, which has the pixel density, without its own thumbnail; null where it is truncated. */
function jfifOf(whole: Buffer): Buffer | null {
  if (whole.byteLength < jfifBytes) return null;
  const segment = Buffer.from(whole.subarray(0, jfifBytes));
  segment.writeUInt16BE(jfifBytes - 2, 2);
  segment.writeUInt16BE(0, jfifBytes - 2);
  return segment;
}

function exifSegment(orientation: Orientation): Buffer {
  const exif = exifOf(orientation);
  const head = Buffer.from(`\xff\xe1\0\0${exifName}`, 'latin1');
  head.writeUInt16BE(head.byteLength - 2 + exif.byteLength, 2);
  return Buffer.concat([head, exif]);
}
