import type { ChartLayout } from '#machines/export/chart-layout.ts';
import type { ChartModel, ChartState, ChartTransition } from '#machines/export/chart-model.ts';
import { boxLines, labelLines, sizes } from '#machines/export/chart-text.ts';
import { pathOf } from '#machines/export/svg.ts';
import { css, cx } from '#styled/css/index.js';
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, memo, type PointerEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '#src/ui/icon-button.tsx';
import { stateName } from './chart-words.ts';

const frame = css({ position: 'relative', border: 'hairline', borderRadius: 'md', backgroundColor: 'canvas', overflow: 'hidden' });
const scroller = css({
  maxHeight: '[min(70vh, 44rem)]',
  minHeight: '[12rem]',
  overflow: 'auto',
  overscrollBehavior: 'contain',
  cursor: 'grab',
  '&:active': { cursor: 'grabbing' },
  '&:focus-visible': { outline: 'focus', outlineOffset: '[-2px]' },
  _print: { maxHeight: '[none]', overflow: 'visible', '& svg': { width: 'full!', height: '[auto!]' } },
});
const picture = css({ display: 'block', marginInline: 'auto', fontFamily: 'sans' });
const zoom = css({
  position: 'absolute',
  top: '2',
  insetInlineEnd: '4',
  display: 'flex',
  gap: '0.5',
  padding: '0.5',
  border: 'hairline',
  borderRadius: 'md',
  backgroundColor: 'surface',
  _print: { display: 'none' },
});
const box = css({
  fill: 'surface',
  stroke: 'border.strong',
  cursor: 'pointer',
  '&[data-around]': { fill: 'canvas' },
  '&[data-region]': { strokeDasharray: '[5 4]' },
});
const boxActive = css({
  fill: 'accent.subtle',
  stroke: 'accent.solid',
  strokeWidth: '[2.5px]',
  '&[data-around]': { fill: 'canvas', strokeWidth: '[1.5px]' },
});
const boxWanted = css({ stroke: 'focus', strokeWidth: '[2.5px]' });
const end = css({ fill: '[none]', stroke: 'border.strong' });
const title = css({ fontSize: 'sm', fontWeight: 'semibold', fill: 'text', pointerEvents: 'none' });
const titleActive = css({ fill: 'accent.text' });
const line = css({ fontSize: '[11px]', fill: 'text.muted', pointerEvents: 'none' });
const lineTaken = css({ fill: 'success.text', fontWeight: 'semibold' });
const arrow = css({ fill: '[none]', stroke: 'text.muted', strokeWidth: '[1.25px]' });
const arrowTaken = css({ stroke: 'success.solid', strokeWidth: '[3px]' });
const label = css({
  fontSize: '[11px]',
  fill: 'text.muted',
  paintOrder: 'stroke',
  stroke: 'canvas',
  strokeWidth: '[3px]',
  pointerEvents: 'none',
});
const labelEvent = css({ fill: 'text' });
const labelTaken = css({ fill: 'success.text', fontWeight: 'semibold' });
const dot = css({ fill: 'text.muted' });
const dotActive = css({ fill: 'accent.solid' });
const dotTaken = css({ fill: 'success.solid' });

/** Zoom factors; the smallest shows the largest chart whole. */
const [least, readable, most, step] = [0.15, 0.65, 3, 1.25];

interface ChartPictureProps {
  readonly chart: ChartModel;
  readonly layout: ChartLayout;
  /** Ids of states and transitions, joined by spaces: as texts they are the same where nothing has changed. */
  readonly active: string;
  readonly took: string;
  readonly wanted: string | null;
  readonly onState: (id: string) => void;
}

/** The chart drawn. The browser scrolls it, by wheel, finger, keys or by dragging; the table below says the same in words. */
export function ChartPicture(props: ChartPictureProps) {
  const { chart, layout, active, wanted } = props;
  const scrolled = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  const fitting = () => Math.min(1, (scrolled.current?.clientWidth ?? layout.width) / layout.width);
  const fit = () => setScale(Math.max(least, fitting()));
  // A large chart begins where its texts can be read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each chart, when it is opened
  useLayoutEffect(() => setScale(Math.max(readable, fitting())), [chart.id]);
  const followed = useRef<{ active: string; wanted: string | null; target: string }>({ active: '', wanted: null, target: '' });
  // Shows what was entered or chosen last, within the picture alone: the page stays where it is.
  useLayoutEffect(() => {
    const known = followed.current.active.split('\n');
    const entered = active.split('\n').filter((id) => !known.includes(id));
    const innermost = entered.find((id, place) => !entered[place + 1]?.startsWith(`${id}.`));
    const chosen = wanted === followed.current.wanted ? null : wanted;
    followed.current = { active, wanted, target: chosen ?? innermost ?? followed.current.target };
    showState(scrolled.current, layout.states[followed.current.target], scale);
  }, [active, wanted, layout, scale]);
  const zoomBy = (factor: number) => setScale((current) => Math.max(least, Math.min(most, current * factor)));
  const onKey = (event: KeyboardEvent) => {
    const does = { '+': () => zoomBy(step), '=': () => zoomBy(step), '-': () => zoomBy(1 / step), '0': fit }[event.key];
    if (!does || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    does();
  };
  const helpId = useId();
  return (
    <div className={frame}>
      <section
        ref={scrolled}
        aria-label={`Chart of ${chart.id}`}
        aria-describedby={helpId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
        tabIndex={0}
        className={scroller}
        onKeyDown={onKey}
        onPointerDown={dragged(scrolled)}
      >
        <Drawn {...props} scale={scale} />
      </section>
      <div className={zoom}>
        <IconButton size="small" label="Zoom in" icon={<ZoomIn />} onClick={() => zoomBy(step)} />
        <IconButton size="small" label="Zoom out" icon={<ZoomOut />} onClick={() => zoomBy(1 / step)} />
        <IconButton size="small" label="Fit the chart" icon={<Maximize />} onClick={fit} />
      </div>
      <p id={helpId} hidden>
        Arrow keys scroll, plus and minus zoom, 0 fits. The table States and events says the same in words.
      </p>
    </div>
  );
}

/** Scrolls to a state that is not to be seen; to the beginning of one that is larger than the picture's room. */
function showState(
  element: HTMLElement | null,
  place: { x: number; y: number; width: number; height: number } | undefined,
  scale: number,
): void {
  if (!element || !place) return;
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = element;
  const [left, top] = [place.x * scale, place.y * scale];
  const right = left + Math.min(place.width * scale, clientWidth);
  const bottom = top + Math.min(place.height * scale, clientHeight);
  const isSeen = left >= scrollLeft && top >= scrollTop && right <= scrollLeft + clientWidth && bottom <= scrollTop + clientHeight;
  if (!isSeen) element.scrollTo((left + right - clientWidth) / 2, (top + bottom - clientHeight) / 2);
}

/** Scrolls while a mouse drags; a finger scrolls by itself. */
const dragged = (scrolled: RefObject<HTMLElement | null>) => (down: PointerEvent<HTMLElement>) => {
  const element = scrolled.current;
  if (!element || down.pointerType !== 'mouse' || down.button !== 0) return;
  const from = { x: element.scrollLeft + down.clientX, y: element.scrollTop + down.clientY };
  const move = (event: globalThis.PointerEvent) => element.scrollTo(from.x - event.clientX, from.y - event.clientY);
  const stop = new AbortController();
  window.addEventListener('pointermove', move, { signal: stop.signal });
  window.addEventListener('pointerup', () => stop.abort(), { signal: stop.signal });
  window.addEventListener('pointercancel', () => stop.abort(), { signal: stop.signal });
};

const Drawn = memo(function Drawn({ chart, layout, active, took, wanted, scale, onState }: ChartPictureProps & { readonly scale: number }) {
  const { width, height } = layout;
  const activeIds = new Set(active.split('\n'));
  const tookIds = new Set(took.split('\n'));
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
            id={`arrow-${kind}`}
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
          tookIds={tookIds}
          onState={onState}
        />
      ))}
      {Object.entries(layout.initials).map(([id, { x, y, points }]) => (
        <g key={id}>
          <circle className={dot} cx={x + sizes.dot / 2} cy={y + sizes.dot / 2} r={sizes.dot / 2} />
          <path className={arrow} d={pathOf(points)} markerEnd="url(#arrow-plain)" />
        </g>
      ))}
      {[...arrows].map(([path, isTaken]) => (
        <path key={path} className={cx(arrow, isTaken && arrowTaken)} d={path} markerEnd={`url(#arrow-${isTaken ? 'taken' : 'plain'})`} />
      ))}
      {chart.transitions.map((transition) => (
        <TransitionLabel key={transition.id} layout={layout} transition={transition} isTaken={tookIds.has(transition.id)} />
      ))}
    </svg>
  );
});

interface StateBoxProps {
  readonly chart: ChartModel;
  readonly layout: ChartLayout;
  readonly state: ChartState;
  readonly isActive: boolean;
  readonly isWanted: boolean;
  readonly tookIds: ReadonlySet<string>;
  readonly onState: (id: string) => void;
}

function StateBox({ chart, layout, state, isActive, isWanted, tookIds, onState }: StateBoxProps) {
  const place = layout.states[state.id];
  if (!place) return null;
  const { x, y, width, height } = place;
  const isAround = chart.states.some(({ parent }) => parent === state.id);
  const isRegion = chart.states.find(({ id }) => id === state.parent)?.type === 'parallel';
  const textX = x + sizes.padding;
  const firstLine = y + sizes.padding + sizes.title.height;
  return (
    // The table has a button for each state.
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <g onClick={() => onState(state.id)}>
      <title>{state.description}</title>
      <rect
        className={cx(box, isActive && boxActive, isWanted && boxWanted)}
        data-around={isAround ? '' : undefined}
        data-region={isRegion ? '' : undefined}
        x={x}
        y={y}
        width={width}
        height={height}
        rx={8}
      />
      {state.type === 'final' ? <rect className={end} x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx={6} /> : null}
      <text className={cx(title, isActive && titleActive)} x={textX} y={firstLine - 5}>
        {stateName(state) === chart.id ? chart.id : state.key}
      </text>
      {/* Not by colour alone. */}
      {isActive && !isAround ? <circle className={dotActive} cx={x + width - 10} cy={y + 10} r={4} /> : null}
      {boxLines(chart, state).map(({ text, transition }, index) => (
        <text
          key={`${transition}${text}`}
          className={cx(line, transition !== null && tookIds.has(transition) && lineTaken)}
          x={textX}
          y={firstLine + (index + 1) * sizes.line.height - 4}
        >
          {text}
        </text>
      ))}
    </g>
  );
}

interface TransitionLabelProps {
  readonly layout: ChartLayout;
  readonly transition: ChartTransition;
  readonly isTaken: boolean;
}

function TransitionLabel({ layout, transition, isTaken }: TransitionLabelProps) {
  const { points = [], label: place } = layout.transitions[transition.id] ?? {};
  if (!place || points.length === 0) return null;
  return labelLines(transition).map((text, index) => (
    <text
      key={text}
      className={cx(label, index === 0 && labelEvent, isTaken && labelTaken)}
      x={place.x + sizes.labelGap}
      y={place.y + (index + 1) * sizes.line.height - 3}
    >
      {text}
    </text>
  ));
}
