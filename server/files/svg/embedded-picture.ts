import { hasTooManyPixels, type PictureSize, pictureSizeOf } from '#contract/picture-size.ts';
import { typeOfContent } from '#contract/uploads.ts';
import { stripGif } from '../metadata/strip-gif.ts';
import { stripMetadata } from '../metadata/strip-metadata.ts';
import { gifSize, webpSize } from './web-picture-size.ts';

// Some programs write `jpg`, name a character set, or percent-encode the signs of base64. The data is one class of characters: with a choice
// for each, the expression runs out of memory at ten million.
const shape = /^data:image\/(png|jpe?g|gif|webp)(?:;[\w-]+=[\w-]+)*;base64,([A-Za-z0-9+/=%\s]+)$/iu;
const otherCode = /%(?!2b|2f|3d|0a|0d|20)/iu;

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
  const [, named, data] = shape.exec(link) ?? [];
  if (named === undefined || data === undefined || otherCode.test(data)) return null;
  const type = named.toLowerCase().replace('jpg', 'jpeg');
  const bytes = pictureBytes(type, Buffer.from(data.includes('%') ? decodeURIComponent(data) : data, 'base64'));
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
