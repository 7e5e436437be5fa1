import * as v from 'valibot';
import { categories } from '../entities/setting.ts';
import type { UploadedFile, UploadFields } from '../entities/file.ts';
import type { Json } from '../json.ts';
import type { Target } from '../outbox-entry.ts';
import { safeFileName, uploadTypeNames, uploadTypes } from '../uploads.ts';
import { localIdSchema } from './local-id-schema.ts';

/** Body of `file.upload`. The file itself is stored in the client store under `localId`. */
export const uploadBodySchema = v.object({
  localId: localIdSchema,
  websiteId: v.string(),
  /** The setting that the file is for; for a block's setting, with the block's id in front: `id/key`. */
  settingKey: v.string(),
  category: v.picklist(categories),
  /** The setting's type on the wire. */
  type: v.nullable(v.string()),
  /** The file's name on the person's device. */
  name: v.string(),
  bytes: v.number(),
});
export type UploadBody = v.InferOutput<typeof uploadBodySchema>;

/** Uploads for one setting go one after the other; those for different settings side by side. */
export function uploadTarget(websiteId: string, settingKey: string): Target {
  return { entity: 'file', scope: websiteId, id: `${websiteId}/${settingKey}` };
}

/** The key under which a file is uploaded. Blocks have settings with equal keys, so a block's key includes the block's id. */
export function uploadKeyOf(blockId: string | null, settingKey: string): string {
  return blockId === null ? settingKey : `${blockId}/${settingKey}`;
}

/** A setting's key on the server. */
export function plainSettingKey(settingKey: string): string {
  return settingKey.slice(settingKey.lastIndexOf('/') + 1);
}

/** The fields besides the file in the multipart body. */
export function uploadFieldsOf({ settingKey, category, type }: UploadBody): UploadFields {
  return { setting_key: plainSettingKey(settingKey), category, ...(type === null ? {} : { type }) };
}

/** How much the clocks of device and server may differ, ms: days, where a person has set one wrong. */
const clockSkewMs = 2 * 86_400_000;

type Base = Readonly<Record<string, Json>>;

/** The base of an upload, with more ids of files that this device has uploaded, which are therefore not this one. */
export function withSentFiles(base: Base, sent: Iterable<string>): Base {
  return { known: [...new Set([...knownOf(base), ...sent])] };
}

function knownOf(base: Base): readonly string[] {
  const parsed = v.safeParse(v.array(v.string()), base['known']);
  return parsed.success ? parsed.output : [];
}

/**
 * Searches the website's newest files for an upload whose answer was lost: by its name and size, no older than the upload (`since`, ms
 * since the epoch), and not among those that its base contains. The newest of those may be older, because this device's clock may be a year
 * ahead. Null: not found. A cleaned svg may be shorter; it is then not found, and sent again under its key.
 */
export function findUploaded(files: readonly UploadedFile[], body: UploadBody, base: Base, since: number): UploadedFile | null {
  const known = knownOf(base);
  const others = files.filter((file) => !known.includes(file.id));
  const timeOf = (file: UploadedFile) => Date.parse(file.created_at ?? '');
  const newest = Math.max(...others.map(timeOf).filter(Number.isFinite));
  const found = others.find((file) => {
    const type = uploadTypeNames.find((name) => uploadTypes[name].mimeType === file.mime_type);
    const names = [body.name, ...(type ? [safeFileName(body.name, type)] : [])];
    const isNew = timeOf(file) >= since - clockSkewMs || timeOf(file) === newest;
    return names.includes(file.name ?? '') && file.bytes === body.bytes && isNew;
  });
  return found ?? null;
}
