import { limits } from './limits.ts';
import { latin, otherTypeOf } from './other-types.ts';
import { isCutOff } from './picture-end.ts';
import { hasTooManyPixels, pictureSizeOf } from './picture-size.ts';
import type { Field } from './fields/field.ts';
import type { FileSetting } from './settings/screen.ts';
import { fileSettingOf } from './settings/summary.ts';

/** The file types that a website may have. The first extension is the one that names get. */
export const uploadTypes = {
  png: { mimeType: 'image/png', extensions: ['png'], named: 'a PNG picture' },
  jpg: { mimeType: 'image/jpeg', extensions: ['jpg', 'jpeg'], named: 'a JPEG picture' },
  bmp: { mimeType: 'image/bmp', extensions: ['bmp'], named: 'a BMP picture' },
  svg: { mimeType: 'image/svg+xml', extensions: ['svg'], named: 'an SVG drawing' },
  ico: { mimeType: 'image/x-icon', extensions: ['ico'], named: 'an icon (.ico)' },
  pdf: { mimeType: 'application/pdf', extensions: ['pdf'], named: 'a PDF' },
} as const;
export type UploadType = keyof typeof uploadTypes;
export const uploadTypeNames = Object.keys(uploadTypes) as readonly UploadType[];

/** The types that are accepted where a setting names no fewer, in the order of the message. */
const defaultAccept: readonly string[] = ['.png', '.pdf', '.svg', '.jpg', '.jpeg', '.bmp'];

/** How far into a file its PDF may begin, as viewers have it: mail programs and scanners write lines in front. */
const pdfWithin = 1024;

/** The leading space is the product's own: this text may follow the other message. */
export const tooLargeMessage = ` Maximum file size is ${limits.uploadBytes / 1_000_000} MB.`;
export const emptyFileMessage = 'This file is empty.';
export const noFileMessage = 'Choose a file.';
export const tooManyFilesMessage = `At most ${limits.filesPerUpload} files can be uploaded at once.`;
export const uploadFailedMessage = 'An error occurred while uploading the file.';
export const fileGoneMessage = 'This file is no longer on this device. Choose it again.';
export const unreadableMessage = 'This file is damaged, or it is not what its type says.';
export const cutOffMessage = 'This picture is cut off: a part of it is missing. Choose the complete file.';
export const tooManyPixelsMessage = `Pictures can have at most ${limits.picturePixels / 1_000_000} megapixels.`;
export const tooComplexMessage = 'This file takes too long to check. Send a simpler one.';

/** For a file that has the extension of a picture or a PDF, and other content. `is`: what that is, such as "a WebP picture". */
export const noSuchContentMessage = (name: string, is: string | null): string => {
  if (is !== null) return `“${name}” is ${is}, whatever its name says.`;
  return `The content of “${name}” is no ${/\.pdf$/iu.test(name) ? 'PDF' : 'picture'}, whatever its name says.`;
};
export const latePdfMessage = `There is too much before the PDF in this file: it must begin within the first ${pdfWithin} bytes.`;

/** `.PNG`, `png` and `image/png` all become `.png`, so that a field may name its types in any of these forms. */
function extensionsFor(entry: string): readonly string[] {
  const named = entry.trim().toLowerCase();
  const type = uploadTypeNames.find((name) => uploadTypes[name].mimeType === named);
  return type ? uploadTypes[type].extensions.map((extension) => `.${extension}`) : [`.${named.replace(/^\./u, '')}`];
}

/** Extensions, with their dot, that a field's files may have; by default the product's general list. */
export function extensionsOf(field: Field | FileSetting | undefined): readonly string[] {
  const accept = field && 'accept' in field ? field.accept : [];
  return accept.length === 0 ? defaultAccept : [...new Set(accept.flatMap(extensionsFor))];
}

/** The types of the extensions. */
export function typesOf(extensions: readonly string[]): readonly UploadType[] {
  return uploadTypeNames.filter((name) => uploadTypes[name].extensions.some((extension) => extensions.includes(`.${extension}`)));
}

/** "Accepted file extensions (.png, .pdf, .svg, .jpg, .jpeg, .bmp).", or a shorter list. */
export function extensionsMessage(extensions: readonly string[]): string {
  return `Accepted file extensions (${extensions.join(', ')}).`;
}

/** The same three for a stored setting; the general list for a key that no screen has, such as a block's. */
export function acceptedExtensions(settingKey: string | null | undefined): readonly string[] {
  return extensionsOf(settingKey ? fileSettingOf(settingKey) : undefined);
}
export function acceptedTypes(settingKey: string | null | undefined): readonly UploadType[] {
  return typesOf(acceptedExtensions(settingKey));
}
export function acceptedMessage(settingKey: string | null | undefined): string {
  return extensionsMessage(acceptedExtensions(settingKey));
}

const startsWith = (bytes: Uint8Array, ...signature: readonly number[]): boolean => signature.every((byte, i) => bytes[i] === byte);
const uint32 = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)) >>> 0;

/** Sizes of the header that follows BMP's first 14 bytes, in every used version of the format. */
const bmpHeaders = [12, 40, 52, 56, 64, 108, 124];

/**
 * The type of a file by its content, whatever its name; null for any other. For an svg this finds the root element, which may stand behind a
 * long comment; only the server checks whether the rest is well-formed.
 */
export function typeOfContent(head: Uint8Array): UploadType | null {
  if (startsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (startsWith(head, 0xff, 0xd8, 0xff)) return 'jpg';
  // The reserved bytes of the next two are of no use to anybody, and some programs write a number there.
  if (startsWith(head, 0x42, 0x4d) && bmpHeaders.includes(uint32(head, 14))) return 'bmp';
  if (startsWith(head, 0, 0, 1, 0) && (head[4] ?? 0) > 0 && head[5] === 0) return 'ico';
  if (isSvg(head)) return 'svg';
  return latin(head.subarray(0, pdfWithin + 5)).includes('%PDF-') ? 'pdf' : null;
}

/** Byte order marks, and `<` in both orders of UTF-16, with which byte of each pair has the letters. */
const wideStarts = [
  [0xff, 0xfe, 0],
  [0x3c, 0, 0],
  [0xfe, 0xff, 1],
  [0, 0x3c, 1],
] as const;

/** What may stand before the root element: white space, a declaration, comments, a doctype with its own subset. */
const prologParts = [
  ['<?', '?>'],
  ['<!--', '-->'],
] as const;

function isSvg(head: Uint8Array): boolean {
  const wide = wideStarts.find(([first, second]) => startsWith(head, first, second));
  const isNarrow = startsWith(head, 0xef, 0xbb, 0xbf) || /[\s<]/u.test(latin(head.subarray(0, 1)));
  if (!wide && !isNarrow) return false;
  const text = latin(wide ? head.filter((_, i) => i % 2 === wide[2]) : head).replace(/^(?:\xef\xbb\xbf|[\xff\xfe])/u, '');
  const space = /\s*/uy;
  for (let at = 0, hasDoctype = false; ; ) {
    space.lastIndex = at;
    at += space.exec(text)?.[0].length ?? 0;
    const part = prologParts.find(([start]) => text.startsWith(start, at));
    // A second doctype is no XML. Each is looked through for its end, which of a million would never end.
    if (!part && (hasDoctype || !text.startsWith('<!DOCTYPE', at)))
      return /^<(?:[A-Za-z_][\w.-]*:)?svg[\s/>]/u.test(text.slice(at, at + 200));
    const end = part ? text.indexOf(part[1], at + part[0].length) + part[1].length : endOfDoctype(text, at);
    // It is not closed.
    if (end <= at) return false;
    hasDoctype ||= !part;
    at = end;
  }
}

function endOfDoctype(text: string, at: number): number {
  const [subset, close] = [text.indexOf('[', at), text.indexOf('>', at)];
  return subset < 0 || close < subset ? close + 1 : text.indexOf('>', text.indexOf(']', subset)) + 1;
}

/** What can be checked of a chosen file before it is sent. */
export interface ChosenFile {
  /** Its name on the device: a file whose content is not what its name says gets a message of its own. */
  readonly name?: string;
  readonly bytes: number;
  /** Its content; of a file that is too large its beginning. */
  readonly head: Uint8Array;
}

/**
 * A chosen file's type where it may be sent, else the product's error message. Both sides use this. `extensions`: in a field's notation,
 * for a file that belongs to no setting.
 */
export function judgeUpload(
  file: ChosenFile,
  settingKey: string | null | undefined,
  extensions: readonly string[] = acceptedExtensions(settingKey),
): { readonly kind: 'taken'; readonly type: UploadType } | { readonly kind: 'refused'; readonly message: string } {
  if (file.bytes === 0) return { kind: 'refused', message: emptyFileMessage };
  const type = typeOfContent(file.head);
  const tooLarge = file.bytes > limits.uploadBytes ? tooLargeMessage : '';
  if (type === null || !typesOf(extensions).includes(type)) {
    const name = file.name?.toLowerCase() ?? '';
    const seems = typesOf(extensions).find((each) => uploadTypes[each].extensions.some((extension) => name.endsWith(`.${extension}`)));
    const hasPdf = seems === 'pdf' && type === null && latin(file.head).includes('%PDF-');
    if (hasPdf && tooLarge === '') return { kind: 'refused', message: latePdfMessage };
    const is = type === null ? otherTypeOf(file.head) : uploadTypes[type].named;
    const reason = file.name && seems && tooLarge === '' ? `${noSuchContentMessage(file.name, is)} ` : '';
    return { kind: 'refused', message: reason + extensionsMessage(extensions) + tooLarge };
  }
  if (tooLarge !== '') return { kind: 'refused', message: tooLarge };
  if (type === 'svg' || type === 'pdf') return { kind: 'taken', type };
  const size = pictureSizeOf(type, file.head);
  if (size && hasTooManyPixels(size)) return { kind: 'refused', message: tooManyPixelsMessage };
  const isWhole = file.head.byteLength === file.bytes;
  if (isWhole && (size || type !== 'bmp') && isCutOff(type, file.head)) return { kind: 'refused', message: cutOffMessage };
  return { kind: 'taken', type };
}

/** The error message for a chosen file; null when it may be sent. */
export function uploadProblem(file: ChosenFile, settingKey: string | null | undefined, extensions?: readonly string[]): string | null {
  const judged = judgeUpload(file, settingKey, extensions);
  return judged.kind === 'refused' ? judged.message : null;
}

/** Longest stored file name, in characters. */
const nameCharacters = 100;

/** A name that is safe in a path, an address and a header: never a folder, and with the extension of its content. */
export function safeFileName(name: string, type: UploadType): string {
  const last = name.normalize('NFC').split(/[/\\]/u).at(-1) ?? '';
  const dot = last.lastIndexOf('.');
  const extension = last.slice(dot + 1).toLowerCase();
  const known: readonly string[] = uploadTypes[type].extensions;
  const stem = (dot > 0 ? last.slice(0, dot) : last)
    .replace(/[^\p{L}\p{M}\p{N} ._()-]+/gu, '-')
    .replace(/^[\s.-]+|[\s.-]+$/gu, '')
    .slice(0, nameCharacters)
    .toWellFormed();
  return `${stem || 'file'}.${known.includes(extension) ? extension : known[0]}`;
}
