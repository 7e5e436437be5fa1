import { getFile } from '#contract/calls/files.ts';
import {
  type FilesUploadBody,
  filesUploadBodySchema,
  findUploaded,
  plainSettingKey,
  uploadTarget,
  withSentFiles,
} from '#contract/mutations/files-upload.ts';
import { fileSchema, type UploadedFile } from '#contract/entities/file.ts';
import { type Json, toJson } from '#contract/json.ts';
import { settingOf } from '#contract/settings/index.ts';
import * as v from 'valibot';
import { listKey } from '../keys.ts';
import type { MutationDefinition } from './definition.ts';
import { defaults } from './defaults.ts';
import { parsedBy } from './parsed-by.ts';

/** Sends a file that waits on this device. Never joined with another: each is a file of its own. */
export const filesUpload: MutationDefinition<FilesUploadBody> = {
  ...defaults,
  carriesFile: true,
  parse: parsedBy(filesUploadBodySchema),
  target: (websiteId, body) => uploadTarget(websiteId ?? body.websiteId, body.settingKey),
  // Nothing is cached of a file that the server does not have.
  cacheKey: (_, body) => `upload/${body.localId}`,
  merge: () => null,
  values: () => ({}),
  stored: () => ({}),
  take: () => null,
  resolve: (touch) => touch,
  // What was sent in between, by whichever tab, is not this file, though it may have its name and size.
  withAliases: ({ body, base }, aliases) => ({ body, base: withSentFiles(base, aliases.values()) }),
  localId: (body) => body.localId,
  made({ body, base }, websiteId, { since, answer, read }) {
    const file = answer === null ? findUploaded(readFiles(read), body, base, since) : (readFiles(answer)[0] ?? null);
    if (!file) return null;
    const key = listKey(getFile.name, { websiteId: websiteId ?? body.websiteId, fileId: file.id });
    return { serverId: file.id, cached: { key, data: toJson(file) } };
  },
  words: (body) => `Upload of ${body.name} (${settingOf(body.settingKey)?.field.label ?? plainSettingKey(body.settingKey)})`,
};

const fileList = parsedBy(v.array(fileSchema));
const readFiles = (data: Json | null): readonly UploadedFile[] => fileList(data) ?? [];
