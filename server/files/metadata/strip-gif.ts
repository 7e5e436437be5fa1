import { colourBytes } from '../svg/web-picture-size.ts';
import { keptBytes } from './kept-bytes.ts';

const extension = 0x21;
const frame = 0x2c;
const trailer = 0x3b;
/** The extension that says how a frame follows the one before it. */
const graphicControl = 0xf9;
const application = 0xff;
/** The extension with the number of repetitions. Other applications' extensions, XMP among them, are left out. */
const keptApplications: ReadonlySet<string> = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

/** A GIF without comments, XMP, other applications' data, and everything behind its end. `bytes` has a complete header. */
export function stripGif(bytes: Buffer): Buffer {
  const kept = keptBytes(bytes);
  let at = 13 + colourBytes(bytes.readUInt8(10));
  kept.keep(0, at);
  while (bytes[at] === extension || (bytes[at] === frame && at + 10 <= bytes.byteLength)) {
    const isFrame = bytes[at] === frame;
    const start = at;
    at += isFrame ? 11 + colourBytes(bytes.readUInt8(at + 9)) : 2;
    const name = bytes.toString('latin1', at + 1, at + 12);
    // Blocks, each after its length; an empty one is the last.
    for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += 1 + length;
    at += 1;
    const kind = bytes[start + 1];
    if (isFrame || kind === graphicControl || (kind === application && keptApplications.has(name))) kept.keep(start, at);
  }
  if (bytes[at] === trailer) kept.keep(at, at + 1);
  return kept.result();
}
