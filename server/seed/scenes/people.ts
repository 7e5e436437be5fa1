import { at, disc, drawn, gradient, oval, rect, type Scene, shape } from './svg.ts';

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
