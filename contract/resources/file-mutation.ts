import * as v from 'valibot';
import { blockPath } from '../blocks/paths.ts';
import { listKey } from '../cache-keys.ts';
import { getFile, listFiles, uploadFile } from '../calls/files.ts';
import { fileSchema } from '../entities/file.ts';
import { toJson } from '../json.ts';
import { parsedBy } from '../parsed-by.ts';
import { screenOfKeys, settingLabel } from '../settings/names.ts';
import { findUploaded, plainSettingKey, type UploadBody, uploadBodySchema, uploadFieldsOf, uploadTarget, withSentFiles } from './files.ts';
import { defaults, type MutationDefinition } from './mutation.ts';

const fileList = parsedBy(v.array(fileSchema));

/** Uploads a file that is stored on this device. Never merged: each file is separate. */
export const uploadFileMutation: MutationDefinition<UploadBody> = {
  ...defaults,
  carriesFile: true,
  isCachedApart: true,
  parse: parsedBy(uploadBodySchema),
  target: ({ websiteId }, body) => uploadTarget(websiteId ?? body.websiteId, body.settingKey),
  // Nothing is cached about a file that the server does not have.
  cacheKey: (websiteId, body) => `upload/${websiteId ?? body.websiteId}/${body.localId}`,
  merge: () => null,
  values: () => ({}),
  stored: () => ({}),
  applyToCache: () => null,
  resolve: (patch) => patch,
  // A file that any tab has uploaded in between is not this one, even if it has the same name and size.
  withServerIds: ({ body, base }, _, createdHere) => ({ body, base: withSentFiles(base, createdHere) }),
  localId: (body) => body.localId,
  created({ body, base }, websiteId, { since, answer, read }) {
    const file = answer === null ? findUploaded(fileList(read) ?? [], body, base, since) : ((fileList(answer) ?? [])[0] ?? null);
    if (!file) return null;
    const key = listKey(getFile.name, { websiteId: websiteId ?? body.websiteId, fileId: file.id });
    return { serverId: file.id, values: {}, cached: { key, data: toJson(file) } };
  },
  send: (websiteId, body) => ({ call: uploadFile, params: { websiteId }, body: uploadFieldsOf(body) }),
  // The newest files: those that were uploaded a moment ago.
  read: (websiteId) => ({ call: listFiles, params: { websiteId }, query: { per_page: 100, sort: '-created_at' } }),
  compare({ body, base }, theirs, { createdAt }) {
    const files = fileList(theirs);
    if (!files) return { kind: 'unreadable' };
    return { kind: findUploaded(files, body, base, createdAt) ? 'done' : 'send' };
  },
  screenPath({ settingKey }) {
    const block = settingKey.includes('/') ? settingKey.slice(0, settingKey.indexOf('/')) : null;
    return block === null ? (screenOfKeys(new Set([settingKey]))?.path ?? null) : blockPath(block);
  },
  labelOf: (body) => body.name,
  describe: (body) => `Upload of ${body.name} (${settingLabel(body.settingKey) ?? plainSettingKey(body.settingKey)})`,
};
