import { and, asc, eq } from 'drizzle-orm';
import type { WireValue } from '#contract/entities/setting.ts';
import type { Database } from '../connect.ts';
import { blocks, blockSettings } from '../tables/blocks.ts';
import { forms, menus } from '../tables/content.ts';
import type { Pictures } from './files.ts';
import type { Look } from './looks.ts';

type Values = Readonly<Record<string, WireValue>>;

const cardTexts = ['Homes for every family', 'Leases without fuss', 'Know what it is worth', 'Your home in good hands'] as const;

/** The demo's values of blocks that differ from the catalogue's defaults, by the key of the block. */
function demoBlocks(look: Look, pictures: Pictures, tiles: string | null, appraisal: string | null): Readonly<Record<string, Values>> {
  const { houses, rooms, views, marks } = pictures;
  const nth = (list: readonly string[], i: number): WireValue => [list[i % list.length] ?? null];
  const menu: Values = tiles === null ? {} : { menu: [tiles] };
  return {
    cover: { cover_images: [...views.slice(0, 2)], tint_color: ['#0b1a26'], tint_opacity: [0.35] },
    launch_pad: {
      variant: ['display-four'],
      ...Object.fromEntries(
        cardTexts.flatMap((text, i) => [
          [`card_${i + 1}_text`, [text]],
          [`card_${i + 1}_image`, nth([...houses.slice(2, 5), ...rooms], i * 5)],
        ]),
      ),
    },
    about_us: {
      content: [
        'We have sold, let and managed homes around here for more than twenty years. We know the streets, the schools and the people, and we tell you what we know: before you ask, and when the news is not what you hoped for.',
      ],
      image: nth(rooms, look.seed),
    },
    listing_slider: { listings_display: ['featured_available'], listing_count: [9] },
    banner: { image: nth(views, 2), tint_color: [look.primary], tint_opacity: [0.55] },
    text_block: appraisal === null ? {} : { form: [appraisal] },
    columns: Object.fromEntries([1, 2, 3, 4].map((i) => [`column_${i}_image`, nth([...rooms, ...houses], i)])),
    video: { poster: nth(views, 2) },
    attributions: { title: ['Members of, and recommended by'], logos: [...marks] },
    quick_menu: menu,
    quick_links: menu,
  };
}

/** Fills the blocks of a demo website, which must exist. */
export async function seedBlocks(tx: Database, websiteId: number, look: Look, pictures: Pictures): Promise<void> {
  const [tiles] = await tx
    .select({ id: menus.id })
    .from(menus)
    .where(and(eq(menus.websiteId, websiteId), eq(menus.name, 'Homepage tiles')));
  const [appraisal] = await tx
    .select({ id: forms.id })
    .from(forms)
    .where(and(eq(forms.websiteId, websiteId), eq(forms.name, 'appraisal')));
  const idOf = (row: { readonly id: number } | undefined) => (row ? String(row.id) : null);
  const values = demoBlocks(look, pictures, idOf(tiles), idOf(appraisal));
  const own = await tx
    .select({ id: blocks.id, key: blocks.key })
    .from(blocks)
    .where(eq(blocks.websiteId, websiteId))
    .orderBy(asc(blocks.id));
  const rows = own.flatMap(({ id, key }) =>
    Object.entries(values[key] ?? {}).map(([setting, value]) => ({ blockId: id, key: setting, value })),
  );
  await tx.insert(blockSettings).values(rows);
}
