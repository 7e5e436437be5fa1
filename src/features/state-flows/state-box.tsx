import type { ChartLayout } from '#machines/export/chart-layout.ts';
import type { ChartModel, ChartState } from '#machines/export/chart.types.ts';
import { toggleSize } from '#machines/export/collapse-chart.ts';
import { boxLines, headerHeight, hasInnerStates, sizes } from '#machines/export/chart-text.ts';
import { css } from '#styled/css/index.js';
import { stateName } from './chart-states.ts';
import { type ChartMark, halo, labelOffered } from './transition-label.tsx';

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
const dotActive = css({ fill: 'accent.solid' });
const toggle = css({ cursor: 'pointer', pointerEvents: 'auto' });
const toggleBox = css({ fill: 'surface', stroke: 'border.strong', strokeWidth: '[1px]', _hover: { fill: 'surface.hover' } });
const toggleSign = css({ fill: '[none]', stroke: 'text', strokeWidth: '[1.5px]' });

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

/** The box of a state; the arrows are drawn above it. */
export function StateBox({ chart, layout, state, isActive, isWanted, mark, onState }: StateBoxProps) {
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
  /** Null: it has no states inside, or is the machine itself. */
  readonly onToggle: ((id: string) => void) | null;
  readonly onMachine: (id: string) => void;
}

/** What stands in the box of a state, above the arrows that lead into it. */
export function StateText({ chart, layout, state, isActive, tookIds, taken, onToggle, onMachine }: StateTextProps) {
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
      {onToggle ? <Toggle x={x + width - toggleSize - 5} y={y + 6} isOpen={hasInner} onToggle={() => onToggle(state.id)} /> : null}
      {boxLines(chart, state).map(({ text, transition, machine }, index) => {
        const lineY = firstLine + (index + 1) * sizes.line.height - 4;
        const take = transition === null ? undefined : taken(transition);
        const onTake = machine === null ? take : () => onMachine(machine);
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

interface ToggleProps {
  readonly x: number;
  readonly y: number;
  /** What is inside is shown. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Toggle({ x, y, isOpen, onToggle }: ToggleProps) {
  const middle = toggleSize / 2;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the picture is hidden from screen readers and keys; the table has a button for each state
    <g transform={`translate(${x} ${y})`} className={toggle} onClick={onToggle}>
      <title>{isOpen ? 'Collapse' : 'Expand'}</title>
      <rect className={toggleBox} width={toggleSize} height={toggleSize} rx={4} />
      <path className={toggleSign} d={`M4 ${middle}H${toggleSize - 4}${isOpen ? '' : `M${middle} 4V${toggleSize - 4}`}`} />
    </g>
  );
}
