import { isLocalId } from '#contract/resources/local-id.ts';

/** Tile keys by file id. The key stays when the id changes, so that an upload goes on in the tile that began it. */
export type TileKeys = ReadonlyMap<string, string>;

export const keyOfTile = (keys: TileKeys, id: string): string => keys.get(id) ?? id;

/** Keeps the tile of a file whose local id was replaced by the server's. */
export function carriedKeys(keys: TileKeys, before: readonly string[], after: readonly string[]): TileKeys {
  if (before.length !== after.length) return keys;
  const renamed = after.flatMap((id, at) => {
    const was = before[at];
    return was !== undefined && was !== id && isLocalId(was) && !before.includes(id) ? [[id, keyOfTile(keys, was)] as const] : [];
  });
  return renamed.length === 0 ? keys : new Map([...keys, ...renamed]);
}

/** Adds an image before those that were chosen after it; `turns` holds the order in which they were chosen. */
export function withImage(ids: readonly string[], id: string, turns: ReadonlyMap<string, number>): readonly string[] {
  const turn = turns.get(id) ?? 0;
  const later = ids.findIndex(
    (other, at) => (turns.get(other) ?? -1) > turn && ids.slice(at).every((next) => (turns.get(next) ?? -1) > turn),
  );
  return later < 0 ? [...ids, id] : ids.toSpliced(later, 0, id);
}

export function moved(ids: readonly string[], from: number, to: number): readonly string[] {
  const id = ids[from];
  return id === undefined || to < 0 || to >= ids.length ? ids : ids.toSpliced(from, 1).toSpliced(to, 0, id);
}
