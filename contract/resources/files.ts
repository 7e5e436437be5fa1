import * as v from 'valibot';
import { categories } from '../entities/setting.ts';
import type { UploadedFile, UploadFields } from '../entities/file.ts';
import type { Json } from '../json.ts';
import { safeFileName, uploadTypeNames, uploadTypes } from '../uploads.ts';
import { localPrefix } from './local-id.ts';

/** Body of `files.upload`. The file itself waits in the device store under `localId`. */
export const uploadBodySchema = v.object({
  localId: v.pipe(v.string(), v.startsWith(localPrefix)),
  websiteId: v.string(),
  /** The setting that the file is for; of a block, with the block's id in front: `id/key`. */
  settingKey: v.string(),
  category: v.picklist(categories),
  /** The setting's type on the wire. */
  type: v.nullable(v.string()),
  /** As the person's device calls it. */
  name: v.string(),
  bytes: v.number(),
});
export type UploadBody = v.InferOutput<typeof uploadBodySchema>;

/** Uploads for one setting go one after the other; those for different settings side by side. */
export function uploadTarget(websiteId: string, settingKey: string): { readonly entity: 'file'; readonly id: string } {
  return { entity: 'file', id: `${websiteId}/${settingKey}` };
}

/** Under which key a file is uploaded. Blocks have settings of the same keys: one for a block's names the block too. */
export function uploadKeyOf(blockId: string | null, settingKey: string): string {
  return blockId === null ? settingKey : `${blockId}/${settingKey}`;
}

/** A setting's key as the server knows it. */
export function plainSettingKey(settingKey: string): string {
  return settingKey.slice(settingKey.lastIndexOf('/') + 1);
}

/** What stands beside the file in the multipart body. */
export function uploadFieldsOf({ settingKey, category, type }: UploadBody): UploadFields {
  return { setting_key: plainSettingKey(settingKey), category, ...(type === null ? {} : { type }) };
}

/** How far the clocks of device and server may differ, ms: days, where a person has set one wrong. */
const clockSkewMs = 2 * 86_400_000;

type Base = Readonly<Record<string, Json>>;

/** The base of an upload, with more ids of files that this device has sent, and that so are not it. */
export function withSentFiles(base: Base, sent: Iterable<string>): Base {
  return { known: [...new Set([...knownOf(base), ...sent])] };
}

function knownOf(base: Base): readonly string[] {
  const parsed = v.safeParse(v.array(v.string()), base['known']);
  return parsed.success ? parsed.output : [];
}

/**
 * Looks for an upload whose answer was lost among the website's newest files: of its name and size, no older than the
 * upload (`since`, ms since the epoch), and none of those that its base knows. The newest of those may be older: the clock of this
 * device may be a year ahead. Null: it is not there. An svg may have been cleaned and so be shorter; it is then not found, and sent
 * again under its key.
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
