import type { PictureType } from './picture-size.ts';

/**
 * Whether a complete file lacks a part of its picture, as after a download that stopped: a browser would show the rest of it grey or not at
 * all. `bytes` is the whole file. Bytes behind the picture's end don't matter.
 */
export function isCutOff(type: PictureType, bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (type) {
    case 'png':
      return isPngCut(view);
    case 'jpg':
      return isJpegCut(bytes);
    case 'bmp':
      return isBmpCut(view);
    case 'ico':
      return isIconCut(view);
  }
}

/** Whether one of its pictures, or their list, goes on behind the file's end. */
function isIconCut(view: DataView): boolean {
  const pictures = view.byteLength < 6 ? 1 : view.getUint16(4, true);
  if (view.byteLength < 6 + pictures * 16) return true;
  return Array.from({ length: pictures }, (_, i) => 6 + i * 16).some(
    (entry) => view.getUint32(entry + 8, true) + view.getUint32(entry + 12, true) > view.byteLength,
  );
}

const [idat, iend] = [0x49_44_41_54, 0x49_45_4e_44];

/** Walks the chunks to the last one. Before it, one has the picture. */
function isPngCut(view: DataView): boolean {
  let hasPicture = false;
  for (let at = 8; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const type = view.getUint32(at + 4);
    if (type === iend) return !hasPicture;
    hasPicture ||= type === idat;
  }
  return true;
}

/** Walks the segments and the coded data to the marker of the end. Before it, a scan has the picture. */
function isJpegCut(bytes: Uint8Array): boolean {
  let at = 2;
  let hasPicture = false;
  for (;;) {
    // Also passes over the coded data, in which a zero follows each such byte that is none of a marker.
    at = bytes.indexOf(0xff, at);
    const marker = bytes[at + 1];
    if (at < 0 || marker === undefined) return true;
    if (marker === 0xd9) return !hasPicture;
    hasPicture ||= marker === 0xda;
    // A filling byte; a stuffed zero, a restart, the start of a picture: these have no length.
    if (marker === 0xff) at += 1;
    else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else at += 2 + Math.max(2, ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
  }
}

/** Of one that is not compressed the length follows from its size. */
function isBmpCut(view: DataView): boolean {
  if (view.byteLength < 34) return true;
  const isOldest = view.getUint32(14, true) === 12;
  if (!isOldest && view.getUint32(30, true) !== 0) return false;
  const [width, height] = isOldest
    ? [view.getUint16(18, true), view.getUint16(20, true)]
    : [view.getInt32(18, true), view.getInt32(22, true)];
  const bits = view.getUint16(isOldest ? 24 : 28, true);
  // Rows are filled up to four bytes.
  return view.getUint32(10, true) + Math.ceil((width * bits) / 32) * 4 * Math.abs(height) > view.byteLength;
}
