import { type Interval, isOf, type Thread, type TraceEvent } from './events.ts';
import { segmentsOf } from './main-thread.ts';
import { onProcessor } from './processor.ts';
import { samplesOf } from './profile.ts';
import { forcedBy, type Piece, piecesOfScript } from './script.ts';
import type { PlaceOf } from './sources.ts';
import { kindOfEvent, type Span } from './spans.ts';
import type { Wait } from './wait.ts';
import { waitsOf } from './waits.ts';

/** Where several things are outstanding, the first of these is what the page waits for. */
const precedence: readonly Span[] = ['network', 'serviceWorker', 'indexedDb', 'frame', 'timer', 'browser'];

/** What ended a wait says best what was waited for. */
const enders: readonly (readonly [RegExp, Span])[] = [
  [/^IDB/, 'indexedDb'],
  [/^(BeginMainThreadFrame|FireAnimationFrame)$/, 'frame'],
  [/^TimerFire$/, 'timer'],
];

function piecesOfWait(stretch: Interval, waits: readonly Wait[], next: readonly TraceEvent[]): readonly Piece[] {
  const ender = enders.find(([pattern]) => next.some(({ name }) => pattern.test(name)))?.[1];
  const during = waits.filter(({ from, to }) => from < stretch.to && to > stretch.from);
  const cuts = [...new Set([stretch.from, stretch.to, ...during.flatMap(({ from, to }) => [from, to])])]
    .filter((at) => at >= stretch.from && at <= stretch.to)
    .sort((one, other) => one - other);
  return cuts.slice(1).map((to, i) => {
    const from = cuts[i] ?? stretch.from;
    const open = during.filter((wait) => wait.from <= from && wait.to >= to);
    const has = (span: Span) => open.some((wait) => wait.span === span);
    const navigation = open.find(({ isNavigation }) => isNavigation)?.span;
    const span = navigation ?? (ender && has(ender) ? ender : (precedence.find(has) ?? 'idle'));
    const whats = new Set(open.filter((wait) => wait.span === span).map(({ what }) => what));
    return { from, to, span, what: [...whats].join(', ') || 'nothing is outstanding' };
  });
}

/** What the thread does while these events are open, and which of them says so: the innermost that says something. */
function kindOf(open: readonly TraceEvent[]) {
  const event = open.findLast(({ name }) => kindOfEvent(name) !== null);
  return { kind: event ? kindOfEvent(event.name) : null, name: (event ?? open.at(-1))?.name ?? '' };
}

/** Splits off what the thread waited for a processor: beside other work on the machine that is the noise of that work. */
function withoutProcessor(piece: Piece, used: number): readonly Piece[] {
  const until = piece.from + used;
  const pieces: readonly Piece[] = [
    { ...piece, to: until },
    { ...piece, from: until, span: 'processor' },
  ];
  return pieces.filter(({ from, to }) => to > from);
}

/** Leaving the page before is the browser's, whatever that page does then. */
const ofPageBefore = (piece: Piece): Piece => ({ ...piece, span: 'browser', what: `the page before: ${piece.what}` });

export interface Attributed {
  /** In the order of time, without gaps and overlaps. */
  readonly pieces: readonly Piece[];
  readonly waits: readonly Wait[];
}

/** Attributes every moment between two to one span: what the thread does, or else what it waits for. */
export function attribute(events: readonly TraceEvent[], thread: Thread, window: Interval, placeOf: PlaceOf): Attributed {
  const own = events.filter(isOf(thread));
  const samples = samplesOf(events, thread);
  const waits = waitsOf(events, thread, window);
  const used = onProcessor(own);
  const segments = segmentsOf(own, window);
  const committed = own.find(({ name, ts }) => name === 'CommitLoad' && ts >= window.from && ts < window.to)?.ts ?? window.from;
  const pieces = segments.flatMap((segment, i): readonly Piece[] => {
    const { from, to, open } = segment;
    if (open.length === 0) {
      const task = segments[i + 1]?.open[0];
      const end = task ? task.ts + (task.dur ?? 0) : to;
      return piecesOfWait(
        segment,
        waits,
        own.filter(({ ts }) => ts >= to && ts < end),
      );
    }
    const { kind, name } = kindOf(open);
    const isScript = kind === 'script' || kind === 'evaluating';
    const busy = isScript
      ? piecesOfScript(segment, samples, placeOf)
      : [{ from, to, span: kind ?? ('browser' as const), what: kind === 'style' ? `${name}${forcedBy(segment, samples, placeOf)}` : name }];
    return busy.flatMap((piece) => withoutProcessor(from < committed ? ofPageBefore(piece) : piece, used(piece)));
  });
  return { pieces, waits };
}
