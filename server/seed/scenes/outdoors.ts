import { houses } from './houses.ts';
import { finishes, lights } from './light.ts';
import { cypress, hedge, tree } from './parts.ts';
import { at, disc, drawn, gradient, mixed, oval, photo, rect, type Scene, shape } from './svg.ts';

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
  return drawn(photo, 'A house', defs, body);
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
