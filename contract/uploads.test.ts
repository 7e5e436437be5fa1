import { describe, expect, it } from 'vitest';
import { fileAddress } from './entities/file.ts';
import { limits } from './limits.ts';
import {
  acceptedExtensions,
  acceptedMessage,
  noSuchContentMessage,
  acceptedTypes,
  emptyFileMessage,
  latePdfMessage,
  safeFileName,
  tooLargeMessage,
  typeOfContent,
  uploadProblem,
} from './uploads.ts';

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

describe('the type of a file', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n', 'png'],
    ['\xff\xd8\xff\xdb', 'jpg'],
    ['%PDF-1.7', 'pdf'],
    ['BM\x00\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00', 'bmp'],
    ['BM\x00\x00\x00\x00Ice2\x36\x00\x00\x00\x28\x00\x00\x00', 'bmp'],
    ['\x00\x00\x01\x00\x01\x00\x10\x10\x00\x00', 'ico'],
    ['\x00\x00\x01\x00\x01\x00\x10\x10\x00\xff', 'ico'],
    ['\n\r\n%PDF-1.4', 'pdf'],
    ['\xef\xbb\xbf%PDF-1.4', 'pdf'],
    ['@PJL ENTER LANGUAGE=PDF\r\n%PDF-1.7', 'pdf'],
    [`${' '.repeat(1024)}%PDF-1.7`, 'pdf'],
    ['<svg><!-- %PDF-1.7 -->', 'svg'],
    ['<svg xmlns="http://www.w3.org/2000/svg">', 'svg'],
    ['\xef\xbb\xbf\n<?xml version="1.0"?><!-- a > b --><!DOCTYPE svg [<!ENTITY a "b">]><s:svg\n', 'svg'],
  ])('is read off %j', (head, type) => {
    expect(typeOfContent(bytes(head))).toBe(type);
  });

  it.each([
    '',
    'MZ\x90\x00',
    'GIF89a',
    'BM is a word',
    '\x00\x00\x02\x00\x01\x00',
    '<html><svg>',
    '<svgs>',
    '<!-- <svg>',
    'text <svg>',
    '<!DOCTYPE svg><!DOCTYPE svg><svg>',
    '%PDF',
    `${' '.repeat(1025)}%PDF-1.7`,
    'BM\x00\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x29\x00\x00\x00',
    '\x00\x00\x01\x00\x00\x00',
  ])('is none for %j', (head) => {
    expect(typeOfContent(bytes(head))).toBeNull();
  });
});

describe('the types that a setting accepts', () => {
  it('is the product’s general list, with its message', () => {
    expect(acceptedMessage(null)).toBe('Accepted file extensions (.png, .pdf, .svg, .jpg, .jpeg, .bmp).');
    expect(acceptedMessage('fb_link')).toBe(acceptedMessage(undefined));
    expect(tooLargeMessage).toBe(' Maximum file size is 5 MB.');
  });

  it.each([
    ['favicon', ['.png', '.jpg', '.jpeg', '.ico'], ['png', 'jpg', 'ico']],
    ['apple_touch_icon', ['.png'], ['png']],
    ['desktop_logo', ['.png', '.jpg', '.jpeg'], ['png', 'jpg']],
    ['posts_landing_page_cover_image', ['.png', '.jpg', '.jpeg'], ['png', 'jpg']],
  ] as const)('is less for %s', (key, extensions, types) => {
    expect([acceptedExtensions(key), acceptedTypes(key)]).toEqual([extensions, types]);
  });

  it('tells a file whose content is not what its name says from one of another type', () => {
    const head = bytes('Not a picture.');
    const problem = (name: string) => uploadProblem({ bytes: head.length, head, name }, 'desktop_logo');
    expect(problem('logo.PNG')).toBe(`${noSuchContentMessage('logo.PNG', null)} ${acceptedMessage('desktop_logo')}`);
    expect(problem('notes.txt')).toBe(acceptedMessage('desktop_logo'));
  });

  it.each([
    ['a WebP picture', 'RIFF\x10\0\0\0WEBPVP8 '],
    ['a HEIC picture', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['a HEIC picture', '\0\0\0\x18ftypmif1\0\0\0\0mif1heic'],
    ['an AVIF picture', '\0\0\0\x1cftypavif\0\0\0\0avifmif1'],
    ['an AVIF picture', '\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf'],
    ['a video', '\0\0\0\x18ftypisom\0\0\0\0mp42'],
    ['a GIF picture', 'GIF89a'],
    ['a TIFF picture', 'II*\0\x08'],
    ['an Office document or an archive', 'PK\x03\x04'],
    ['a web page', '\n<!DOCTYPE html><title>Sign in</title>'],
    ['an SVG drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a PDF', '%PDF-1.7'],
  ])('says that a picture by its name is %s', (is, content) => {
    const head = bytes(content);
    const problem = (name: string) => uploadProblem({ bytes: head.length, head, name }, 'desktop_logo');
    expect(problem('a.JPG')).toBe(`“a.JPG” is ${is}, whatever its name says. ${acceptedMessage('desktop_logo')}`);
    expect(problem('a.webp')).toBe(acceptedMessage('desktop_logo'));
  });

  it('says that a PDF begins too late, where there is one', () => {
    const problem = (head: Uint8Array, name: string) => uploadProblem({ bytes: head.length, head, name }, null);
    const within = (before: number, name = 'a.pdf') => problem(bytes(`${' '.repeat(before)}%PDF-1.7`), name);
    expect([within(0), within(9), within(1000), within(1024)]).toEqual([null, null, null, null]);
    expect(within(1025)).toBe('There is too much before the PDF in this file: it must begin within the first 1024 bytes.');
    expect(within(5000)).toBe(latePdfMessage);
    expect(within(5000, 'a.txt')).toBe(acceptedMessage(null));
    expect(problem(bytes('no file'), 'a.pdf')).toBe(`${noSuchContentMessage('a.pdf', null)} ${acceptedMessage(null)}`);
  });

  it('is asked of a chosen file: content, size, and both at once', () => {
    const png = bytes('\x89PNG\r\n\x1a\n');
    expect(uploadProblem({ bytes: limits.uploadBytes, head: png }, 'favicon')).toBeNull();
    expect(uploadProblem({ bytes: 0, head: bytes('') }, 'favicon')).toBe(emptyFileMessage);
    expect(uploadProblem({ bytes: limits.uploadBytes + 1, head: png }, null)).toBe(tooLargeMessage);
    expect(uploadProblem({ bytes: 9_000_000, head: bytes('MZ') }, 'apple_touch_icon')).toBe(
      'Accepted file extensions (.png). Maximum file size is 5 MB.',
    );
  });
});

describe('a file’s name', () => {
  it.each([
    ['logo.png', 'logo.png'],
    ['photo.JPEG', 'photo.png'],
    ['../../etc/passwd', 'passwd.png'],
    ['C:\\a\\b.exe', 'b.png'],
    ['..', 'file.png'],
    ['.htaccess', 'htaccess.png'],
    ['a"b\r\n<c>.png', 'a-b-c.png'],
    ['日本 語.png', '日本 語.png'],
    [`${'x'.repeat(300)}.png`, `${'x'.repeat(100)}.png`],
  ])('%j becomes %j', (name, safe) => {
    expect(safeFileName(name, 'png')).toBe(safe);
  });

  it('keeps either extension of a type', () => {
    expect([safeFileName('a.JPEG', 'jpg'), safeFileName('a.jpg', 'jpg'), safeFileName('a.png', 'jpg')]).toEqual([
      'a.jpeg',
      'a.jpg',
      'a.jpg',
    ]);
  });
});

it.each([
  [{ url: '/files/1/a.png' }, '/files/1/a.png'],
  [{ uri: 'https://cdn.example/a.png' }, 'https://cdn.example/a.png'],
  [{ url: 'javascript:alert(1)' }, null],
  [{ url: '//evil.example/a' }, null],
  [{}, null],
])('the address of %j is %j', (file, address) => {
  expect(fileAddress({ id: '1', ...file } as Parameters<typeof fileAddress>[0])).toBe(address);
});
