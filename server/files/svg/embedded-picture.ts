import { hasTooManyPixels, type PictureSize, pictureSizeOf } from '#contract/picture-size.ts';
import { typeOfContent } from '#contract/uploads.ts';
import { stripGif } from '../metadata/strip-gif.ts';
import { stripMetadata } from '../metadata/strip-metadata.ts';
import { gifSize, webpSize } from './web-picture-size.ts';

const shape = /^data:image\/(png|jpeg|gif|webp);base64,([A-Za-z0-9+/=\s]+)$/u;

export interface EmbeddedPicture {
  /** The cleaned data, for the svg. */
  readonly address: string;
  readonly size: PictureSize;
}

/**
 * A picture inside an svg, checked against the same rules as an uploaded one: it has its declared type, no metadata, and not too many
 * pixels. Null: it is not such a picture. A WebP with metadata is left out completely.
 */
export function embeddedPicture(link: string): EmbeddedPicture | null {
  const [, type, data] = shape.exec(link) ?? [];
  if (type === undefined || data === undefined) return null;
  const bytes = pictureBytes(type, Buffer.from(data, 'base64'));
  if (!bytes || hasTooManyPixels(bytes.size)) return null;
  return { address: `data:image/${type};base64,${bytes.content.toString('base64')}`, size: bytes.size };
}

function pictureBytes(type: string, given: Buffer): { readonly content: Buffer; readonly size: PictureSize } | null {
  if (type === 'gif' || type === 'webp') {
    const size = type === 'gif' ? gifSize(given) : webpSize(given);
    return size && { content: type === 'gif' ? stripGif(given) : given, size };
  }
  const found = typeOfContent(given);
  if ((found !== 'png' && found !== 'jpg') || !pictureSizeOf(found, given)) return null;
  const content = stripMetadata(found, given).bytes;
  // A crafted file may have another size without its metadata.
  const size = pictureSizeOf(found, content);
  return size && { content, size };
}
