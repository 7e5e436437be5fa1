import type { ChartLayout } from '#machines/export/chart-layout.ts';
import type { ChartModel } from '#machines/export/chart.types.ts';
import { sizes } from '#machines/export/chart-text.ts';
import { pathOf } from '#machines/export/svg.ts';
import { css } from '#styled/css/index.js';
import { memo, useId } from 'react';
import { StateBox, StateText } from './state-box.tsx';
import { TransitionLabel } from './transition-label.tsx';

const picture = css({ display: 'block', marginInline: 'auto', fontFamily: 'sans' });
// `css.raw` where `css` merges it with another style: of two joined classes, the order of the style sheet would decide.
const arrow = css.raw({ fill: '[none]', stroke: 'text.muted', strokeWidth: '[1.25px]' });
const arrowTaken = css.raw({ stroke: 'success.solid', strokeWidth: '[3px]' });
const dot = css({ fill: 'text.muted' });
const dotTaken = css({ fill: 'success.solid' });

export interface ChartDrawingProps {
  readonly chart: ChartModel;
  readonly layout: ChartLayout;
  /** Ids of states and transitions, joined by spaces: as texts they are the same where nothing has changed. */
  readonly active: string;
  readonly took: string;
  readonly wanted: string | null;
  /** `added` or `changed` and the id of a state or transition, a line each, where the chart is compared with another. */
  readonly marks: string;
  /** Ids of transitions that a click takes, as where a path is made step by step. */
  readonly offered: string;
  readonly scale: number;
  /** Ids of states that can be collapsed and expanded, a line each. */
  readonly collapsible: string;
  readonly onState: (id: string) => void;
  readonly onTransition: (id: string) => void;
  /** Collapses or expands a state. */
  readonly onToggle: (id: string) => void;
  readonly onMachine: (id: string) => void;
}

/** The states and arrows of a chart, in their places. */
export const ChartDrawing = memo(function ChartDrawing(props: ChartDrawingProps) {
  const { chart, layout, active, took, wanted, marks, offered, scale, collapsible, onState, onTransition, onToggle, onMachine } = props;
  const { width, height } = layout;
  // The page and the drawer may show a chart each, and ids hold for the whole document.
  const markerId = useId();
  const arrowHead = (kind: 'plain' | 'taken') => `url(#${markerId}-${kind})`;
  const activeIds = new Set(active.split('\n'));
  const tookIds = new Set(took.split('\n'));
  const collapsibleIds = new Set(collapsible.split('\n'));
  const offeredIds = new Set(offered.split('\n'));
  const markLines = new Set(marks.split('\n'));
  const markOf = (id: string) => (['added', 'changed'] as const).find((kind) => markLines.has(`${kind} ${id}`)) ?? null;
  const taken = (id: string) => (offeredIds.has(id) ? () => onTransition(id) : undefined);
  const arrows = new Map<string, boolean>();
  for (const { id } of chart.transitions) {
    const points = layout.transitions[id]?.points ?? [];
    if (points.length > 0) arrows.set(pathOf(points), (arrows.get(pathOf(points)) ?? false) || tookIds.has(id));
  }
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      width={width * scale}
      height={height * scale}
      aria-hidden="true"
      className={picture}
    >
      <defs>
        {(['plain', 'taken'] as const).map((kind) => (
          <marker
            key={kind}
            id={`${markerId}-${kind}`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path className={kind === 'taken' ? dotTaken : dot} d="M0 0.5 8 4 0 7.5z" />
          </marker>
        ))}
      </defs>
      {chart.states.map((state) => (
        <StateBox
          key={state.id}
          chart={chart}
          layout={layout}
          state={state}
          isActive={activeIds.has(state.id)}
          isWanted={state.id === wanted}
          mark={markOf(state.id)}
          onState={onState}
        />
      ))}
      {Object.entries(layout.initials).map(([id, { x, y, points }]) => (
        <g key={id}>
          <circle className={dot} cx={x + sizes.dot / 2} cy={y + sizes.dot / 2} r={sizes.dot / 2} />
          <path className={css(arrow)} d={pathOf(points)} markerEnd={arrowHead('plain')} />
        </g>
      ))}
      {[...arrows].map(([path, isTaken]) => (
        <path key={path} className={css(arrow, isTaken && arrowTaken)} d={path} markerEnd={arrowHead(isTaken ? 'taken' : 'plain')} />
      ))}
      {chart.states.map((state) => (
        <StateText
          key={state.id}
          chart={chart}
          layout={layout}
          state={state}
          isActive={activeIds.has(state.id)}
          tookIds={tookIds}
          taken={taken}
          onToggle={collapsibleIds.has(state.id) ? onToggle : null}
          onMachine={onMachine}
        />
      ))}
      {chart.transitions.map((transition) => (
        <TransitionLabel
          key={transition.id}
          chart={chart}
          layout={layout}
          transition={transition}
          isTaken={tookIds.has(transition.id)}
          mark={markOf(transition.id)}
          onTake={taken(transition.id)}
        />
      ))}
    </svg>
  );
});
