import * as v from 'valibot';
import { accountUsageSchema, fileSchema, listedFileSchema, uploadFieldsSchema } from '../entities/file.ts';
import { idSchema } from '../entities/id.ts';
import { call } from './define.ts';
import { listQuery } from './paging.ts';

/** The field name of files in a multipart body. */
export const filesPart = 'files[]';

export const listFiles = call({
  name: 'listFiles',
  method: 'GET',
  path: '/websites/{websiteId}/files',
  entity: 'file',
  auth: 'bearer',
  waits: false,
  extension: true,
  summary: "The website's files, newest first, each with the places that use it; q searches names",
  query: listQuery(['name', 'bytes', 'created_at']),
  answer: v.array(listedFileSchema),
  paginated: true,
  errors: ['unauthenticated', 'not_found', 'validation_failed'],
});

export const uploadFile = call({
  name: 'uploadFile',
  method: 'POST',
  path: '/websites/{websiteId}/files',
  entity: 'file',
  auth: 'bearer',
  waits: true,
  encoding: 'multipart',
  success: 201,
  summary: 'Upload files; types are recognised by content, an svg is cleaned of everything that runs',
  body: uploadFieldsSchema,
  /** One entry for each file, in the order sent. An API that answers a single file is read as a list of one. */
  answer: v.union([
    v.array(fileSchema),
    v.pipe(
      fileSchema,
      v.transform((file) => [file]),
    ),
  ]),
  errors: [
    'unauthenticated',
    'not_found',
    'validation_failed',
    'idempotency_key_reused',
    'payload_too_large',
    'unsupported_media_type',
    'quota_exceeded',
  ],
});

export const getFile = call({
  name: 'getFile',
  method: 'GET',
  path: '/websites/{websiteId}/files/{fileId}',
  entity: 'file',
  auth: 'bearer',
  waits: false,
  summary: 'One file: what it is, and where it is to be fetched',
  answer: fileSchema,
  errors: ['unauthenticated', 'not_found'],
});

export const deleteFile = call({
  name: 'deleteFile',
  method: 'DELETE',
  path: '/websites/{websiteId}/files/{fileId}',
  entity: 'file',
  auth: 'bearer',
  // Only the server knows whether the file is in use: a delete that waited would be refused long after the click.
  waits: false,
  extension: true,
  summary: 'Delete a file and its bytes; 409, with where, while something uses it',
  answer: v.object({ id: idSchema }),
  errors: ['unauthenticated', 'not_found', 'conflict', 'idempotency_key_reused'],
});

export const accountUsage = call({
  name: 'accountUsage',
  method: 'GET',
  path: '/account/usage',
  entity: 'file',
  auth: 'bearer',
  waits: false,
  extension: true,
  summary: "How much the account's files come to on all its websites, and how much they may",
  answer: accountUsageSchema,
  errors: ['unauthenticated'],
});
