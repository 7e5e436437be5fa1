import { expect, it } from 'vitest';
import { type UploadBody, findUploaded } from './files.ts';

const body: UploadBody = {
  ...{ localId: 'local:1', websiteId: 'w1', settingKey: 'favicon', category: 'site_info', type: 'image', name: 'a.png', bytes: 7 },
};
const day = 86_400_000;
const sentAt = 1_000 * day;
const file = (id: string, at: number | null, name = 'a.png') => ({
  ...{ id, url: `/files/${id}`, name, mime_type: 'image/png', bytes: 7 },
  ...(at === null ? {} : { created_at: new Date(at).toISOString() }),
});
const found = (files: Parameters<typeof findUploaded>[0], since: number, known: readonly string[] = []) =>
  findUploaded(files, body, { known }, since)?.id ?? null;

it('an upload without an answer is searched for among files of its age', () => {
  expect(found([file('f2', sentAt, 'b.png'), file('f1', sentAt)], sentAt)).toBe('f1');
  expect(found([file('f2', sentAt, 'b.png'), file('f1', sentAt - 30 * day)], sentAt)).toBeNull();
  expect(found([file('f1', null)], sentAt)).toBeNull();
});

it('where the clock of the device is a year ahead, it is the newest that this device has not sent', () => {
  const since = sentAt + 365 * day;
  expect(found([file('f2', sentAt + 1_000), file('f1', sentAt)], since, ['f2'])).toBe('f1');
  expect(found([file('f2', sentAt + 1_000, 'b.png'), file('f1', sentAt)], since, ['f2'])).toBe('f1');
  expect(found([file('f2', sentAt + 1_000, 'b.png'), file('f1', sentAt)], since)).toBeNull();
});
