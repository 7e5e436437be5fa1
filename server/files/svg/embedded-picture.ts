import { hasTooManyPixels, pictureSizeOf } from '#contract/picture-size.ts';
import { typeOfContent } from '#contract/uploads.ts';
import { stripMetadata } from '../metadata/strip-metadata.ts';

const shape = /^data:image\/(png|jpeg|gif|webp);base64,([A-Za-z0-9+/=\s]+)$/u;

/**
 * The address of a picture that an svg carries within itself, held against the same rules as one that is uploaded:
 * without metadata, and not of too many pixels. Null: it is none. GIF and WebP are no types of upload, and stay as they are.
 */
export function embeddedPicture(address: string): string | null {
  const [, type, data] = shape.exec(address) ?? [];
  if (type === undefined || data === undefined) return null;
  if (type === 'gif' || type === 'webp') return address.replace(/\s/gu, '');
  const bytes = Buffer.from(data, 'base64');
  const found = typeOfContent(bytes);
  if (found !== 'png' && found !== 'jpg') return null;
  const size = pictureSizeOf(found, bytes);
  if (!size || hasTooManyPixels(size)) return null;
  return `data:image/${type};base64,${stripMetadata(found, bytes).bytes.toString('base64')}`;
}
