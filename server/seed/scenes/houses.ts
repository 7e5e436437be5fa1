import type { Finish, Light } from './light.ts';
import { glazed } from './parts.ts';
import { at, disc, rect, shape } from './svg.ts';

/** Each draws a house whose ground is at y 640 in a picture of 1200 by 800, about the middle. */
export const houses: readonly [(f: Finish, l: Light) => string, ...((f: Finish, l: Light) => string)[]] = [
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
