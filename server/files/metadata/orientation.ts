/** How a picture must be rotated before it is shown: 1 as it is, 2 to 8 as EXIF numbers them. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const orientations: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];
const orientationTag = 0x0112;

/** From 5 on the picture is rotated by 90°: its stored width is its shown height. */
export const swapsSides = (orientation: Orientation): boolean => orientation >= 5;

/** The orientation in a block of EXIF (in TIFF's form, without the file format's prefix); 1 where it has none. */
export function orientationOf(exif: Buffer): Orientation {
  try {
    const little = exif.toString('latin1', 0, 2) === 'II';
    const uint16 = (at: number) => (little ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
    const directory = little ? exif.readUInt32LE(4) : exif.readUInt32BE(4);
    for (let i = 0; i < uint16(directory); i += 1) {
      const entry = directory + 2 + i * 12;
      if (uint16(entry) === orientationTag) return orientations.find((known) => known === uint16(entry + 8)) ?? 1;
    }
    return 1;
  } catch (error) {
    // The data ends before its directory does, or refers to places outside itself.
    if (error instanceof RangeError) return 1;
    throw error;
  }
}

/** EXIF that contains only the orientation. */
export function exifOf(orientation: Orientation): Buffer {
  const exif = Buffer.alloc(26);
  exif.write('MM\0*', 0, 'latin1');
  exif.writeUInt32BE(8, 4);
  exif.writeUInt16BE(1, 8);
  exif.writeUInt16BE(orientationTag, 10);
  // One value of the type SHORT, in the field itself; no directory follows.
  exif.writeUInt16BE(3, 12);
  exif.writeUInt32BE(1, 14);
  exif.writeUInt16BE(orientation, 18);
  return exif;
}
