import { css } from '#styled/css/index.js';

const tones = {
  ground: css({ fill: 'surface.sunken' }),
  paper: css({ fill: 'surface.raised' }),
  text: css({ fill: 'border.strong' }),
  faint: css({ fill: 'border' }),
  image: css({ fill: 'accent.border' }),
  tint: css({ fill: 'accent.subtle' }),
  accent: css({ fill: 'accent.solid' }),
} as const;
type Tone = keyof typeof tones;

type Shape =
  | readonly [tone: Tone, x: number, y: number, width: number, height: number, radius?: number]
  | readonly [tone: Tone, path: string];

const circle = (tone: Tone, x: number, y: number, radius: number): Shape => [tone, x - radius, y - radius, 2 * radius, 2 * radius, radius];
/** Lines of text, the last one shorter. */
const lines = (x: number, y: number, width: number, count: number): readonly Shape[] =>
  Array.from({ length: count }, (_, at) => ['text', x, y + at * 6, at === count - 1 && count > 1 ? width * 0.6 : width, 2.5, 1.25]);
/** The same drawing at several places from the left. */
const across = (places: readonly number[], draw: (x: number) => readonly Shape[]): readonly Shape[] => places.flatMap(draw);
const hills = (x: number, y: number, width: number, height: number): readonly Shape[] => [
  ['image', x, y, width, height, 2],
  [
    'tint',
    `M${x} ${y + height} l${width * 0.35} ${-height * 0.55} l${width * 0.25} ${height * 0.3} l${width * 0.15} ${-height * 0.2} l${width * 0.25} ${height * 0.45} z`,
  ],
];

interface BlockPicture {
  /** What such a block is, in one line. */
  readonly line: string;
  /** In a box of 96 by 60, from the back to the front. */
  readonly shapes: readonly Shape[];
}

const blog: BlockPicture = {
  line: 'Blog posts: featured or last updated.',
  shapes: [...hills(8, 9, 22, 18), ...lines(36, 11, 50, 3), ...hills(8, 33, 22, 18), ...lines(36, 35, 50, 3)],
};

/** By the type's key, for all themes. `block-pictures.test.ts` compares them with the catalogue. */
export const blockPictures: Readonly<Record<string, BlockPicture>> = {
  cover: {
    line: 'The first picture, with a title over it.',
    shapes: [...hills(0, 0, 96, 60), ['paper', 22, 18, 52, 5, 2.5], ['paper', 32, 27, 32, 3, 1.5], ['accent', 36, 37, 24, 9, 4.5]],
  },
  launch_pad: {
    line: 'Large cards that lead to your main pages.',
    shapes: across([8, 36, 64], (x) => [...hills(x, 10, 24, 40), ['paper', x + 4, 41, 16, 3, 1.5]]),
  },
  about_us: {
    line: 'A text beside a picture.',
    shapes: [['accent', 8, 13, 24, 4, 2], ...lines(8, 22, 36, 4), ...hills(52, 10, 36, 40)],
  },
  listing_slider: {
    line: 'Listings in a row to slide through.',
    shapes: [
      ...across([12, 38, 64], (x) => [['paper', x, 11, 20, 36, 2], ...hills(x, 11, 20, 20), ...lines(x + 2, 35, 16, 2)]),
      ['accent', 'M7 25 l-4 4 l4 4 z'],
      ['accent', 'M89 25 l4 4 l-4 4 z'],
    ],
  },
  banner: {
    line: 'A wide band with a text and a picture.',
    shapes: [['accent', 0, 12, 96, 36], ['paper', 8, 22, 34, 5, 2.5], ['paper', 8, 32, 22, 3, 1.5], ...hills(56, 17, 32, 26)],
  },
  testimonials: {
    line: 'What your customers say.',
    shapes: across([8, 50], (x) => [
      ['paper', x, 10, 38, 40, 3],
      ['accent', `M${x + 5} 22 v-4 q0 -4 4 -4 v2.5 q-1.5 0 -1.5 2 h1.5 v3.5 z m6 0 v-4 q0 -4 4 -4 v2.5 q-1.5 0 -1.5 2 h1.5 v3.5 z`],
      ...lines(x + 5, 27, 28, 2),
      circle('image', x + 9, 43, 3.5),
      ['text', x + 15, 42, 14, 2, 1],
    ]),
  },
  staff: {
    line: 'The people of your team.',
    shapes: across([18, 38, 58, 78], (x) => [
      circle('image', x, 22, 8),
      circle('tint', x, 20, 3),
      ['tint', `M${x - 5} 28 q5 -7 10 0 q-5 3 -10 0 z`],
      ['text', x - 7, 36, 14, 2.5, 1.25],
      ['faint', x - 5, 42, 10, 2.5, 1.25],
    ]),
  },
  blogs: blog,
  blog,
  attributions: {
    line: 'Logos of memberships and awards.',
    shapes: [
      ['text', 30, 13, 36, 3, 1.5],
      ...across([9, 31, 53, 75], (x) => [
        ['paper', x, 25, 14, 20, 2],
        ['image', `M${x + 7} 28 l2 4 l4 .6 l-3 3 l.8 4.2 l-3.8 -2 l-3.8 2 l.8 -4.2 l-3 -3 l4 -.6 z`],
      ]),
    ],
  },
  map: {
    line: 'A map with your office on it.',
    shapes: [
      ['tint', 0, 0, 96, 60],
      ['paper', 'M0 38 L96 16 v6 L0 44 z M26 0 h6 L44 60 h-6 z M66 0 h5 L64 60 h-5 z'],
      ['image', 6, 8, 16, 14, 2],
      ['image', 74, 34, 16, 16, 2],
      ['accent', 'M50 42 q-10 -12 -10 -18 a10 10 0 0 1 20 0 q0 6 -10 18 z'],
      circle('paper', 50, 24, 4),
    ],
  },
  quick_links: {
    line: 'A menu as a row of buttons.',
    shapes: [
      ['accent', 0, 16, 96, 28],
      ['paper', 8, 27, 18, 5, 2.5],
      ...across([34, 55, 76], (x): readonly Shape[] => [['tint', x, 24, 16, 12, 6]]),
    ],
  },
  quick_menu: {
    line: 'A menu as a row of tiles.',
    shapes: across([8, 30, 52, 74], (x) => [
      ['paper', x, 17, 16, 26, 2],
      circle('accent', x + 8, 26, 4),
      ['text', x + 3, 35, 10, 2.5, 1.25],
    ]),
  },
  banner_embed: {
    line: 'A wide band with a video tour.',
    shapes: [
      ['faint', 0, 10, 96, 40],
      ['paper', 24, 15, 48, 30, 3],
      ['image', 28, 19, 40, 22, 2],
      ['accent', 'M45 25 l9 5 l-9 5 z'],
    ],
  },
  text_block: {
    line: 'A heading with text below it.',
    shapes: [['accent', 28, 10, 40, 4.5, 2.25], ...lines(14, 21, 68, 5)],
  },
  columns: {
    line: 'Short texts side by side.',
    shapes: across([8, 37, 66], (x) => [['accent', x, 11, 8, 8, 2], ['text', x, 24, 18, 3, 1.5], ...lines(x, 32, 22, 3)]),
  },
  video: {
    line: 'A video with a text and a button.',
    shapes: [...hills(10, 6, 76, 48), circle('paper', 48, 30, 11), ['accent', 'M44.5 24 l10 6 l-10 6 z']],
  },
  footer: {
    line: 'Contact details and menus at the end of the page.',
    shapes: [
      ['accent', 0, 28, 96, 32],
      ...across([8, 38, 68], (x): readonly Shape[] => [
        ['paper', x, 35, 12, 3, 1.5],
        ['tint', x, 42, 20, 2, 1],
        ['tint', x, 48, 16, 2, 1],
      ]),
    ],
  },
};

const frame = css({ display: 'block', width: '24', height: 'auto', flexShrink: '0', borderRadius: 'sm' });

/** A drawing of a block of this type; an empty page for a type that this console does not know. */
export function BlockPictureView({ type }: { readonly type: string }) {
  return (
    <svg viewBox="0 0 96 60" aria-hidden="true" className={frame}>
      <rect width={96} height={60} className={tones.ground} />
      {blockPictures[type]?.shapes.map((shape) => {
        const key = shape.join(' ');
        if (typeof shape[1] === 'string') return <path key={key} d={shape[1]} className={tones[shape[0]]} />;
        const [tone, x, y, width, height, radius] = shape;
        return <rect key={key} x={x} y={y} width={width} height={height} rx={radius} className={tones[tone]} />;
      })}
    </svg>
  );
}
