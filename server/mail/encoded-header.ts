/** Bytes of UTF-8 in one encoded word, which may have 75 characters (RFC 2047). */
const bytesPerWord = 42;

/** A header's value on one line in ASCII: a text in other letters becomes encoded words, whose characters are whole. */
export function encodedHeader(text: string): string {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ').trim();
  if (/^[\x20-\x7e]*$/u.test(line) && !line.includes('=?')) return line;
  const words: string[] = [''];
  for (const character of line) {
    const last = words.at(-1) ?? '';
    if (Buffer.byteLength(last + character) > bytesPerWord) words.push(character);
    else words[words.length - 1] = last + character;
  }
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}
