import type { PageImage } from '../page-model.ts';

/** Colours of a scene, as `#rrggbb`. */
interface Light {
  readonly high: string;
  readonly low: string;
  readonly land: string;
  readonly wall: string;
  readonly shade: string;
  readonly glass: string;
  readonly wood: string;
}

const lights: readonly [Light, ...Light[]] = [
  { high: '#8fb7d6', low: '#f1e8da', land: '#6f8a5b', wall: '#f4f1ec', shade: '#cfc9bf', glass: '#39566b', wood: '#9c6b43' },
  { high: '#2b3a5c', low: '#f0a875', land: '#2f4038', wall: '#e9dfd3', shade: '#a3958a', glass: '#ffd894', wood: '#6e4a31' },
  { high: '#a9cfd0', low: '#f7f3e8', land: '#88a06a', wall: '#ffffff', shade: '#d8dcdb', glass: '#4a6f78', wood: '#b98754' },
  { high: '#c9d3df', low: '#fbefe6', land: '#7c8f74', wall: '#3d4348', shade: '#2b3034', glass: '#f5cf92', wood: '#a87a52' },
  { high: '#6d8fb3', low: '#f6d6b8', land: '#5f7a58', wall: '#d9c4aa', shade: '#b39d82', glass: '#2f4858', wood: '#7b4d2e' },
];

/** A modern house in its garden; the same number always gives the same house. */
function sceneSvg(number: number, width = 1600, height = 1000): string {
  const light = lights[number % lights.length] ?? lights[0];
  const houses = [longHouse, towerHouse, gableHouse];
  const house = houses[number % houses.length] ?? longHouse;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1600 1000" preserveAspectRatio="xMidYMid slice">` +
    `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${light.high}"/><stop offset=".72" stop-color="${light.low}"/></linearGradient>` +
    `<linearGradient id="g" x2="0" y2="1"><stop stop-color="${light.land}"/><stop offset="1" stop-color="${light.land}" stop-opacity=".78"/></linearGradient>` +
    `<linearGradient id="w" x2="1" y2="1"><stop stop-color="${light.glass}"/><stop offset="1" stop-color="${light.glass}" stop-opacity=".68"/></linearGradient></defs>` +
    `<rect width="1600" height="1000" fill="url(#s)"/>` +
    `<path d="M0 640Q260 540 540 610T1080 560 1600 620V1000H0Z" fill="${light.land}" opacity=".35"/>` +
    `<path d="M0 690Q420 610 820 668T1600 650V1000H0Z" fill="${light.land}" opacity=".55"/>${tree(190 + (number % 3) * 40, 700, 1.25, light)}${tree(1440, 705, 1.5, light)}` +
    `${house(light)}<path d="M0 765H1600V1000H0Z" fill="url(#g)"/>` +
    `<path d="M640 765 480 1000H1010L820 765Z" fill="${light.shade}" opacity=".8"/><path d="M0 1000V865Q330 815 600 1000Z" fill="${light.land}"/>` +
    `${tree(1255, 790, 0.7, light)}${tree(345, 800, 0.6, light)}</svg>`
  );
}

const box = (x: number, y: number, width: number, height: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;

function panes(x: number, y: number, width: number, height: number, count: number, light: Light): string {
  const lines = Array.from({ length: count - 1 }, (_, i) => box(x + ((i + 1) * width) / count - 3, y, 6, height, light.shade));
  return box(x, y, width, height, light.glass) + box(x, y, width, height, 'url(#w)') + lines.join('');
}

function longHouse(light: Light): string {
  return (
    box(360, 585, 900, 185, light.wall) +
    box(360, 585, 210, 185, light.wood) +
    panes(600, 605, 380, 165, 4, light) +
    box(1010, 605, 90, 165, light.wood) +
    panes(1130, 630, 90, 90, 2, light) +
    box(320, 563, 980, 24, light.shade) +
    box(520, 395, 560, 170, light.wall) +
    panes(560, 425, 300, 110, 3, light) +
    box(890, 395, 190, 170, light.wood) +
    box(490, 375, 640, 22, light.shade) +
    box(1080, 397, 14, 166, light.shade)
  );
}

function towerHouse(light: Light): string {
  return (
    box(420, 470, 420, 300, light.wall) +
    box(840, 330, 330, 440, light.shade) +
    panes(870, 365, 270, 110, 3, light) +
    panes(870, 520, 270, 250, 3, light) +
    panes(460, 505, 220, 100, 2, light) +
    panes(460, 650, 220, 120, 2, light) +
    box(710, 600, 90, 170, light.wood) +
    box(390, 448, 470, 24, light.wood) +
    box(810, 306, 390, 26, light.wall) +
    box(680, 640, 180, 12, light.wood)
  );
}

function gableHouse(light: Light): string {
  return (
    `<path d="M470 770V500L720 300 970 500V770Z" fill="${light.wall}"/><path d="M436 520 720 290 1004 520 984 540 720 326 456 540Z" fill="${light.shade}"/>` +
    box(970, 585, 270, 185, light.wood) +
    box(950, 563, 315, 24, light.shade) +
    panes(1000, 610, 210, 120, 3, light) +
    panes(530, 560, 150, 150, 2, light) +
    box(760, 600, 110, 170, light.wood) +
    panes(640, 420, 160, 90, 2, light)
  );
}

function tree(x: number, y: number, size: number, light: Light): string {
  const at = (dx: number, dy: number, r: number, opacity: number) =>
    `<circle cx="${x + dx * size}" cy="${y + dy * size}" r="${r * size}" fill="${light.land}" opacity="${opacity}"/>`;
  return (
    box(x - 7 * size, y - 60 * size, 14 * size, 92 * size, light.wood) + at(0, -130, 95, 1) + at(-60, -80, 62, 0.92) + at(62, -84, 66, 0.86)
  );
}

const skins = ['#e8b892', '#c98d63', '#f1c9a5', '#8d5a3b'];
const hairs = ['#3a2a20', '#7a4b2a', '#1f1d1c', '#b48a53'];
const clothes = ['#27364a', '#5b6f62', '#8a3f3a', '#404040'];
const walls = ['#dfe5e8', '#ece4d9', '#e3e6dc', '#e9dfe0'];

/** Someone's head and shoulders before a wall. */
function portraitSvg(number: number): string {
  const of = (list: readonly string[], step = 0) => list[(number + Math.floor(number / 4) * step) % list.length] ?? '';
  const long = number % 2 === 0;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="720" viewBox="0 0 600 720" preserveAspectRatio="xMidYMid slice">' +
    `<rect width="600" height="720" fill="${of(walls, 3)}"/><path d="M380 0H600V720H430Z" fill="#fff" opacity=".35"/>` +
    `${long ? `<path d="M180 250Q180 110 300 110T420 250V430H180Z" fill="${of(hairs, 1)}"/>` : ''}` +
    `<path d="M70 720Q80 520 300 490 520 520 530 720Z" fill="${of(clothes, 2)}"/><path d="M225 500 300 620 375 500 340 470H260Z" fill="#fff"/>` +
    `<path d="M252 390H348V500L300 545 252 500Z" fill="${of(skins)}"/><ellipse cx="300" cy="290" rx="98" ry="122" fill="${of(skins)}"/>` +
    `<path d="M200 285Q190 150 305 160 410 150 400 285 385 215 330 212 240 215 200 285Z" fill="${of(hairs, 1)}"/>` +
    '<path d="M262 345Q300 375 338 345" fill="none" stroke="#00000055" stroke-width="7" stroke-linecap="round"/></svg>'
  );
}

/** Wide enough for the name in any letters. */
const markWidth = (name: string) => 84 + name.length * 19;

/** A partner's mark: a shape and a name. */
function markSvg(number: number): string {
  const names = ['Hearth', 'NORTHSIDE', 'Guild', 'Plumb & Co', 'ATRIUM', 'Keystone'];
  const shapes = [
    '<circle cx="34" cy="40" r="22"/>',
    '<path d="M12 62 34 18 56 62Z"/>',
    '<rect x="14" y="20" width="40" height="40" rx="8"/>',
  ];
  const name = names[number % names.length] ?? '';
  const width = markWidth(name);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="80" viewBox="0 0 ${width} 80" fill="#4b5258">` +
    `${shapes[number % shapes.length]}<text x="72" y="51" font-family="Helvetica,Arial,sans-serif" font-size="30" font-weight="700">${name.replace('&', '&amp;')}</text></svg>`
  );
}

const picture = (svg: string, width: number, height: number, alt: string): PageImage => ({
  url: `data:image/svg+xml,${encodeURIComponent(svg)}`,
  width,
  height,
  alt,
});

export const scene = (number: number, alt = 'A house in its garden'): PageImage => picture(sceneSvg(number), 1600, 1000, alt);
export const portraitImage = (number: number, alt = ''): PageImage => picture(portraitSvg(number), 600, 720, alt);
export const markImage = (number: number): PageImage => picture(markSvg(number), 230, 80, 'A partner');
