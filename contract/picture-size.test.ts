import { describe, expect, it } from 'vitest';
import { limits } from './limits.ts';
import { pictureSizeOf } from './picture-size.ts';
import { tooManyPixelsMessage, uploadProblem } from './uploads.ts';

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const uint = (value: number, length: number) =>
  String.fromCharCode(...Array.from({ length }, (_, i) => Math.floor(value / 256 ** (length - 1 - i)) % 256));
const reversed = (text: string) => [...text].reverse().join('');
const pad = (text: string, length: number) => text.padEnd(length, '\0');

/** The beginnings of files of this size, each with its header. */
const heads = {
  png: (width: number, height: number) => bytes(`\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR${uint(width, 4)}${uint(height, 4)}`),
  jpg: (width: number, height: number) =>
    bytes(`\xff\xd8\xff\xe1${uint(6, 2)}Exif\xff\xff\xc2\0\x0b\x08${uint(height, 2)}${uint(width, 2)}`),
  bmp: (width: number, height: number) =>
    bytes(`${pad('BM', 14)}\x28\0\0\0${reversed(uint(width, 4))}${reversed(uint(2 ** 32 - height, 4))}`),
};

describe('the size of a picture', () => {
  it.each(['png', 'jpg', 'bmp'] as const)('is read off the header of a %s, wherever in memory its bytes lie', (type) => {
    const head = heads[type](640, 480);
    expect(pictureSizeOf(type, head)).toEqual({ width: 640, height: 480 });
    const within = new Uint8Array(head.byteLength + 7);
    within.set(head, 7);
    expect(pictureSizeOf(type, within.subarray(7))).toEqual({ width: 640, height: 480 });
  });

  it.each(['png', 'jpg', 'bmp'] as const)('of a %s is not known from less than its header', (type) => {
    const head = heads[type](640, 480);
    for (let length = 0; length < head.byteLength; length += 1) expect(pictureSizeOf(type, head.subarray(0, length))).toBeNull();
  });

  it('is bounded, at the field already', () => {
    const problem = (head: Uint8Array) => uploadProblem({ bytes: 5000, head }, null);
    expect(tooManyPixelsMessage).toBe('Pictures can have at most 50 megapixels.');
    for (const head of [heads.png, heads.jpg, heads.bmp]) {
      expect(problem(head(10_000, limits.picturePixels / 10_000))).toBeNull();
      expect(problem(head(10_000, limits.picturePixels / 10_000 + 1))).toBe(tooManyPixelsMessage);
    }
  });

  it('of a jpg is that of its own frame, not of a forged one behind a marker without a length', () => {
    const frame = (width: number, height: number) => `\xff\xc0\0\x0b\x08${uint(height, 2)}${uint(width, 2)}`;
    for (const alone of ['\x00', '\x01', '\xd0', '\xd7', '\xd8']) {
      // Read as a segment, the marker's length would skip the real frame and lead to the small one.
      const crafted = `\xff\xd8\xff${alone}${frame(9000, 9000)}`;
      const hidden = `${pad(crafted, 4 + 0xffc0)}${frame(1, 1)}`;
      expect(pictureSizeOf('jpg', bytes(hidden))).toEqual({ width: 9000, height: 9000 });
    }
  });

  it('of an icon is that of its largest picture, by the picture’s own header', () => {
    const icon = (...pictures: readonly string[]) => {
      const start = 6 + pictures.length * 16;
      const entries = pictures.map((picture, i) => {
        const before = pictures.slice(0, i).join('').length;
        return `\x10\x10${pad('', 6)}${reversed(uint(picture.length, 4))}${reversed(uint(start + before, 4))}`;
      });
      return bytes(`\0\0\x01\0${reversed(uint(pictures.length, 2))}${entries.join('')}${pictures.join('')}`);
    };
    const png = String.fromCharCode(...heads.png(9000, 6000));
    const bitmap = `\x28\0\0\0${reversed(uint(48, 4))}${reversed(uint(96, 4))}`;
    expect(pictureSizeOf('ico', icon('anything'))).toEqual({ width: 16, height: 16 });
    expect(pictureSizeOf('ico', icon('anything', bitmap))).toEqual({ width: 48, height: 48 });
    expect(pictureSizeOf('ico', icon(bitmap, png))).toEqual({ width: 9000, height: 6000 });
    expect(pictureSizeOf('ico', icon(png.slice(0, 20)))).toBeNull();
    const twice = icon(bitmap.repeat(3), bitmap.repeat(3));
    twice.set(twice.subarray(6 + 8, 6 + 16), 6 + 16 + 8);
    twice.set(bytes(reversed(uint(70, 4))), 6 + 8);
    twice.set(bytes(reversed(uint(70, 4))), 6 + 16 + 8);
    expect(pictureSizeOf('ico', twice)).toBeNull();
  });

  it('is left to the server where the part that was read does not contain it', () => {
    const camera = `\xff\xd8${`\xff\xe1${uint(60_002, 2)}${pad('Exif', 60_000)}`.repeat(3)}`;
    const whole = bytes(`${camera}\xff\xc0\0\x0b\x08${uint(9000, 2)}${uint(9000, 2)}`);
    const problem = (length: number) => uploadProblem({ bytes: whole.byteLength, head: whole.subarray(0, length) }, null);
    expect([problem(4096), problem(262_144)]).toEqual([null, tooManyPixelsMessage]);
  });
});
