import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

export interface Place {
  /** Path of the source file, from the project's folder or, of a package, from its name: `dexie/dist/modern/dexie.mjs`. */
  readonly file: string;
  readonly line: number;
  readonly name: string | null;
}

const packages = '/node_modules/';

/** `../../../src/ui/button.tsx?tsr-split=component` is `src/ui/button.tsx`. */
function fileOf(source: string): string {
  const path = source.replaceAll('\\', '/').replace(/^\0/, '').replace(/\?.*$/, '');
  const at = path.lastIndexOf(packages);
  return at === -1 ? path.replace(/^(\.\.\/)+/, '') : `node_modules/${path.slice(at + packages.length)}`;
}

export type PlaceOf = (url: string, line: number, column: number) => Place | null;

/** Looks up places in the sources by the maps in a folder of a build; lines and columns count from 0. */
export function placesFrom(folder: string): PlaceOf {
  const maps = new Map<string, TraceMap | null>();
  const mapOf = (path: string) => {
    const known = maps.get(path);
    if (known !== undefined) return known;
    const file = join(folder, `${path}.map`);
    const map = existsSync(file) ? new TraceMap(readFileSync(file, 'utf8')) : null;
    maps.set(path, map);
    return map;
  };
  return (url, line, column) => {
    if (!url.startsWith('http')) return null;
    const map = mapOf(new URL(url).pathname);
    if (!map) return null;
    const { source, line: found, name } = originalPositionFor(map, { line: line + 1, column });
    return source === null || found === null ? null : { file: fileOf(source), line: found, name };
  };
}
