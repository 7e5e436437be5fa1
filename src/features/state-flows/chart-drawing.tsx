import type { ChartLayout } from '#machines/export/chart-layout.ts';
import type { ChartModel, ChartState } from '#machines/export/chart.types.ts';
import { boxLines, headerHeight, hasInnerStates, sizes } from '#machines/export/chart-text.ts';
import { pathOf } from '#machines/export/svg.ts';
import { css } from '#styled/css/index.js';
import { memo, useId } from 'react';
import { stateName } from './chart-states.ts';
import { type ChartMark, halo, labelOffered, TransitionLabel } from './transition-label.tsx';

const picture = css({ display: 'block', marginInline: 'auto', fontFamily: 'sans' });
// `css.raw` where `css` merges it with another style: of two joined classes, the order of the style sheet would decide.
const box = css.raw({
  fill: 'surface',
  stroke: 'border.strong',
  cursor: 'pointer',
  '&[data-compound]': { fill: 'canvas' },
  '&[data-region]': { strokeDasharray: '[5 4]' },
});
const boxActive = css.raw({
  fill: 'accent.subtle',
  stroke: 'accent.solid',
  strokeWidth: '[2.5px]',
  '&[data-compound]': { fill: 'canvas', strokeWidth: '[1.5px]' },
});
const boxWanted = css.raw({ stroke: 'focus', strokeWidth: '[2.5px]' });
const boxMarks = {
  added: css.raw({ stroke: 'success.solid', strokeWidth: '[3px]' }),
  changed: css.raw({ stroke: 'warning.solid', strokeWidth: '[3px]' }),
};
const end = css({ fill: '[none]', stroke: 'border.strong' });
const inBox = css(halo, {
  stroke: 'surface',
  '&[data-compound]': { stroke: 'canvas' },
  '&[data-active]:not([data-compound])': { stroke: 'accent.subtle' },
});
/** Covers the arrows that lead into the box, so that none crosses the texts; they go on below it. */
const header = css({ fill: 'canvas', stroke: '[none]' });
const divider = css({ stroke: 'border.strong', strokeWidth: '[1px]' });
const title = css.raw({ fontSize: 'sm', fontWeight: 'semibold', fill: 'text' });
const titleActive = css.raw({ fill: 'accent.text' });
const line = css.raw({ fontSize: '[11px]', fill: 'text.muted' });
const lineTaken = css.raw({ fill: 'success.text', fontWeight: 'semibold' });
const arrow = css.raw({ fill: '[none]', stroke: 'text.muted', strokeWidth: '[1.25px]' });
const arrowTaken = css.raw({ stroke: 'success.solid', strokeWidth: '[3px]' });
const dot = css({ fill: 'text.muted' });
const dotActive = css({ fill: 'accent.solid' });
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
  readonly onState: (id: string) => void;
  readonly onTransition: (id: string) => void;
}

/** The states and arrows of a chart, in their places. */
export const ChartDrawing = memo(function ChartDrawing(props: ChartDrawingProps) {
  const { chart, layout, active, took, wanted, marks, offered, scale, onState, onTransition } = props;
  const { width, height } = layout;
  // The page and the drawer may show a chart each, and ids hold for the whole document.
  const markerId = useId();
  const arrowHead = (kind: 'plain' | 'taken') => `url(#${markerId}-${kind})`;
  const activeIds = new Set(active.split('\n'));
  const tookIds = new Set(took.split('\n'));
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

interface StateProps {
  readonly chart: ChartModel;
  readonly layout: ChartLayout;
  readonly state: ChartState;
  readonly isActive: boolean;
}

interface StateBoxProps extends StateProps {
  readonly isWanted: boolean;
  readonly mark: ChartMark;
  readonly onState: (id: string) => void;
}

function StateBox({ chart, layout, state, isActive, isWanted, mark, onState }: StateBoxProps) {
  const place = layout.states[state.id];
  if (!place) return null;
  const { x, y, width, height } = place;
  const hasInner = hasInnerStates(chart, state);
  const isRegion = chart.states.find(({ id }) => id === state.parent)?.type === 'parallel';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the picture is hidden from screen readers and keys; the table has a button for each state
    <g onClick={() => onState(state.id)}>
      <title>{state.description}</title>
      <rect
        className={css(box, isActive && boxActive, mark && boxMarks[mark], isWanted && boxWanted)}
        data-compound={hasInner ? '' : undefined}
        data-region={isRegion ? '' : undefined}
        x={x}
        y={y}
        width={width}
        height={height}
        rx={8}
      />
      {state.type === 'final' ? <rect className={end} x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx={6} /> : null}
      {/* Not by colour alone. */}
      {isActive && !hasInner ? <circle className={dotActive} cx={x + width - 7} cy={y + 7} r={4} /> : null}
    </g>
  );
}

interface StateTextProps extends StateProps {
  readonly tookIds: ReadonlySet<string>;
  /** What a click on a transition does; undefined where it does nothing. */
  readonly taken: (id: string) => (() => void) | undefined;
}

/** What stands in the box of a state, above the arrows that lead into it. */
function StateText({ chart, layout, state, isActive, tookIds, taken }: StateTextProps) {
  const place = layout.states[state.id];
  if (!place) return null;
  const hasInner = hasInnerStates(chart, state);
  const { x, y, width } = place;
  const height = headerHeight(chart, state);
  const textX = place.x + sizes.padding;
  const firstLine = place.y + sizes.padding + sizes.title.height;
  return (
    <g className={inBox} data-compound={hasInner ? '' : undefined} data-active={isActive ? '' : undefined}>
      {hasInner ? (
        <>
          <rect className={header} x={x + 1} y={y + 1} width={width - 2} height={height - 1} rx={7} />
          <path className={divider} d={`M${x} ${y + height}h${width}`} />
        </>
      ) : null}
      <text className={css(title, isActive && titleActive)} x={textX} y={firstLine - 5}>
        {stateName(state) === chart.id ? chart.id : state.key}
      </text>
      {boxLines(chart, state).map(({ text, transition }, index) => {
        const lineY = firstLine + (index + 1) * sizes.line.height - 4;
        const onTake = transition === null ? undefined : taken(transition);
        const look = css(line, transition !== null && tookIds.has(transition) && lineTaken, onTake && labelOffered);
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the picture is hidden from screen readers and keys; the panel has a button for each event
          <text key={lineY} className={look} x={textX} y={lineY} onClick={onTake}>
            {text}
          </text>
        );
      })}
    </g>
  );
}
