import { describe, expect, it } from 'vitest';
import { isCutOff } from './picture-end.ts';
import { cutOffMessage, uploadProblem } from './uploads.ts';

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const chunk = (name: string, content = '') => `\0\0\0${String.fromCharCode(content.length)}${name}${content}crc!`;
const png = `\x89PNG\r\n\x1a\n${chunk('IHDR', '\0\0\0\x04\0\0\0\x04\x08\x02\0\0\0')}${chunk('IDAT', 'IEND pixels')}${chunk('IDAT', 'more')}`;
const frame = '\xff\xc0\0\x0b\x08\0\x08\0\x08\x01\x01\x11\0';
/** A thumbnail with an end of its own in the metadata. */
const thumbnail = '\xff\xe1\0\x08Exif\xff\xd9';
const scan = '\xff\xda\0\x08\x01\x01\0\0\x3f\0ab\xff\0cd\xff\xd0ef';
const jpg = `\xff\xd8${thumbnail}${frame}${scan}`;
const bmp = (length: number, compression = 0) => {
  const view = new DataView(new ArrayBuffer(length));
  for (const [at, value] of [
    [10, 54],
    [14, 40],
    [18, 3],
    [22, -2],
    [30, compression],
  ] as const)
    view.setInt32(at, value, true);
  view.setUint16(0, 0x424d);
  view.setUint16(28, 24, true);
  return new Uint8Array(view.buffer);
};
/** One of 16 by 16 pixels, whose picture has 40 bytes. */
const icon = bytes(`\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0\x28\0\0\0\x16\0\0\0\x28\0\0\0${'\0'.repeat(36)}`);

describe('a picture', () => {
  it.each([
    ['a png', 'png', bytes(png + chunk('IEND'))],
    ['a png with something behind it', 'png', bytes(`${png + chunk('IEND')}trailing`)],
    ['a png without its last checksum', 'png', bytes((png + chunk('IEND')).slice(0, -4))],
    ['a jpg', 'jpg', bytes(`${jpg}\xff\xd9`)],
    ['a progressive jpg', 'jpg', bytes(`${jpg}\xff\xc4\0\x04ab${scan}\xff\xff\xd9`)],
    ['a jpg with something behind it', 'jpg', bytes(`${jpg}\xff\xd9\0\0trailing`)],
    ['a bmp', 'bmp', bmp(54 + 12 * 2)],
    ['a compressed bmp', 'bmp', bmp(60, 1)],
    ['an icon', 'ico', icon],
    ['an icon with something behind it', 'ico', new Uint8Array([...icon, 1, 2])],
  ] as const)('is whole: %s', (_, type, content) => {
    expect(isCutOff(type, content)).toBe(false);
  });

  it.each([
    ['a png between its chunks', 'png', bytes(png)],
    ['a png within its pixels', 'png', bytes(png.slice(0, -10))],
    ['a png in a name', 'png', bytes((png + chunk('IEND')).slice(0, -6))],
    ['a jpg within its pixels', 'jpg', bytes(jpg)],
    ['a jpg within a marker', 'jpg', bytes(`${jpg}\xff`)],
    ['a jpg before its pixels', 'jpg', bytes(`\xff\xd8${thumbnail}${frame}`)],
    ['a jpg between its scans', 'jpg', bytes(`${jpg}\xff\xc4\0\x04ab`)],
    ['a png without its pixels', 'png', bytes(png.replaceAll('\x04IDAT', '\x04tEXt').replaceAll('\x0bIDAT', '\x0btEXt') + chunk('IEND'))],
    ['a jpg without its pixels', 'jpg', bytes(`\xff\xd8${thumbnail}${frame}\xff\xd9`)],
    ['a bmp within its pixels', 'bmp', bmp(54 + 12 * 2 - 1)],
    ['a png in its header', 'png', bytes(png.slice(0, 20))],
    ['a jpg before its size', 'jpg', bytes(`\xff\xd8${thumbnail}`)],
    ['an icon within its picture', 'ico', icon.subarray(0, -1)],
    ['an icon within its list', 'ico', icon.subarray(0, 20)],
  ] as const)('is cut off: %s', (_, type, content) => {
    expect(isCutOff(type, content)).toBe(true);
    expect(uploadProblem({ bytes: content.byteLength, head: content }, type === 'ico' ? 'favicon' : null)).toBe(cutOffMessage);
  });

  it('is not judged by its beginning alone', () => {
    expect(uploadProblem({ bytes: jpg.length + 1, head: bytes(jpg) }, null)).toBeNull();
  });
});
