import type { PictureType } from '#contract/picture-size.ts';
import type { StrippedPicture } from './kept-bytes.ts';
import { stripIco } from './strip-ico.ts';
import { stripJpeg } from './strip-jpeg.ts';
import { stripPng } from './strip-png.ts';

/**
 * A picture without its personal data: author, place, time and camera. The pixels stay unchanged, so there is no loss of quality. `bytes`
 * has a complete header of its type. Bitmaps have no metadata.
 */
export function stripMetadata(type: PictureType, bytes: Buffer): StrippedPicture {
  switch (type) {
    case 'jpg':
      return stripJpeg(bytes);
    case 'png':
      return stripPng(bytes);
    case 'ico':
      return stripIco(bytes);
    case 'bmp':
      return { bytes, orientation: 1 };
  }
}
