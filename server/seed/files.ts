import { createHash } from 'node:crypto';
import { pictureSizeOf } from '#contract/picture-size.ts';
import { typeOfContent, uploadTypes } from '#contract/uploads.ts';
import type { Database } from '../connect.ts';
import type { Deps } from '../deps.ts';
import { storageKeyOf } from '../files/store.ts';
import { files } from '../tables/files.ts';
import { logoPng } from './drawings.ts';
import type { Look } from './looks.ts';
import { dateOf } from './names.ts';
import { houses } from './scenes/houses.ts';
import { badge, logo, mark } from './scenes/logos.ts';
import { house, view } from './scenes/outdoors.ts';
import { portrait } from './scenes/people.ts';
import { room } from './scenes/rooms.ts';
import type { Scene } from './scenes/svg.ts';

/** The ids of a website's pictures. */
export interface Pictures {
  readonly one: (name: string) => string;
  readonly houses: readonly string[];
  readonly rooms: readonly string[];
  readonly views: readonly string[];
  readonly people: readonly string[];
  readonly marks: readonly string[];
}

interface Drawing {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly width: number | null;
  readonly height: number | null;
}

const members = ['Home Guild', 'Fair Agents', 'Best Agency', 'City Board', 'Safe Keys'] as const;
const numbered = (name: string, count: number, draw: (i: number) => Scene): readonly Drawing[] =>
  Array.from({ length: count }, (_, i) => vector(`${name}-${i + 1}`, draw(i)));
const vector = (name: string, { svg, width, height }: Scene): Drawing => ({
  name: `${name}.svg`,
  bytes: new Uint8Array(Buffer.from(svg)),
  width,
  height,
});

function raster(name: string, { primary, secondary }: Look, width: number, height: number): Drawing {
  const bytes = logoPng({ wall: primary, roof: secondary }, width, height);
  const size = pictureSizeOf('png', bytes);
  return { name: `${name}.png`, bytes, width: size?.width ?? null, height: size?.height ?? null };
}

const houseSeed = (look: Look, i: number): number => look.seed * 5 + i;

/** The kind of the i-th house, see `houses`. They repeat after twelve. */
export const houseKind = (look: Look, i: number): number => houseSeed(look, i % 12) % houses.length;

function drawingsOf(look: Look): readonly Drawing[] {
  const { seed } = look;
  const dark = { ink: look.primary, accent: look.secondary, style: look.logo };
  const light = { ...dark, ink: '#ffffff' };
  return [
    vector('logo', logo(look.name, dark)),
    vector('logo-light', logo(look.name, light)),
    vector('badge', badge(dark)),
    raster('icon', look, 180, 180),
    raster('house', look, 800, 420),
    vector('house', house(seed)),
    ...numbered('view', 3, (i) => view(seed + i)),
    ...numbered('house', 12, (i) => house(houseSeed(look, i))),
    ...numbered('room', 3, (i) => room(seed + i)),
    ...numbered('portrait', 9, (i) => portrait(seed * 2 + i)),
    ...members.map((name, i) => vector(name.toLowerCase().replaceAll(' ', '-'), mark(i, name))),
  ];
}

/** Puts a demo website's pictures into the storage, and inserts their rows. */
export async function seedFiles(
  tx: Database,
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  websiteId: number,
  look: Look,
): Promise<Pictures> {
  const rows = await Promise.all(
    drawingsOf(look).map(async ({ name, bytes, width, height }) => {
      const type = typeOfContent(bytes);
      if (type === null || type === 'pdf') throw new Error(`${name} was not drawn as a picture`);
      const { mimeType } = uploadTypes[type];
      const id = random.id();
      const storageKey = storageKeyOf(id);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await storage.put(storageKey, { blob: new Blob([bytes], { type: mimeType }), mimeType, sha256 });
      const more = { bytes: bytes.byteLength, width, height, themeFile: false, createdAt: dateOf(websiteId) };
      return { id, websiteId, storageKey, name, mimeType, sha256, ...more };
    }),
  );
  await tx.insert(files).values(rows);
  const idOf = (name: string): string => {
    const row = rows.find((item) => item.name === name);
    if (!row) throw new Error(`there is no drawing ${name}`);
    return row.id;
  };
  const all = (pattern: RegExp) => rows.filter(({ name }) => pattern.test(name)).map(({ id }) => id);
  return {
    one: idOf,
    houses: all(/^house-\d+\./u),
    rooms: all(/^room-/u),
    views: all(/^view-/u),
    people: all(/^portrait-/u),
    marks: members.map((name) => idOf(`${name.toLowerCase().replaceAll(' ', '-')}.svg`)),
  };
}
