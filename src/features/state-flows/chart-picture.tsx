import { css } from '#styled/css/index.js';
import { ChevronsDownUp, ChevronsUpDown, Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ChartOverview } from './chart-overview.tsx';
import { ChartDrawing, type ChartDrawingProps } from './chart-drawing.tsx';
import { stateAround, stateName, stateToShow } from './chart-states.ts';

const frame = css({
  display: 'flex',
  flexDirection: 'column',
  // Of the drawer; on the page, where nothing around it is a container, of the window.
  maxHeight: '[min(70cqh, 44rem)]',
  border: 'hairline',
  borderRadius: 'md',
  backgroundColor: 'canvas',
  overflow: 'hidden',
  _lowBox: { maxHeight: '[100cqh]' },
  _print: { display: 'block', maxHeight: '[none]' },
});
const paneStyle = css({ position: 'relative', display: 'flex', flex: '1', minHeight: '0', _print: { display: 'block' } });
const scroller = css({
  flex: '1',
  minWidth: '0',
  minHeight: '[12rem]',
  overflow: 'auto',
  overscrollBehavior: 'contain',
  cursor: 'grab',
  '&:active': { cursor: 'grabbing' },
  '&:focus-visible': { outline: 'focus', outlineOffset: '[-2px]' },
  // On one sheet, and not larger than it is.
  _print: { overflow: 'visible', '& svg': { maxWidth: 'full', height: '[auto!]', maxHeight: '[240mm]' } },
});
const bar = css({
  display: 'flex',
  alignItems: 'center',
  gap: '0.5',
  padding: '0.5',
  borderBottom: 'hairline',
  backgroundColor: 'surface',
  _print: { display: 'none' },
});
const where = css({
  flex: '1',
  minWidth: '0',
  paddingInlineStart: '2',
  fontSize: 'xs',
  color: 'text.muted',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
/**
 * Zoom factors. The smallest shows the largest chart whole. Texts of 10 px are the smallest that are read with ease; a chart that fits when
 * it is a little smaller still opens whole, since otherwise its edge would be cut off.
 */
const [least, readable, stillReadable, most, step] = [0.15, 0.9, 0.85, 3, 1.25];

type ChartPictureProps = Omit<ChartDrawingProps, 'scale'> & {
  /** A path or a recording is gone through: every step of it is shown. */
  readonly isPlayed: boolean;
  /** Collapses all states that can be, or expands them. */
  readonly onToggleAll: (isCollapsed: boolean) => void;
};

/** The chart drawn. The browser scrolls it, by wheel, finger, keys or by dragging; the table below says the same in words. */
export function ChartPicture({ isPlayed, onToggleAll, ...props }: ChartPictureProps) {
  const { chart, layout, active, took, wanted } = props;
  const scrolled = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  const fitting = () => Math.min(1, (scrolled.current?.clientWidth ?? layout.width) / layout.width);
  const fit = () => setScale(Math.max(least, fitting()));
  // A large chart begins where its texts can be read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each chart, when it is opened
  useLayoutEffect(() => setScale(fitting() < stillReadable ? readable : fitting()), [chart.id]);
  const followed = useRef<{ active: string; wanted: string | null; target: string }>({ active: '', wanted: null, target: '' });
  /** Where the chart begins: the corner of a large one may be empty. */
  const beginning = chart.states.find(({ parent }) => parent === null)?.initial ?? '';
  // Shows what was entered or chosen last, within the picture alone: the page stays where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was taken leads to a place only where it has changed the active states
  useLayoutEffect(() => {
    const known = followed.current.active.split('\n');
    const now = active.split('\n');
    const step = { active: now, entered: now.filter((id) => !known.includes(id)), took: isPlayed ? [] : took.split('\n') };
    const chosen = wanted === followed.current.wanted ? null : wanted;
    const { target } = followed.current;
    followed.current = { active, wanted, target: chosen || stateToShow(chart, step, target) || target || beginning };
    showState(scrolled.current, layout.states[followed.current.target], scale);
  }, [active, wanted, layout, scale, beginning]);
  useEffect(() => {
    const { current: element } = scrolled;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => showState(element, layout.states[followed.current.target], scale));
    observer.observe(element);
    return () => observer.disconnect();
  }, [layout, scale]);
  /** The surroundings of what is seen: their names may be out of view. */
  const [around, setAround] = useState('');
  const [isPart, setIsPart] = useState(false);
  const seen = useRef<SVGRectElement>(null);
  const look = () => {
    const { current: element } = scrolled;
    if (!element) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = element;
    const isWhole = scrollWidth <= clientWidth && scrollHeight <= clientHeight;
    const middle = {
      x: (scrollLeft + Math.min(clientWidth, layout.width * scale) / 2) / scale,
      y: (scrollTop + Math.min(clientHeight, layout.height * scale) / 2) / scale,
    };
    setIsPart(!isWhole);
    const view = { x: scrollLeft, y: scrollTop, width: clientWidth, height: clientHeight };
    for (const [name, value] of Object.entries(view)) seen.current?.setAttribute(name, String(value / scale));
    const state = isWhole ? null : stateAround(chart, layout, middle);
    setAround(state ? stateName(state) : '');
  };
  useLayoutEffect(look);
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
      <div className={bar}>
        <span className={where} aria-hidden="true">
          {around === '' ? null : `In view: ${around}`}
        </span>
        {props.collapsible === '' ? null : (
          <>
            <IconButton size="small" label="Collapse all" icon={<ChevronsDownUp />} onClick={() => onToggleAll(true)} />
            <IconButton size="small" label="Expand all" icon={<ChevronsUpDown />} onClick={() => onToggleAll(false)} />
          </>
        )}
        <IconButton size="small" label="Zoom in" icon={<ZoomIn />} onClick={() => zoomBy(step)} />
        <IconButton size="small" label="Zoom out" icon={<ZoomOut />} onClick={() => zoomBy(1 / step)} />
        <IconButton size="small" label="Fit the chart" icon={<Maximize />} onClick={fit} />
      </div>
      <div className={paneStyle}>
        <section
          ref={scrolled}
          aria-label={`Chart of ${chart.id}`}
          aria-describedby={helpId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
          tabIndex={0}
          className={scroller}
          onKeyDown={onKey}
          onScroll={look}
          onPointerDown={scrollByDragging(scrolled)}
        >
          <ChartDrawing {...props} scale={scale} />
        </section>
        {isPart ? (
          <ChartOverview
            chart={chart}
            layout={layout}
            active={active}
            view={seen}
            onMove={(x, y) => {
              const { current: element } = scrolled;
              element?.scrollTo(x * scale - element.clientWidth / 2, y * scale - element.clientHeight / 2);
            }}
          />
        ) : null}
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
const scrollByDragging = (scrolled: RefObject<HTMLElement | null>) => (down: PointerEvent<HTMLElement>) => {
  const element = scrolled.current;
  if (!element || down.pointerType !== 'mouse' || down.button !== 0) return;
  const from = { x: element.scrollLeft + down.clientX, y: element.scrollTop + down.clientY };
  const move = (event: globalThis.PointerEvent) => element.scrollTo(from.x - event.clientX, from.y - event.clientY);
  const stop = new AbortController();
  window.addEventListener('pointermove', move, { signal: stop.signal });
  window.addEventListener('pointerup', () => stop.abort(), { signal: stop.signal });
  window.addEventListener('pointercancel', () => stop.abort(), { signal: stop.signal });
};
