import type { ChartLayout } from '#machines/export/chart-layout.ts';
import type { ChartModel } from '#machines/export/chart.types.ts';
import { css } from '#styled/css/index.js';
import type { PointerEvent, Ref } from 'react';

/** px. */
const most = { width: 168, height: 112 };

const place = css({
  position: 'absolute',
  insetInlineEnd: '3',
  bottom: '3',
  display: { base: 'none', md: 'block' },
  border: 'hairline',
  borderRadius: 'md',
  backgroundColor: 'surface',
  boxShadow: 'overlay',
  cursor: 'pointer',
  touchAction: 'none',
  overflow: 'hidden',
  _print: { display: 'none' },
});
const box = css({
  fill: 'canvas',
  stroke: 'border.strong',
  vectorEffect: 'non-scaling-stroke',
  '&[data-active]': { fill: 'accent.subtle', stroke: 'accent.solid' },
});
const viewStyle = css({
  fill: 'accent.solid',
  fillOpacity: '0.15',
  stroke: 'accent.solid',
  strokeWidth: '[2px]',
  vectorEffect: 'non-scaling-stroke',
});

interface ChartOverviewProps {
  readonly chart: ChartModel;
  readonly layout: ChartLayout;
  readonly active: string;
  /** The part of the chart that is seen; whoever scrolls moves it, without drawing anything else. */
  readonly view: Ref<SVGRectElement>;
  /** A place of the chart is to be in the middle. */
  readonly onMove: (x: number, y: number) => void;
}

/** The whole chart, small, where only a part of it is seen. The keys scroll the chart itself. */
export function ChartOverview({ chart, layout, active, view, onMove }: ChartOverviewProps) {
  const scale = Math.min(most.width / layout.width, most.height / layout.height);
  const activeIds = new Set(active.split('\n'));
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    onMove((event.clientX - left) / scale, (event.clientY - top) / scale);
  };
  return (
    <svg
      aria-hidden="true"
      className={place}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      width={layout.width * scale}
      height={layout.height * scale}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        move(event);
      }}
      onPointerMove={(event) => (event.currentTarget.hasPointerCapture(event.pointerId) ? move(event) : undefined)}
    >
      {chart.states.map(({ id }) => {
        const at = layout.states[id];
        return at ? <rect key={id} className={box} data-active={activeIds.has(id) ? '' : undefined} {...at} /> : null;
      })}
      <rect ref={view} className={viewStyle} />
    </svg>
  );
}
