import { type Finish, finishes, type Light, lights } from './light.ts';
import { tree } from './parts.ts';
import { at, disc, drawn, gradient, mixed, oval, photo, rect, type Scene, shape } from './svg.ts';

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
  return drawn(photo, 'A room', defs, body);
}
