import { expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { chartModel } from '#machines/export/chart-model.ts';
import type { ChartModel } from '#machines/export/chart.types.ts';
import type { ChartLayout } from '#machines/export/chart-layout.ts';
import { ChartPicture } from '#src/features/state-flows/chart-picture.tsx';
import { rootForEach } from '#src/ui/testing/root-for-each.ts';
import { layoutOf } from '../../scripts/charts/layout.ts';
import { median, percentile } from './statistics.ts';

const at = rootForEach();
/** ms, of the console as it is built. Here React is the one for development, which is slower. */
const goals = { open: 300, frame: 1000 / 60 };

/** Larger than any chart of the console: six groups of ten states and three states beside them, 120 transitions, guards and actions. */
function largeChart(): ChartModel {
  const groups = ['loading', 'editing', 'sending', 'waiting', 'asking', 'leaving'];
  const leaves = [...Array(10).keys()];
  const inGroup = (group: string, next: string) =>
    Object.fromEntries(
      leaves.map((leaf) => [
        `state${leaf}`,
        {
          on: {
            [`${group}.requested`]: `state${(leaf + 1) % 10}`,
            [`${group}.answered`]: {
              target: leaf % 5 === 0 ? `#large.${next}` : `state${(leaf + 3) % 10}`,
              guard: 'isNewest',
              actions: ['note', 'show'],
            },
          },
        },
      ]),
    );
  const machine = createMachine({
    id: 'large',
    initial: 'loading',
    states: {
      ...Object.fromEntries(
        groups.map((group, place) => [group, { initial: 'state0', states: inGroup(group, groups[(place + 1) % groups.length] ?? group) }]),
      ),
      done: { type: 'final' },
      failed: {},
      closed: {},
    },
  });
  return chartModel(machine);
}

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
/** After the frame that shows what was rendered. */
const shown = async () => {
  await nextFrame();
  await new Promise((resolve) => setTimeout(resolve));
};

async function open(chart: ChartModel, layout: ChartLayout): Promise<number> {
  const began = performance.now();
  at.root.render(
    <ChartPicture
      chart={chart}
      layout={layout}
      active={['large', 'large.loading', 'large.loading.state0'].join('\n')}
      took=""
      wanted={null}
      isPlayed={false}
      marks=""
      offered=""
      collapsible=""
      onToggle={() => undefined}
      onToggleAll={() => undefined}
      onMachine={() => undefined}
      onState={() => undefined}
      onTransition={() => undefined}
    />,
  );
  do await shown();
  while (!at.place.querySelector('svg'));
  return performance.now() - began;
}

/** Between frames, while the chart is scrolled by `step` pixels in each. */
async function framesOf(step: number): Promise<readonly number[]> {
  const region = at.place.querySelector('section');
  if (!region) throw new Error('no chart is drawn');
  const waits: number[] = [];
  for (let [frame, last] = [0, await nextFrame()]; frame < 60; frame += 1) {
    region.scrollBy(step / 4, step);
    const now = await nextFrame();
    waits.push(now - last);
    last = now;
  }
  return waits;
}

it('a chart of 70 states and 120 transitions opens at once and is scrolled smoothly, printed', async () => {
  const chart = largeChart();
  expect([chart.states.length, chart.transitions.length]).toEqual([70, 120]);
  const layout = await layoutOf(chart, '');
  const openMs = await open(chart, layout);
  const [rest, panned] = [await framesOf(0), await framesOf(12)];
  console.log(
    `A chart of 70 states and 120 transitions: drawn in ${openMs.toFixed(0)} ms by React for development (goal ${goals.open}); frames while it is panned ${median(panned).toFixed(1)} ms, 95 % within ${percentile(panned, 0.95).toFixed(1)} (goal ${goals.frame.toFixed(1)}; at rest ${median(rest).toFixed(1)} and ${percentile(rest, 0.95).toFixed(1)})`,
  );
  // Other tests run beside this one: only what no busy machine explains fails it.
  expect(openMs).toBeLessThan(10 * goals.open);
  expect(median(panned)).toBeLessThan(3 * median(rest));
});
