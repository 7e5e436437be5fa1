import { createHash } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { settingOf } from '#contract/settings/index.ts';
import { acceptedTypes, typeOfContent, uploadTypes } from '#contract/uploads.ts';
import type { Database } from '../connect.ts';
import type { Deps } from '../deps.ts';
import { dimensionsOf } from '../files/dimensions.ts';
import { storageKeyOf } from '../files/store.ts';
import { files } from '../tables/files.ts';
import { settings } from '../tables/websites.ts';
import { houseSvg, logoPng, type Palette } from './drawings.ts';
import { dateOf } from './names.ts';

const palettes: readonly Palette[] = [
  { wall: '#e9e2d0', roof: '#1f4e79', sky: '#cfe3f1' },
  { wall: '#f4efe6', roof: '#2f6b5e', sky: '#d9ece6' },
  { wall: '#e4e4e4', roof: '#333333', sky: '#dcdcf0' },
];

type Draw = (palette: Palette) => Uint8Array<ArrayBuffer>;
const logo =
  (width: number, height: number): Draw =>
  (palette) =>
    logoPng(palette, width, height);

/** What is drawn for which setting; only settings that the catalogue has, and takes this type for, get a file. */
const drawings: readonly (readonly [keys: readonly string[], name: string, draw: Draw])[] = [
  [['desktop_logo', 'secondary_logo'], 'logo.png', logo(240, 120)],
  [['mobile_logo', 'tertiary_logo'], 'logo-small.png', logo(96, 96)],
  [['favicon', 'apple_touch_icon'], 'icon.png', logo(180, 180)],
  [
    ['site_image', 'homepage_seo_image', 'posts_landing_page_cover_image', 'listings_landing_page_cover_image'],
    'house.png',
    logo(800, 420),
  ],
  [[], 'house.svg', (palette) => new Uint8Array(Buffer.from(houseSvg(palette)))],
];

/** Uploads the demo's pictures and lets the image settings, which must be seeded, name them. */
export async function seedFiles(tx: Database, { storage, random }: Pick<Deps, 'storage' | 'random'>, websiteId: number): Promise<void> {
  const palette = palettes[(websiteId - 1) % palettes.length] ?? { wall: '#ffffff', roof: '#000000', sky: '#cccccc' };
  for (const [keys, name, draw] of drawings) {
    const bytes = draw(palette);
    const type = typeOfContent(bytes);
    if (type === null || type === 'pdf') throw new Error(`${name} was not drawn as a picture`);
    const { mimeType } = uploadTypes[type];
    const id = random.id();
    const storageKey = storageKeyOf(id);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await storage.put(storageKey, { blob: new Blob([bytes], { type: mimeType }), mimeType, sha256 });
    const size = type === 'svg' ? { width: 1600, height: 900 } : dimensionsOf(type, Buffer.from(bytes));
    await tx.insert(files).values({
      ...{ id, websiteId, storageKey, name, mimeType, sha256 },
      bytes: bytes.byteLength,
      width: size?.width ?? null,
      height: size?.height ?? null,
      themeFile: false,
      createdAt: dateOf(websiteId),
    });
    const taking = keys.filter((key) => settingOf(key)?.field.kind === 'image' && acceptedTypes(key).includes(type));
    if (taking.length === 0) continue;
    await tx
      .update(settings)
      .set({ value: [id] })
      .where(and(eq(settings.websiteId, websiteId), inArray(settings.key, taking)));
  }
}
