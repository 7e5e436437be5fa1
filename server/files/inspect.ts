import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { filesPart } from '#contract/calls/files.ts';
import { judgeUpload, safeFileName, unreadableMessage, uploadTypes } from '#contract/uploads.ts';
import { type Failure, invalidFields } from '../http/reply.ts';
import { type Dimensions, dimensionsOf } from './dimensions.ts';
import { createGate } from './gate.ts';
import type { ReceivedFile } from './receive.ts';
import { sanitizeSvg } from './svg/sanitize-svg.ts';

/** A file that is what it says, as it will be stored. */
export interface CheckedFile {
  readonly kind: 'checked';
  readonly path: string;
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** Inspection reads a file whole: two at a time bound what many uploads at once hold in memory. */
const oneOfTwo = createGate(2);

/** Tells a file's type by its content, refuses what the setting does not take, and cleans an svg in place. */
export function inspectFile(file: ReceivedFile, settingKey: string | undefined): Promise<CheckedFile | Failure> {
  return oneOfTwo(async () => {
    const bytes = await readFile(file.path);
    const refused = (message: string) => invalidFields({ [filesPart]: message });
    const judged = judgeUpload({ bytes: bytes.byteLength, head: bytes }, settingKey);
    if (judged.kind === 'refused') return refused(judged.message);
    const { type } = judged;
    const checked = {
      kind: 'checked',
      path: file.path,
      name: safeFileName(file.name, type),
      mimeType: uploadTypes[type].mimeType,
    } as const;
    const size = (found: Dimensions | null) => ({ width: found?.width ?? null, height: found?.height ?? null });
    if (type === 'pdf') return { ...checked, bytes: file.bytes, sha256: file.sha256, ...size(null) };
    if (type === 'svg') {
      const safe = safeSvgOf(bytes);
      if (!safe) return refused(unreadableMessage);
      const written = Buffer.from(safe.svg);
      await writeFile(file.path, written);
      return {
        ...checked,
        bytes: written.byteLength,
        sha256: createHash('sha256').update(written).digest('hex'),
        ...size(safe.dimensions),
      };
    }
    const dimensions = dimensionsOf(type, bytes);
    return dimensions ? { ...checked, bytes: file.bytes, sha256: file.sha256, ...size(dimensions) } : refused(unreadableMessage);
  });
}

function safeSvgOf(bytes: Uint8Array): ReturnType<typeof sanitizeSvg> {
  try {
    return sanitizeSvg(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    // Not UTF-8.
    if (error instanceof TypeError) return null;
    throw error;
  }
}
