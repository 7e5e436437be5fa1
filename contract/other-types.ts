/** One character for each byte. */
export function latin(bytes: Uint8Array): string {
  const parts: string[] = [];
  // As many arguments as every engine takes.
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join('');
}

/** How files of other types begin that people have under the name of one that is taken. A dot stands for a control character too. */
const beginnings: readonly (readonly [RegExp, string])[] = [
  [/^RIFF.{4}WEBP/u, 'a WebP picture'],
  [/^.{4}ftyp(?:avi[fs]|.{4,60}avi[fs])/u, 'an AVIF picture'],
  [/^.{4}ftyp(?:he[iv][cmsx]|mif1|msf1)/u, 'a HEIC picture'],
  [/^.{4}ftyp/u, 'a video'],
  [/^GIF8/u, 'a GIF picture'],
  [/^(?:II\*\.|MM\.\*)/u, 'a TIFF picture'],
  [/^8BPS/u, 'a Photoshop picture'],
  [/^(?:\xff\.|\.{4}JXL )/u, 'a JPEG XL picture'],
  [/^\.{4}jP {2}/u, 'a JPEG 2000 picture'],
  [/^(?:PK\.\.|\xd0\xcf\.\xe0)/u, 'an Office document or an archive'],
  [/^%!PS/u, 'a PostScript file'],
  [/^(?:\xef\xbb\xbf)?[\s.]*<(?:!doctype\s+html|html|head)[\s>]/iu, 'a web page'],
];

/** What a file is that can't be taken, by its content: "a WebP picture"; null where that is not known. */
export function otherTypeOf(head: Uint8Array): string | null {
  const text = latin(head.subarray(0, 256)).replaceAll(/\p{Cc}/gu, '.');
  return beginnings.find(([beginning]) => beginning.test(text))?.[1] ?? null;
}
