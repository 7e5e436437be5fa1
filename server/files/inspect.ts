import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { filesPart } from '#contract/calls/files.ts';
import { hasTooManyPixels, type PictureSize, pictureSizeOf } from '#contract/picture-size.ts';
import { judgeUpload, safeFileName, tooComplexMessage, tooManyPixelsMessage, unreadableMessage, uploadTypes } from '#contract/uploads.ts';
import { diskFullFailure, isDiskFull } from '../disk/disk-full.ts';
import { type Failure, invalidFields } from '../http/reply.ts';
import { swapsSides } from './metadata/orientation.ts';
import { stripMetadata } from './metadata/strip-metadata.ts';
import type { ReceivedFile } from './receive.ts';
import { describeLeftOut } from './svg/remarks.ts';
import { sanitizeSvg } from './svg/sanitize-svg.ts';
import { xmlText } from './svg/xml-text.ts';

/** A file whose content matches its type, as it will be stored. */
export interface CheckedFile {
  readonly kind: 'checked';
  readonly path: string;
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: number;
  readonly sha256: string;
  /** The size of the picture as it is shown, in pixels. */
  readonly width: number | null;
  readonly height: number | null;
  /** A sentence for each kind of thing that was left out of the file. */
  readonly remarks: readonly string[];
}

interface Inspection {
  readonly file: ReceivedFile;
  readonly settingKey: string | undefined;
}

/**
 * Detects a file's type by its content, refuses types that the setting does not accept, cleans an svg and removes metadata from pictures,
 * in place. Runs in a worker thread: its input and output are plain data.
 */
export async function inspectFile(inspection: Inspection): Promise<CheckedFile | Failure> {
  try {
    return await inspected(inspection);
  } catch (error) {
    // Converted here: an error loses its code when it leaves the thread.
    if (isDiskFull(error)) return diskFullFailure();
    throw error;
  }
}

async function inspected({ file, settingKey }: Inspection): Promise<CheckedFile | Failure> {
  const bytes = await readFile(file.path);
  const refused = (message: string) => invalidFields({ [filesPart]: message });
  const judged = judgeUpload({ bytes: bytes.byteLength, head: bytes, name: file.name }, settingKey);
  if (judged.kind === 'refused') return refused(judged.message);
  const { type } = judged;
  const checked = (written: Pick<CheckedFile, 'bytes' | 'sha256'>, size: PictureSize | null): CheckedFile => ({
    kind: 'checked',
    path: file.path,
    name: safeFileName(file.name, type),
    mimeType: uploadTypes[type].mimeType,
    bytes: written.bytes,
    sha256: written.sha256,
    width: size?.width ?? null,
    height: size?.height ?? null,
    remarks: [],
  });
  if (type === 'pdf') return checked(file, null);
  if (type === 'svg') {
    const text = xmlText(bytes);
    const safe = text === null ? { refused: 'damaged' as const } : sanitizeSvg(text);
    if ('refused' in safe) return refused(safe.refused === 'damaged' ? unreadableMessage : tooComplexMessage);
    const found = checked(await rewrite(file.path, Buffer.from(safe.svg)), safe.dimensions);
    return { ...found, remarks: describeLeftOut(safe.leftOut, found.name) };
  }
  if (!pictureSizeOf(type, bytes)) return refused(unreadableMessage);
  const picture = stripMetadata(type, bytes);
  // Measured after cleaning: a crafted file may have another size without its metadata.
  const size = pictureSizeOf(type, picture.bytes);
  if (!size) return refused(unreadableMessage);
  if (hasTooManyPixels(size)) return refused(tooManyPixelsMessage);
  const shown = swapsSides(picture.orientation) ? { width: size.height, height: size.width } : size;
  return checked(picture.bytes.equals(bytes) ? file : await rewrite(file.path, picture.bytes), shown);
}

async function rewrite(path: string, content: Buffer): Promise<Pick<CheckedFile, 'bytes' | 'sha256'>> {
  await writeFile(path, content);
  return { bytes: content.byteLength, sha256: createHash('sha256').update(content).digest('hex') };
}
