import { logoPng } from '../seed/drawings.ts';

/** One byte for each character. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'latin1'));

/** 3 by 2 pixels. */
export const png = () => logoPng({ wall: '#111111', roof: '#222222' }, 3, 2);

/** 640 by 480: the headers of one, with tables before the frame. */
export const jpg = () =>
  bytesOf(
    '\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xdb\0\x06abcd\xff\xc0\0\x0b\x08\x01\xe0\x02\x80\x01\x01\x11\0\xff\xda\0\x08\x01\x01\0\0\x3f\0\0\xff\xd9',
  );

/** 2 by 1. */
export function bmp(): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(62);
  bytes.write('BM', 'latin1');
  bytes.writeUInt32LE(62, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(2, 18);
  bytes.writeInt32LE(-1, 22);
  return new Uint8Array(bytes);
}

/** One icon of 256 by 256. */
export const ico = () => bytesOf('\0\0\x01\0\x01\0\0\0\0\0\x01\0\x20\0\x04\0\0\0\x16\0\0\0abcd');

export const pdf = () => bytesOf('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

/** 40 by 30, with the given content. */
export const svg = (content: string) => bytesOf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">${content}</svg>`);

/** A body as a browser sends it. */
export async function multipart(
  files: readonly (readonly [name: string, bytes: Uint8Array<ArrayBuffer>])[],
  fields: Readonly<Record<string, string>>,
): Promise<{ readonly body: Uint8Array<ArrayBuffer>; readonly type: string }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, bytes] of files) form.append('files[]', new File([bytes], name));
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  return { type: request.headers.get('content-type') ?? '', body: new Uint8Array(await request.arrayBuffer()) };
}
