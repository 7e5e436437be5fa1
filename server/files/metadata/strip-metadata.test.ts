import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { icoOf, jpegOf, pngChunk, pngOf, segment } from '../../testing/pictures.ts';
import { exifOf, type Orientation, orientationOf } from './orientation.ts';
import { stripMetadata } from './strip-metadata.ts';

/** EXIF as a camera writes it: author, place, orientation and a thumbnail. */
function cameraExif(orientation: Orientation, littleEndian = false): Buffer {
  const exif = Buffer.concat([Buffer.alloc(200), Buffer.from('Jane Photographer, GPS 51.5074 N, thumbnail')]);
  const uint16 = (value: number, at: number) => (littleEndian ? exif.writeUInt16LE(value, at) : exif.writeUInt16BE(value, at));
  const uint32 = (value: number, at: number) => (littleEndian ? exif.writeUInt32LE(value, at) : exif.writeUInt32BE(value, at));
  exif.write(littleEndian ? 'II*\0' : 'MM\0*', 'latin1');
  uint32(8, 4);
  uint16(3, 8);
  // Artist, orientation, and the place of the GPS directory.
  for (const [i, [tag, type, count]] of [
    [0x013b, 2, 40],
    [0x0112, 3, 1],
    [0x8825, 4, 1],
  ].entries()) {
    uint16(tag ?? 0, 10 + i * 12);
    uint16(type ?? 0, 12 + i * 12);
    uint32(count ?? 0, 14 + i * 12);
    uint32(100, 18 + i * 12);
  }
  uint16(orientation, 10 + 12 + 8);
  return exif;
}

const personal = /Jane|GPS|thumbnail|secret/u;
const jpgExif = (exif: Buffer) => segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif]));
const strippedJpg = (...parts: Parameters<typeof jpegOf>) => stripMetadata('jpg', jpegOf(...parts));
const profile = segment(0xe2, 'ICC_PROFILE\0\x01\x01the colours');
const adobe = segment(0xee, 'Adobe\0\x64\0\0\0\0\x01');

describe('a JPEG', () => {
  it.each([
    ['EXIF', jpgExif(cameraExif(1))],
    ['XMP', segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>secret</x:xmpmeta>')],
    ['IPTC', segment(0xed, 'Photoshop 3.0\x008BIM\x04\x04secret')],
    ['a comment', segment(0xfe, 'secret')],
    ['the list of further pictures', segment(0xe2, 'MPF\0secret')],
    ['a maker’s own segment', segment(0xeb, 'secret')],
    ['a thumbnail of its own', segment(0xe0, 'JFXX\0secret')],
  ])('loses %s, wherever it stands, and nothing else', (_, notes) => {
    expect(strippedJpg({ before: [notes] })).toEqual({ bytes: jpegOf({}), orientation: 1 });
    expect(strippedJpg({ between: [notes] }).bytes).toEqual(jpegOf({}));
    expect(strippedJpg({ before: [notes, notes], between: [notes] }).bytes).toEqual(jpegOf({}));
  });

  it('keeps its colour profile, its colour coding, and every byte of its pixels', () => {
    const plain = jpegOf({ before: [profile, adobe], scans: 3 });
    expect(stripMetadata('jpg', plain).bytes).toEqual(plain);
  });

  it('loses everything behind its end, and bytes between its segments', () => {
    const behind = Buffer.concat([jpegOf({}), jpegOf({ before: [jpgExif(cameraExif(6))] }), Buffer.from('secret film')]);
    expect(stripMetadata('jpg', behind)).toEqual({ bytes: jpegOf({}), orientation: 1 });
    expect(strippedJpg({ between: [Buffer.from('secret'), Buffer.from([0xff, 0xff, 0xff])] }).bytes).toEqual(jpegOf({}));
  });

  it.each([2, 3, 4, 5, 6, 7, 8] as const)('is still turned as its EXIF said, by %i', (orientation) => {
    for (const littleEndian of [false, true]) {
      const stripped = strippedJpg({ before: [jpgExif(cameraExif(orientation, littleEndian))] });
      expect(stripped).toEqual({ bytes: jpegOf({ first: [jpgExif(exifOf(orientation))] }), orientation });
      expect(stripMetadata('jpg', stripped.bytes)).toEqual(stripped);
    }
  });

  it('keeps the pixel density without its thumbnail, even where EXIF stands before it', () => {
    const jfif = (more: string) => segment(0xe0, `JFIF\0\x01\x02\x01\0\x48\0\x48${more}`);
    const plain = jpegOf({ first: [jfif('\0\0')] });
    expect(strippedJpg({ first: [jfif('\x01\x01secret')] }).bytes).toEqual(plain);
    expect(strippedJpg({ first: [jpgExif(cameraExif(1)), jfif('\x01\x01secret')] }).bytes).toEqual(plain);
    expect(strippedJpg({ first: [jpgExif(cameraExif(6)), segment(0xe0, 'JFIF\0')] }).bytes).toEqual(
      jpegOf({ first: [jpgExif(exifOf(6))] }),
    );
    const turned = strippedJpg({ first: [jpgExif(cameraExif(6)), jfif('\0\0'), jfif('\x01\x01secret')] });
    expect(turned).toEqual({ bytes: jpegOf({ first: [jfif('\0\0'), jpgExif(exifOf(6))] }), orientation: 6 });
  });

  it('is turned as the first of several EXIF segments says', () => {
    const several = (first: Orientation) => strippedJpg({ before: [jpgExif(cameraExif(first)), jpgExif(cameraExif(8))] });
    expect(several(6)).toEqual({ bytes: jpegOf({ first: [jpgExif(exifOf(6))] }), orientation: 6 });
    expect(several(1)).toEqual({ bytes: jpegOf({}), orientation: 1 });
  });

  it('that is cut is as much as there is', () => {
    const whole = jpegOf({ before: [jpgExif(cameraExif(6))] });
    for (let length = whole.byteLength; length > 4; length -= 1) {
      const { bytes } = stripMetadata('jpg', whole.subarray(0, length));
      expect(personal.test(bytes.toString('latin1'))).toBe(false);
      expect(bytes.byteLength).toBeLessThanOrEqual(length);
    }
  });
});

describe('a PNG', () => {
  it.each([
    ['EXIF', pngChunk('eXIf', cameraExif(1))],
    ['a text', pngChunk('tEXt', 'Author\0Jane')],
    ['a packed text', pngChunk('zTXt', Buffer.concat([Buffer.from('Raw profile type exif\0\0'), deflateSync('secret')]))],
    ['XMP', pngChunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta>secret</x:xmpmeta>')],
    ['its time', pngChunk('tIME', '\x07\xea\x06\x01\x0a\0\0')],
    ['a program’s own chunk', pngChunk('caBX', 'secret')],
  ])('loses %s, before its pixels and behind them', (_, chunk) => {
    expect(stripMetadata('png', pngOf({ before: [chunk] }))).toEqual({ bytes: pngOf({}), orientation: 1 });
    expect(stripMetadata('png', pngOf({ behind: [chunk] })).bytes).toEqual(pngOf({}));
  });

  it('keeps its colour profile, transparency and frames', () => {
    const kept = ['iCCP', 'gAMA', 'sRGB', 'pHYs', 'acTL', 'fcTL', 'tRNS'].map((type) => pngChunk(type, 'kept'));
    const plain = pngOf({ before: kept, behind: [pngChunk('fdAT', 'a frame')] });
    expect(stripMetadata('png', plain).bytes).toEqual(plain);
  });

  it('is turned as the first of several EXIF chunks says', () => {
    const several = pngOf({ before: [pngChunk('eXIf', cameraExif(6))], behind: [pngChunk('eXIf', cameraExif(8))] });
    expect(stripMetadata('png', several).orientation).toBe(6);
  });

  it('loses everything behind its end, and keeps the orientation of its EXIF', () => {
    const behind = Buffer.concat([pngOf({ behind: [pngChunk('eXIf', cameraExif(6))] }), Buffer.from('secret')]);
    expect(stripMetadata('png', behind)).toEqual({ bytes: pngOf({ before: [pngChunk('eXIf', exifOf(6))] }), orientation: 6 });
  });
});

describe('an icon', () => {
  const bitmap = Buffer.concat([Buffer.from([40, 0, 0, 0]), Buffer.from('a bitmap of sixteen by sixteen, as it is')]);

  it('loses the metadata of its PNGs, and bytes that none of its entries points to', () => {
    const noted = pngOf({ before: [pngChunk('tEXt', 'Author\0Jane')], behind: [pngChunk('eXIf', cameraExif(1))] });
    const plain = icoOf([bitmap, pngOf({}), pngOf({})]);
    expect(stripMetadata('ico', icoOf([bitmap, noted, pngOf({})]))).toEqual({ bytes: plain, orientation: 1 });
    expect(stripMetadata('ico', Buffer.concat([icoOf([bitmap, noted, noted]), Buffer.from('secret')])).bytes).toEqual(plain);
    expect(stripMetadata('ico', plain).bytes).toEqual(plain);
  });
});

describe('an orientation', () => {
  it.each([
    ['nothing', ''],
    ['no directory', 'MM\0*\0\0\0\x08'],
    ['a directory outside of it', 'MM\0*\xff\xff\xff\xff'],
    ['one that does not end', 'II*\0\x08\0\0\0\xff\xff'],
    ['a number that means nothing', exifOf(1).toString('latin1').replace('\x01\0\x01', '\x01\0\x09')],
  ])('is as it is where there is %s', (_, exif) => {
    expect(orientationOf(Buffer.from(exif, 'latin1'))).toBe(1);
  });
});
