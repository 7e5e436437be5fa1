import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectEngine } from '../connect.ts';
import { startEngine } from '../engine/start-engine.ts';
import { keepPrivate } from './data-folder.ts';

let umask: number;
let base: string;
beforeEach(() => {
  umask = process.umask(0o022);
  base = mkdtempSync(join(tmpdir(), 'frontage-private-'));
});
afterEach(() => {
  process.umask(umask);
  rmSync(base, { recursive: true });
});

const modeOf = (path: string): string => (lstatSync(path).mode & 0o7777).toString(8);
/** The files and folders that other users can access, at or below a folder. */
const open = (folder: string): readonly string[] =>
  [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))].filter(
    (path) => !lstatSync(path).isSymbolicLink() && (lstatSync(path).mode & 0o077) !== 0,
  );

describe('the data folder', () => {
  it('is its owner’s alone, with all that is put there afterwards', () => {
    const dataDir = join(base, 'data');
    expect(keepPrivate(dataDir)).toBeNull();
    mkdirSync(join(dataDir, 'feeds'));
    writeFileSync(join(dataDir, 'feeds', 'a.json'), '{}');
    expect([modeOf(dataDir), open(dataDir)]).toEqual(['700', []]);
  });

  it('of an earlier version is corrected, but not the targets of its links', () => {
    const dataDir = join(base, 'data');
    const elsewhere = join(base, 'elsewhere.txt');
    writeFileSync(elsewhere, 'of somebody');
    mkdirSync(join(dataDir, 'db', 'base'), { recursive: true });
    writeFileSync(join(dataDir, 'db', 'base', '1'), '');
    chmodSync(join(dataDir, 'db', 'base', '1'), 0o666);
    symlinkSync(elsewhere, join(dataDir, 'db', 'link'));
    expect(open(dataDir)).not.toEqual([]);
    expect(keepPrivate(dataDir)).toBeNull();
    expect([open(dataDir), modeOf(join(dataDir, 'db', 'base', '1')), modeOf(elsewhere)]).toEqual([[], '600', '644']);
  });

  it('leaves other people’s files in it unchanged, and executable files executable', () => {
    const dataDir = join(base, 'data');
    mkdirSync(join(dataDir, 'db'), { recursive: true });
    for (const place of [dataDir, join(dataDir, 'db')]) {
      writeFileSync(join(place, 'script'), '');
      chmodSync(join(place, 'script'), 0o755);
    }
    expect(keepPrivate(dataDir)).toBeNull();
    expect([modeOf(dataDir), modeOf(join(dataDir, 'script')), modeOf(join(dataDir, 'db', 'script'))]).toEqual(['700', '755', '700']);
  });

  it('that is everybody’s is refused, and left as it is', () => {
    const shared = join(base, 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
    expect(keepPrivate(shared)).toContain('Give it a folder of its own');
    expect(modeOf(shared)).toBe('1777');
  });

  it('that can’t be created gives a sentence', () => {
    writeFileSync(join(base, 'file'), '');
    expect(keepPrivate(join(base, 'file', 'data'))).toMatch(/^The data folder .* can’t be made: /u);
  });
});

const never = (reason: string) => {
  throw new Error(`lost: ${reason}`);
};

describe('the embedded database', () => {
  it('creates no file that others can read, neither at first nor later', async () => {
    const folder = join(base, 'data', 'db');
    expect(keepPrivate(join(base, 'data'))).toBeNull();
    const connection = await connectEngine(await startEngine({ folder, silentMs: 60_000, onLost: never }));
    await connection.db.execute('create table later (id integer)');
    expect(open(join(base, 'data'))).toEqual([]);
    await connection.close();
    expect(open(join(base, 'data'))).toEqual([]);
    const again = await connectEngine(await startEngine({ folder, silentMs: 60_000, onLost: never }));
    await again.close();
    expect(open(join(base, 'data'))).toEqual([]);
  });
});
