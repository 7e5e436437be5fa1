import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { diskFullFailure } from '../disk/disk-full.ts';
import { pngChunk, pngOf } from '../testing/pictures.ts';
import { svg } from '../testing/uploads.ts';
import { inspectFile } from './inspect.ts';

const thrown = vi.hoisted(() => ({ code: '' }));
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  writeFile: () => Promise.reject(Object.assign(new Error('it can’t be written'), thrown)),
}));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'frontage-inspect-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const inspect = (bytes: Uint8Array, name: string) => {
  const path = join(folder, '0');
  writeFileSync(path, bytes);
  return inspectFile({ file: { path, name, bytes: bytes.byteLength, sha256: '' }, settingKey: undefined });
};

it.each([
  ['a drawing that was cleaned', svg('<script/><path d="M0"/>'), 'a.svg'],
  ['a picture without its notes', pngOf({ before: [pngChunk('tEXt', 'Author\0Jane')] }), 'a.png'],
])('answers that the disk is full where %s finds no room', async (_, bytes, name) => {
  for (const code of ['ENOSPC', 'EDQUOT']) {
    thrown.code = code;
    expect(await inspect(bytes, name)).toEqual(diskFullFailure());
  }
  thrown.code = 'EIO';
  await expect(inspect(bytes, name)).rejects.toThrow('it can’t be written');
});
