/**
 * Pictures of houses, rooms and people as SVG, drawn by number: the same number draws the same picture. Plain shapes, no
 * fonts, nothing that is fetched.
 */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Scene extends Size {
  readonly svg: string;
}

interface Light {
  readonly sky: readonly [string, string];
  readonly sun: string;
  readonly far: string;
  readonly near: string;
  readonly lawn: string;
  readonly path: string;
  readonly leaf: readonly [string, string];
  /** Window panes; lit at dusk. */
  readonly glass: readonly [string, string];
  readonly shade: number;
}

const lights: readonly [Light, Light, Light] = [
  {
    sky: ['#8fc3e8', '#e9f4fb'],
    sun: '#fff6d8',
    far: '#9db9b0',
    near: '#7da383',
    lawn: '#8db46a',
    path: '#dcd3c4',
    leaf: ['#4f8a52', '#6aa565'],
    glass: ['#5f8fae', '#bcdcec'],
    shade: 0.14,
  },
  {
    sky: ['#7d9ec9', '#fbd9b4'],
    sun: '#ffe3a6',
    far: '#a99bb0',
    near: '#8b9a78',
    lawn: '#94a860',
    path: '#e2cfb4',
    leaf: ['#5a7d4a', '#7f9a55'],
    glass: ['#8d8fa6', '#ffe2b0'],
    shade: 0.18,
  },
  {
    sky: ['#27375f', '#e6a27f'],
    sun: '#ffd2a1',
    far: '#5b5f86',
    near: '#46576b',
    lawn: '#4d6350',
    path: '#a2927f',
    leaf: ['#2f4b45', '#3f6152'],
    glass: ['#f6bd66', '#ffe7b0'],
    shade: 0.26,
  },
];

interface Finish {
  readonly wall: string;
  readonly side: string;
  readonly roof: string;
  readonly trim: string;
  readonly door: string;
  readonly wood: string;
}

const finishes: readonly [Finish, ...Finish[]] = [
  { wall: '#f3efe7', side: '#ded7ca', roof: '#4b5560', trim: '#ffffff', door: '#2f5d62', wood: '#b98d5e' },
  { wall: '#d8a482', side: '#bd8767', roof: '#6b3f35', trim: '#f6ece2', door: '#27394a', wood: '#8d6242' },
  { wall: '#e3e6e8', side: '#c9ced2', roof: '#2d3238', trim: '#ffffff', door: '#c0562f', wood: '#a97d52' },
  { wall: '#dfe7df', side: '#c3d0c5', roof: '#3f5a52', trim: '#fbfdf9', door: '#8a3f3a', wood: '#b08a63' },
  { wall: '#f6e3c5', side: '#e2c9a3', roof: '#8a4b36', trim: '#fff8ea', door: '#35524a', wood: '#9b6f47' },
  { wall: '#c8d4de', side: '#adbccb', roof: '#39465a', trim: '#f7fafc', door: '#d29b3f', wood: '#b58d63' },
];

const at = <T>(list: readonly [T, ...T[]], i: number): T => list[i % list.length] ?? list[0];
/** A number from 0 to below `below` that seems to follow no rule. */
const mixed = (seed: number, salt: number, below: number): number =>
  Math.abs(Math.imul(seed * 31 + salt * 17 + 7, 2_654_435_761) >>> 8) % below;

const rect = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${more && ` ${more}`}/>`;
const shape = (points: string, fill: string, more = '') => `<path d="${points}" fill="${fill}"${more && ` ${more}`}/>`;
const disc = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"${more && ` ${more}`}/>`;
const oval = (x: number, y: number, rx: number, ry: number, fill: string, more = '') =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"${more && ` ${more}`}/>`;
const gradient = (id: string, from: string, to: string, turned = false) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="${turned ? 1 : 0}" y2="${turned ? 0 : 1}"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
const drawn = (size: Size, title: string, defs: string, body: string): Scene => ({
  ...size,
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}"><title>${title}</title><defs>${defs}</defs>${body}</svg>`,
});

const glazed = (x: number, y: number, width: number, height: number, trim: string, panes = 2) => {
  const bars = Array.from({ length: panes - 1 }, (_, i) => rect(x + ((i + 1) * width) / panes - 2, y, 4, height, trim)).join('');
  return `${rect(x - 7, y - 7, width + 14, height + 14, trim)}${rect(x, y, width, height, 'url(#glass)')}${shape(`M${x} ${y + height} L${x + width * 0.55} ${y} H${x + width * 0.8} L${x + width * 0.25} ${y + height}Z`, '#ffffff', 'opacity=".18"')}${bars}`;
};

const tree = (x: number, ground: number, size: number, [dark, light]: Light['leaf']) =>
  `${rect(x - size * 0.06, ground - size * 0.7, size * 0.12, size * 0.7, '#6d5544')}${oval(x, ground - size, size * 0.42, size * 0.52, dark)}${oval(x - size * 0.12, ground - size * 1.12, size * 0.26, size * 0.3, light)}`;
const cypress = (x: number, ground: number, size: number, [dark]: Light['leaf']) =>
  shape(
    `M${x} ${ground - size * 1.5} Q${x + size * 0.26} ${ground - size * 0.5} ${x + size * 0.12} ${ground} H${x - size * 0.12} Q${x - size * 0.26} ${ground - size * 0.5} ${x} ${ground - size * 1.5}Z`,
    dark,
  );
const hedge = (x: number, ground: number, width: number, [dark, light]: Light['leaf']) =>
  `${rect(x, ground - 46, width, 46, dark, 'rx="18"')}${rect(x + 8, ground - 46, width - 16, 18, light, 'rx="9" opacity=".6"')}`;

/** Each draws a house whose ground is at y 640 in a picture of 1200 by 800, about the middle. */
const houses: readonly [(f: Finish, l: Light) => string, ...((f: Finish, l: Light) => string)[]] = [
  // A gabled cottage with a porch.
  (f, l) =>
    rect(330, 390, 540, 250, f.wall) +
    shape('M290 400 L470 230 H730 L910 400Z', f.roof) +
    shape('M500 400 L620 262 L740 400 V640 H500Z', f.side) +
    shape('M478 412 L620 244 L762 412 L744 424 L620 280 L496 424Z', f.trim) +
    rect(790, 200, 46, 120, f.side) +
    glazed(370, 450, 90, 110, f.trim) +
    glazed(776, 450, 64, 110, f.trim) +
    glazed(585, 330, 70, 76, f.trim) +
    rect(584, 486, 72, 154, f.door) +
    disc(644, 566, 4, '#f4e3b0') +
    rect(524, 470, 192, 12, f.trim) +
    rect(536, 482, 10, 158, f.trim) +
    rect(694, 482, 10, 158, f.trim) +
    rect(330, 620, 540, 20, '#000000', `opacity="${l.shade}"`),
  // Flat roofs, a storey that reaches out, much glass.
  (f, l) =>
    rect(300, 440, 620, 200, f.side) +
    rect(380, 270, 420, 180, f.wall) +
    rect(350, 252, 480, 24, f.roof) +
    rect(280, 428, 660, 20, f.roof) +
    rect(380, 270, 110, 158, f.wood) +
    Array.from({ length: 10 }, (_, i) => rect(388 + i * 10, 270, 2, 158, '#000000', 'opacity=".16"')).join('') +
    glazed(520, 296, 250, 112, f.trim, 4) +
    glazed(330, 474, 250, 150, f.trim, 3) +
    rect(610, 470, 96, 170, f.door) +
    rect(690, 540, 6, 40, '#e8e0cc') +
    rect(740, 476, 150, 164, f.wood) +
    Array.from({ length: 7 }, (_, i) => rect(740, 488 + i * 22, 150, 2, '#000000', 'opacity=".2"')).join('') +
    rect(300, 448, 620, 14, '#000000', `opacity="${l.shade}"`),
  // A row of terraces.
  (f, l) =>
    Array.from({ length: 3 }, (_, i) => {
      const x = 300 + i * 204;
      const wall = [f.wall, f.side, f.trim][i] ?? f.wall;
      return (
        rect(x, 300, 200, 340, wall) +
        shape(`M${x - 6} 306 L${x + 100} 226 L${x + 206} 306Z`, f.roof) +
        rect(x + 150, 214, 30, 70, f.side) +
        glazed(x + 34, 350, 50, 84, f.trim) +
        glazed(x + 116, 350, 50, 84, f.trim) +
        shape(`M${x + 26} 476 H${x + 96} V590 H${x + 26}Z`, f.trim) +
        rect(x + 33, 484, 56, 98, 'url(#glass)') +
        rect(x + 122, 490, 52, 150, at([f.door, f.wood, f.roof], i)) +
        rect(x + 112, 462, 72, 14, f.roof) +
        rect(x, 440, 200, 6, '#000000', `opacity="${l.shade}"`)
      );
    }).join(''),
  // Apartments with balconies.
  (f, l) =>
    rect(380, 130, 440, 510, f.wall) +
    rect(380, 130, 120, 510, f.side) +
    rect(368, 116, 464, 20, f.roof) +
    [0, 1, 2, 3]
      .map((floor) => {
        const y = 164 + floor * 112;
        return `${glazed(406, y, 68, 70, f.trim)}${glazed(536, y, 116, 76, f.trim, 2)}${glazed(690, y, 92, 76, f.trim)}${rect(520, y + 56, 280, 30, '#ffffff', 'opacity=".42"')}${rect(516, y + 84, 288, 8, f.roof)}`;
      })
      .join('') +
    rect(548, 604, 100, 36, f.door) +
    rect(528, 592, 140, 12, f.roof) +
    rect(380, 136, 440, 10, '#000000', `opacity="${l.shade}"`),
  // A low house with a verandah.
  (f, l) =>
    rect(260, 430, 680, 210, f.wall) +
    shape('M220 440 L370 290 H830 L980 440Z', f.roof) +
    rect(236, 440, 728, 16, f.trim) +
    [250, 420, 590, 760, 930].map((x) => rect(x, 456, 14, 184, f.trim)).join('') +
    glazed(300, 494, 92, 100, f.trim) +
    glazed(456, 494, 92, 100, f.trim) +
    rect(632, 486, 84, 154, f.door) +
    rect(642, 500, 64, 60, 'url(#glass)') +
    glazed(800, 494, 96, 100, f.trim) +
    rect(420, 236, 44, 100, f.side) +
    rect(240, 628, 720, 14, f.wood) +
    rect(260, 456, 680, 16, '#000000', `opacity="${l.shade}"`),
  // A beach house on posts, with a deck and stairs.
  (f, l) =>
    rect(350, 330, 500, 210, f.wall) +
    shape('M310 340 L560 210 L890 320 V346 H310Z', f.roof) +
    Array.from({ length: 9 }, (_, i) => rect(350, 352 + i * 21, 500, 2, '#000000', 'opacity=".1"')).join('') +
    glazed(400, 384, 190, 130, f.trim, 3) +
    rect(640, 388, 70, 152, f.door) +
    glazed(748, 396, 70, 80, f.trim) +
    rect(280, 540, 620, 16, f.wood) +
    [320, 470, 620, 770, 870].map((x) => rect(x, 556, 14, 84, f.side)).join('') +
    rect(280, 488, 320, 6, f.trim) +
    Array.from({ length: 11 }, (_, i) => rect(284 + i * 30, 492, 4, 48, f.trim)).join('') +
    shape('M640 556 L740 640 H780 L690 556Z', f.wood) +
    rect(350, 346, 500, 12, '#000000', `opacity="${l.shade}"`),
];

const houseSize = { width: 1200, height: 800 };

/** A house with its garden. Six kinds, six finishes, three times of the day. */
export function house(seed: number): Scene {
  const light = at(lights, mixed(seed, 1, 7) % 3);
  const finish = at(finishes, seed + mixed(seed, 2, 6));
  const kind = seed % houses.length;
  const sunX = 180 + mixed(seed, 3, 800);
  const trees = [0, 1, 2, 3].map((i) => {
    const isLeft = i % 2 === 0;
    const x = isLeft ? 40 + mixed(seed, 10 + i, 190) : 960 + mixed(seed, 10 + i, 200);
    const size = 130 + mixed(seed, 20 + i, 120);
    return (seed + i) % 3 === 0 ? cypress(x, 645, size, light.leaf) : tree(x, 645, size, light.leaf);
  });
  const defs = gradient('sky', ...light.sky) + gradient('glass', ...light.glass) + gradient('lawn', light.lawn, light.near);
  const body =
    rect(0, 0, 1200, 800, 'url(#sky)') +
    disc(sunX, 150, 60, light.sun, 'opacity=".75"') +
    oval(sunX - 260, 120, 120, 20, '#ffffff', 'opacity=".35"') +
    oval(sunX + 210, 190, 150, 18, '#ffffff', 'opacity=".28"') +
    shape(
      `M0 ${480 + mixed(seed, 4, 60)} Q300 ${380 + mixed(seed, 5, 80)} 620 470 T1200 ${430 + mixed(seed, 6, 60)} V800 H0Z`,
      light.far,
      'opacity=".7"',
    ) +
    shape(`M0 560 Q360 ${470 + mixed(seed, 7, 60)} 760 560 T1200 540 V800 H0Z`, light.near) +
    rect(0, 630, 1200, 170, 'url(#lawn)') +
    trees.slice(0, 2).join('') +
    at(houses, kind)(finish, light) +
    oval(600, 644, 400, 14, '#000000', `opacity="${light.shade}"`) +
    shape('M570 640 H690 L800 800 H440Z', light.path) +
    trees.slice(2).join('') +
    hedge(60, 700, 300, light.leaf) +
    hedge(880, 706, 280, light.leaf);
  return drawn(houseSize, 'A house', defs, body);
}

const coverSize = { width: 1920, height: 1080 };

/** A wide view for the top of a page: a bay, hills with houses, and one house in front. */
export function view(seed: number): Scene {
  const light = at(lights, seed);
  const finish = at(finishes, seed * 2 + 1);
  const far = Array.from({ length: 9 }, (_, i) => {
    const [x, y, size] = [900 + i * 112 + mixed(seed, i, 40), 520 - mixed(seed, 30 + i, 70), 34 + mixed(seed, 60 + i, 26)];
    const f = at(finishes, seed + i);
    return `${rect(x, y, size * 1.6, size, f.wall)}${shape(`M${x - 6} ${y} L${x + size * 0.8} ${y - size * 0.6} L${x + size * 1.6 + 6} ${y}Z`, f.roof)}${rect(x + size * 0.3, y + size * 0.3, size * 0.3, size * 0.36, 'url(#glass)')}${rect(x + size, y + size * 0.3, size * 0.3, size * 0.36, 'url(#glass)')}`;
  });
  const waves = Array.from({ length: 16 }, (_, i) =>
    rect(mixed(seed, 90 + i, 1500), 640 + mixed(seed, 120 + i, 90), 60 + mixed(seed, 150 + i, 160), 3, '#ffffff', 'rx="1.5" opacity=".35"'),
  );
  const defs =
    gradient('sky', ...light.sky) +
    gradient('glass', ...light.glass) +
    gradient('lawn', light.lawn, light.near) +
    gradient('sea', light.far, light.glass[1]);
  const body =
    rect(0, 0, 1920, 1080, 'url(#sky)') +
    disc(1380 - seed * 240, 300, 96, light.sun, 'opacity=".8"') +
    oval(500, 190, 260, 30, '#ffffff', 'opacity=".3"') +
    oval(1500, 130, 320, 26, '#ffffff', 'opacity=".24"') +
    shape('M0 560 Q420 400 820 540 T1920 470 V760 H0Z', light.far, 'opacity=".65"') +
    shape('M860 620 Q1240 420 1920 480 V760 H860Z', light.near) +
    far.join('') +
    rect(0, 610, 1920, 170, 'url(#sea)') +
    waves.join('') +
    shape('M0 740 Q640 660 1180 760 T1920 730 V1080 H0Z', 'url(#lawn)') +
    tree(180, 800, 260, light.leaf) +
    cypress(1760, 810, 230, light.leaf) +
    `<g transform="translate(420 -64) scale(1.36)">${at(houses, [1, 5, 1][seed % 3] ?? 1)(finish, light)}</g>` +
    oval(1236, 808, 520, 18, '#000000', `opacity="${light.shade}"`) +
    tree(560, 840, 220, light.leaf) +
    hedge(1480, 880, 380, light.leaf) +
    hedge(40, 900, 460, light.leaf) +
    shape('M1196 804 H1290 L1440 1080 H960Z', light.path);
  return drawn(coverSize, 'Houses at a bay', defs, body);
}

const rooms: readonly [(f: Finish, l: Light) => string, ...((f: Finish, l: Light) => string)[]] = [
  // A living room.
  (f, l) =>
    rect(130, 110, 420, 330, f.trim) +
    rect(142, 122, 396, 306, 'url(#sky)') +
    shape('M142 360 Q300 300 538 350 V428 H142Z', l.near) +
    rect(336, 122, 8, 306, f.trim) +
    shape('M96 90 H168 V520 Q120 500 96 520Z', f.side) +
    shape('M512 90 H584 V520 Q560 500 512 520Z', f.side) +
    rect(700, 170, 190, 150, f.trim) +
    rect(712, 182, 166, 126, f.wood) +
    shape('M712 308 L770 230 L820 280 L850 250 L878 308Z', l.leaf[0]) +
    oval(600, 720, 430, 60, f.side) +
    rect(330, 500, 500, 130, f.door, 'rx="26"') +
    rect(300, 540, 70, 130, f.door, 'rx="22"') +
    rect(790, 540, 70, 130, f.door, 'rx="22"') +
    rect(390, 560, 180, 70, '#ffffff', 'rx="14" opacity=".16"') +
    rect(590, 560, 180, 70, '#ffffff', 'rx="14" opacity=".16"') +
    rect(420, 520, 90, 70, f.wood, 'rx="10"') +
    rect(460, 690, 250, 16, f.wood, 'rx="8"') +
    rect(490, 704, 10, 50, f.wood) +
    rect(670, 704, 10, 50, f.wood) +
    rect(966, 360, 10, 290, '#3a3a3a') +
    shape('M910 360 L940 270 H1000 L1030 360Z', l.sun) +
    tree(1090, 660, 200, l.leaf),
  // A kitchen.
  (f, l) =>
    rect(60, 150, 520, 150, f.trim) +
    [60, 192, 324, 456].map((x) => rect(x + 4, 154, 124, 142, f.side)).join('') +
    rect(660, 120, 420, 260, f.trim) +
    rect(672, 132, 396, 236, 'url(#sky)') +
    shape('M672 320 Q860 270 1068 310 V368 H672Z', l.near) +
    rect(866, 132, 8, 236, f.trim) +
    rect(40, 440, 1120, 20, f.roof) +
    rect(40, 460, 1120, 190, f.side) +
    [180, 330, 480, 780, 930].map((x) => rect(x, 468, 3, 176, '#000000', 'opacity=".16"')).join('') +
    rect(560, 380, 100, 60, '#3b3f44', 'rx="6"') +
    rect(240, 560, 720, 26, f.trim) +
    rect(270, 586, 660, 150, f.wood) +
    Array.from({ length: 10 }, (_, i) => rect(330 + i * 60, 590, 2, 142, '#000000', 'opacity=".16"')).join('') +
    [360, 600, 840]
      .map((x) => rect(x - 2, 0, 4, 190, '#3a3a3a') + shape(`M${x - 44} 250 Q${x} 150 ${x + 44} 250Z`, f.door) + oval(x, 252, 20, 8, l.sun))
      .join('') +
    oval(420, 552, 60, 14, '#ffffff') +
    disc(404, 538, 16, '#d9772f') +
    disc(434, 536, 16, '#e2a23b') +
    tree(1090, 440, 110, l.leaf),
  // A bedroom.
  (f, l) =>
    rect(150, 100, 260, 330, f.trim) +
    rect(162, 112, 236, 306, 'url(#sky)') +
    shape('M162 350 Q280 310 398 345 V418 H162Z', l.near) +
    rect(276, 112, 8, 306, f.trim) +
    rect(520, 300, 480, 200, f.wood, 'rx="14"') +
    rect(540, 430, 200, 90, '#ffffff', 'rx="26"') +
    rect(780, 430, 200, 90, '#ffffff', 'rx="26"') +
    rect(500, 500, 520, 180, f.trim, 'rx="20"') +
    rect(500, 560, 520, 130, f.door, 'rx="16"') +
    rect(420, 560, 90, 120, f.wood) +
    rect(1020, 560, 90, 120, f.wood) +
    [465, 1065]
      .map((x) => rect(x - 4, 500, 8, 60, '#4a4a4a') + shape(`M${x - 40} 506 L${x - 24} 440 H${x + 24} L${x + 40} 506Z`, l.sun))
      .join('') +
    rect(640, 150, 240, 110, f.trim) +
    shape('M652 248 L720 180 L770 226 L810 196 L868 248Z', f.roof) +
    oval(560, 750, 460, 40, f.side),
];

/** A room, in the light of the hour. */
export function room(seed: number): Scene {
  const light = at(lights, mixed(seed, 5, 2));
  const finish = at(finishes, seed * 2 + 1);
  const defs = gradient('sky', ...light.sky) + gradient('floor', finish.wood, '#8f6a48') + gradient('wall', '#fbf9f5', finish.wall);
  const body =
    rect(0, 0, 1200, 660, 'url(#wall)') +
    rect(0, 650, 1200, 150, 'url(#floor)') +
    rect(0, 640, 1200, 14, '#ffffff') +
    at(rooms, seed)(finish, light);
  return drawn(houseSize, 'A room', defs, body);
}

const skins = ['#f1c9a5', '#8d5a3b', '#e0ac7d', '#c68a5c', '#f4d3b8', '#a86f47', '#5f3b28'] as const;
const hairs = ['#3a2a20', '#17120f', '#8a5a2f', '#2b211b', '#c79a5b', '#6e6a66', '#4a2f22'] as const;
const clothes = ['#27364a', '#4b5b52', '#6a3d44', '#2f2f33', '#35586b', '#7a6a55'] as const;
const grounds = ['#dfe6ea', '#e9e2d6', '#dde5dc', '#e6dfe6', '#e8e8e4', '#dbe3ec'] as const;

/** Drawn round a head at 300, 290. */
const hairCuts: readonly [
  (color: string) => readonly [behind: string, before: string],
  ...((color: string) => readonly [behind: string, before: string])[],
] = [
  (c) => [
    shape('M170 300 Q150 130 300 130 Q450 130 430 300 Q440 460 470 520 H130 Q160 460 170 300Z', c),
    shape('M178 292 Q174 148 300 148 Q426 148 422 292 Q396 214 300 222 Q206 226 178 292Z', c),
  ],
  (c) => ['', shape('M180 290 Q168 140 300 138 Q432 140 420 290 Q410 226 372 204 Q300 228 226 204 Q192 230 180 290Z', c)],
  (c) => [oval(300, 250, 150, 140, c), shape('M178 284 Q176 148 304 148 Q424 150 422 290 Q390 210 310 212 Q220 214 178 284Z', c)],
  (c) => ['', shape('M176 262 Q180 134 310 132 Q440 140 424 270 Q416 210 380 190 Q330 214 176 262Z', c)],
  (c) => [
    shape('M176 300 Q160 140 300 136 Q440 140 424 300 V400 Q430 420 410 424 H190 Q170 420 176 400Z', c),
    shape('M179 288 Q178 148 300 148 Q422 148 421 288 Q402 206 300 200 Q198 206 179 288Z', c),
  ],
  (c) => [disc(300, 126, 52, c), shape('M182 286 Q176 144 300 144 Q424 144 418 286 Q396 196 300 194 Q204 196 182 286Z', c)],
];

/** A person, from the shoulders up. */
export function portrait(seed: number): Scene {
  const skin = skins[(seed * 3) % skins.length] ?? skins[0];
  const hair = hairs[(seed * 5) % hairs.length] ?? hairs[0];
  const cloth = clothes[(seed * 7 + 1) % clothes.length] ?? clothes[0];
  const ground = grounds[(seed * 5 + 2) % grounds.length] ?? grounds[0];
  const [behind, before] = at(hairCuts, seed)(hair);
  const isSuit = seed % 2 === 1;
  const collar = isSuit
    ? shape('M236 500 L300 600 L364 500 L330 470 H270Z', '#ffffff') + shape('M288 520 H312 L322 700 L300 720 L278 700Z', '#8a3f3a')
    : shape('M240 490 Q300 570 360 490 L344 470 H256Z', skin);
  const body =
    rect(0, 0, 600, 720, 'url(#ground)') +
    behind +
    shape('M40 720 Q50 540 220 500 Q300 520 380 500 Q550 540 560 720Z', cloth) +
    shape('M252 400 H348 V490 Q300 540 252 490Z', skin) +
    shape('M252 430 Q300 480 348 430 V450 Q300 500 252 450Z', '#000000', 'opacity=".12"') +
    collar +
    oval(178, 308, 20, 32, skin) +
    oval(422, 308, 20, 32, skin) +
    shape('M180 270 Q180 160 300 160 Q420 160 420 270 V320 Q410 440 300 450 Q190 440 180 320Z', skin) +
    before +
    oval(248, 306, 12, 13, '#2b2622') +
    oval(352, 306, 12, 13, '#2b2622') +
    disc(252, 302, 4, '#ffffff') +
    disc(356, 302, 4, '#ffffff') +
    shape('M226 276 Q248 262 270 274', 'none', `stroke="${hair}" stroke-width="8" stroke-linecap="round"`) +
    shape('M330 274 Q352 262 374 276', 'none', `stroke="${hair}" stroke-width="8" stroke-linecap="round"`) +
    shape('M300 316 Q288 352 306 358', 'none', 'stroke="#000000" stroke-opacity=".25" stroke-width="5" stroke-linecap="round"') +
    shape('M256 384 Q300 424 344 384 Q300 404 256 384Z', '#ffffff', 'stroke="#9d4b43" stroke-width="6" stroke-linejoin="round"') +
    oval(222, 356, 26, 16, '#e0574f', 'opacity=".14"') +
    oval(378, 356, 26, 16, '#e0574f', 'opacity=".14"') +
    (seed % 4 === 2
      ? `<g fill="none" stroke="#2b2622" stroke-width="6"><circle cx="248" cy="308" r="34"/><circle cx="352" cy="308" r="34"/><path d="M282 304 Q300 294 318 304"/></g>`
      : '');
  return drawn({ width: 600, height: 720 }, 'A person', gradient('ground', ground, '#ffffff'), body);
}

/** An award's or a member's mark, in one quiet colour. */
export function mark(seed: number, words: string): Scene {
  const signs = [
    '<path d="M40 20 L70 40 V76 H10 V40Z M34 76 V54 H46 V76Z" fill-rule="evenodd"/>',
    '<circle cx="40" cy="44" r="32"/><path d="M26 46 L36 56 L56 34" fill="none" stroke="#ffffff" stroke-width="7"/>',
    '<path d="M40 8 L50 34 L78 36 L56 54 L64 82 L40 66 L16 82 L24 54 L2 36 L30 34Z"/>',
    '<path d="M8 80 V40 L24 28 V80Z M32 80 V20 L48 8 V80Z M56 80 V48 L72 36 V80Z"/>',
    '<path d="M40 8 Q76 18 72 44 Q68 72 40 84 Q12 72 8 44 Q4 18 40 8Z"/>',
  ] as const;
  const body = `<g fill="#5b636c">${at(signs, seed)}</g><text x="96" y="56" font-family="Georgia, serif" font-size="30" fill="#5b636c" letter-spacing="1">${words}</text>`;
  return drawn({ width: 360, height: 90 }, words, '', body);
}

export interface LogoLook {
  readonly ink: string;
  readonly accent: string;
  /** How the mark stands by the name: beside it, above it, or the name alone. */
  readonly style: 'beside' | 'classic' | 'plain';
}

/** An agency's logo: its name, with a mark. `words` are the first line and the second. */
export function logo([first, second]: readonly [string, string], { ink, accent, style }: LogoLook): Scene {
  if (style === 'classic') {
    const body = `<g text-anchor="middle" font-family="Georgia, 'Times New Roman', serif" fill="${ink}"><path d="M180 8 L214 34 H146Z" fill="${accent}"/><text x="180" y="74" font-size="40" letter-spacing="3">${first}</text><rect x="70" y="90" width="48" height="2" fill="${accent}"/><rect x="242" y="90" width="48" height="2" fill="${accent}"/><text x="180" y="98" font-size="17" letter-spacing="5">${second.toUpperCase()}</text></g>`;
    return drawn({ width: 360, height: 112 }, `${first} ${second}`, '', body);
  }
  const font = 'font-family="Helvetica Neue, Arial, sans-serif"';
  if (style === 'plain') {
    const body = `<text x="2" y="52" ${font} font-size="46" font-weight="300" letter-spacing="-1" fill="${ink}">${first.toLowerCase()}<tspan fill="${accent}">.</tspan></text><text x="4" y="76" ${font} font-size="15" letter-spacing="4" fill="${ink}">${second.toLowerCase()}</text>`;
    return drawn({ width: 220, height: 86 }, `${first} ${second}`, '', body);
  }
  const body = `<path d="M8 46 L46 14 L84 46 V78 H60 V56 H32 V78 H8Z" fill="${accent}"/><path d="M46 30 L70 50 V78 H60 V56 H46Z" fill="${ink}" opacity=".35"/><text x="102" y="48" ${font} font-size="34" font-weight="700" letter-spacing="-.5" fill="${ink}">${first}</text><text x="103" y="76" ${font} font-size="19" letter-spacing="6" fill="${ink}">${second.toUpperCase()}</text>`;
  return drawn({ width: 340, height: 92 }, `${first} ${second}`, '', body);
}

/** The logo's mark alone. */
export function badge({ ink, accent }: LogoLook): Scene {
  return drawn(
    { width: 92, height: 92 },
    'Logo',
    '',
    `<path d="M8 46 L46 14 L84 46 V78 H60 V56 H32 V78 H8Z" fill="${accent}"/><path d="M46 30 L70 50 V78 H60 V56 H46Z" fill="${ink}" opacity=".35"/>`,
  );
}
