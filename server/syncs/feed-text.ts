import { RunFailed } from './run-failed.ts';

/** Marks at the beginning of a file that say how it is encoded. */
const marks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/** JSON and XML begin with a sign of one byte, which UTF-16 fills up with a zero. */
const wideEncoding = ([first, second]: Uint8Array): string | null => (second === 0 ? 'utf-16le' : first === 0 ? 'utf-16be' : null);

const xmlEncoding = /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/u;

/**
 * The text of a feed. It is encoded as its mark or its first sign says, else as it was declared (`charset`: of a Content-Type), else as its
 * XML declaration says, else in UTF-8. Throws RunFailed where it isn't: a wrong guess would change every name that is not plain English.
 */
export function feedText(bytes: Uint8Array, label: string, charset: string | null = null): string {
  const mark = marks.find((each) => each.bytes.every((byte, i) => bytes[i] === byte));
  const declared =
    mark?.encoding ??
    wideEncoding(bytes) ??
    charset ??
    xmlEncoding.exec(Buffer.from(bytes.subarray(0, 200)).toString('latin1'))?.[1] ??
    null;
  try {
    return new TextDecoder(declared ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    const what =
      declared === null
        ? 'is neither in UTF-8 nor says how it is encoded. Have the source send it in UTF-8'
        : `says that it is encoded in ${declared}, and is not`;
    throw new RunFailed(`The feed of ${label} ${what}.`);
  }
}
