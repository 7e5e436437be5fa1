import { crc32, deflateSync } from 'node:zlib';

/** Colours as `#rrggbb`. */
interface Palette {
  readonly wall: string;
  readonly roof: string;
}

/** Red, green, blue, and no transparency. */
const rgb = (color: string) => Buffer.from(`${color.slice(1)}ff`, 'hex');

/** A gable over a block, on a transparent ground: similar to an agency's logo. */
export function logoPng({ wall, roof }: Palette, width: number, height: number): Uint8Array<ArrayBuffer> {
  const colors = { wall: rgb(wall), roof: rgb(roof) };
  const rows: Buffer[] = [];
  for (let y = 0; y < height; y += 1) {
    const row = Buffer.alloc(1 + width * 4);
    for (let x = 0; x < width; x += 1) {
      const part = partAt((x + 0.5) / width, (y + 0.5) / height);
      if (part) row.set(colors[part], 1 + x * 4);
    }
    rows.push(row);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a channel, with transparency.
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const content = deflateSync(Buffer.concat(rows));
  return new Uint8Array(Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', content), chunk('IEND', Buffer.alloc(0))]));
}

/** The colour at a place of the unit square; null outside the drawing. */
function partAt(x: number, y: number): 'roof' | 'wall' | null {
  const fromMiddle = Math.abs(x - 0.5);
  if (y > 0.1 && y < 0.5 && fromMiddle < y - 0.1) return 'roof';
  return y >= 0.5 && y < 0.9 && fromMiddle < 0.3 ? 'wall' : null;
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8 + named.length);
  frame.writeUInt32BE(data.length, 0);
  named.copy(frame, 4);
  frame.writeUInt32BE(crc32(named), 4 + named.length);
  return frame;
}
