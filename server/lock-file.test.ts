import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeLock } from './lock-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frontage-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const path = () => join(folder, 'frontage.lock');
const leave = (holder: object) =>
  writeFile(path(), JSON.stringify({ pid: process.pid, host: hostname(), birth: null, since: '2026-01-01T00:00:00.000Z', ...holder }));
const never = (reason: string) => {
  throw new Error(`lost: ${reason}`);
};
const take = async () => {
  const lock = await takeLock(folder, never);
  if (lock.kind === 'held') lock.release();
  return lock.kind;
};
/** Above any pid that Linux assigns. */
const nobody = 2 ** 22 + 1;

describe('the lock of a data folder', () => {
  it('says what is wrong with a folder that is none', async () => {
    await writeFile(path(), '');
    for (const none of [path(), join(path(), 'inside')]) {
      expect(await takeLock(none, never)).toEqual({ kind: 'taken', message: expect.stringMatching(/can't be written to: E\w+/u) });
    }
  });

  it('is refused to a second taker, and free after the release', async () => {
    const first = await takeLock(folder, never);
    const second = await takeLock(folder, never);
    expect(second).toMatchObject({ kind: 'taken', message: expect.stringContaining(`in use by process ${process.pid}`) });
    if (first.kind === 'held') first.release();
    expect(await take()).toBe('held');
    expect(await readdir(folder)).toEqual([]);
  });

  it('is taken over from a process that is gone', async () => {
    await leave({ pid: nobody });
    expect(await take()).toBe('held');
  });

  it('is taken over from a pid that was given out anew', async () => {
    await leave({ birth: '1' });
    expect(await take()).toBe('held');
  });

  it.each(['', '{', '{"pid":"x"}'])('is taken over where its holder can’t be read: %j', async (text) => {
    await writeFile(path(), text);
    expect(await take()).toBe('held');
  });

  it('of another host holds while it is renewed, and not for ever', async () => {
    await leave({ host: 'another-host', pid: nobody });
    expect(await take()).toBe('taken');
    const minuteAgo = new Date(Date.now() - 60_000);
    await utimes(path(), minuteAgo, minuteAgo);
    expect(await take()).toBe('held');
  });

  it.runIf(process.platform === 'linux').each([
    ['another container', 'boot pid:[1]'],
    ['another machine', 'another-boot pid:[4026531836]'],
  ])('of %s with this host’s name holds while it is renewed, whatever its pid is here', async (_, space) => {
    for (const pid of [nobody, process.pid]) {
      await leave({ pid, space });
      expect(await take()).toBe('taken');
    }
    const minuteAgo = new Date(Date.now() - 60_000);
    await utimes(path(), minuteAgo, minuteAgo);
    expect(await take()).toBe('held');
  });

  it.each([
    ['is another’s', () => leave({})],
    ['is gone', () => rm(path())],
  ])('is known to be lost where it %s, which is said once', async (_, lose) => {
    const lost: string[] = [];
    const lock = await takeLock(folder, (reason) => lost.push(reason), 5);
    await lose();
    await expect.poll(() => lost).toEqual([expect.stringContaining('frontage.lock is gone, or another process’s by now')]);
    if (lock.kind === 'held') lock.release();
  });

  it('is taken by one of many that start at once', async () => {
    await leave({ pid: nobody });
    const locks = await Promise.all(Array.from({ length: 8 }, () => takeLock(folder, never)));
    expect(locks.filter((lock) => lock.kind === 'held')).toHaveLength(1);
    expect(JSON.parse(await readFile(path(), 'utf8'))).toMatchObject({ pid: process.pid });
    for (const lock of locks) {
      if (lock.kind === 'held') lock.release();
    }
  });

  it('is not released by one that lost it', async () => {
    const lock = await takeLock(folder, never);
    await leave({ pid: nobody });
    if (lock.kind === 'held') lock.release();
    expect(await readdir(folder)).toEqual(['frontage.lock']);
  });
});
