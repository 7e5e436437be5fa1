import { dataOf, type Interval, numberIn, textIn, type TraceEvent } from './events.ts';
import type { Segment } from './main-thread.ts';
import type { Frame, Sample } from './profile.ts';
import type { PlaceOf } from './sources.ts';
import { kindOfEvent, type Span, spanOfFile } from './spans.ts';

/** A stretch of a step. */
export interface Piece extends Interval {
  readonly span: Span;
  /** The source file, and in it the function; or the event; or what was waited for. */
  readonly what: string;
}

type Owner = Pick<Piece, 'span' | 'what'>;

function ownerOf(frame: Frame, placeOf: PlaceOf, exact: ReturnType<PlaceOf> = null): Owner {
  // Scripts without an address are the stopwatch's and the test tool's.
  if (frame.url === '') return { span: 'measuring', what: frame.name || 'the test tool' };
  const declared = placeOf(frame.url, frame.line, frame.column);
  const place = exact ?? declared;
  if (!place) return { span: 'console', what: `${new URL(frame.url).pathname} ${frame.name}` };
  const name = declared ? `${declared.name ?? frame.name}:${declared.line}` : frame.name;
  return { span: spanOfFile(place.file), what: `${place.file} ${name}` };
}

/** Whose a sample is: the innermost function that is the console's, a package's or the test tool's, not what it calls of the browser. */
function ownerOfSample({ stack, line, column }: Sample, placeOf: PlaceOf): Owner | null {
  const [top] = stack;
  if (!top) return null;
  if (top.name === '(garbage collector)') return { span: 'gc', what: top.name };
  const at = stack.findIndex(({ isScript }) => isScript);
  const frame = stack[at];
  if (!frame) return null;
  const exact = at === 0 && line > 0 ? placeOf(frame.url, line - 1, Math.max(0, column - 1)) : null;
  const owner = ownerOf(frame, placeOf, exact);
  return at > 0 && top.name !== '' ? { ...owner, what: `${owner.what} > ${top.name}` } : owner;
}

/** Between two samples a short call may have come and gone: its event says whose it is. */
function ownerOfCall(open: readonly TraceEvent[], placeOf: PlaceOf): Owner | null {
  const call = open.findLast(({ name }) => name === 'FunctionCall');
  const data = call ? dataOf(call) : {};
  if (!call || (numberIn(data, 'lineNumber') ?? 0) <= 0 || textIn(data, 'scriptId') === '0') return null;
  const frame = {
    name: textIn(data, 'functionName'),
    url: textIn(data, 'url'),
    isScript: true,
    line: (numberIn(data, 'lineNumber') ?? 1) - 1,
    column: Math.max(0, (numberIn(data, 'columnNumber') ?? 1) - 1),
  };
  return ownerOf(frame, placeOf);
}

/** Which script asked for a style or a layout at once, where one did. The frame asks for them anyway, but once and later. */
export function forcedBy(segment: Segment, samples: readonly Sample[], placeOf: PlaceOf): string {
  const { open } = segment;
  if (!open.some(({ name }) => kindOfEvent(name) === 'script')) return '';
  const owner =
    within(samples, segment)
      .map((sample) => ownerOfSample(sample, placeOf))
      .find((each) => each !== null) ?? ownerOfCall(open, placeOf);
  return owner ? ` for ${owner.what}` : '';
}

/** Else the browser is on its way into a script or out of it: that belongs to what it calls the script for. */
function ownerAround(open: readonly TraceEvent[]): Owner {
  for (const { name } of open.toReversed()) {
    const kind = kindOfEvent(name);
    if (kind !== null && kind !== 'script' && kind !== 'evaluating') return { span: kind, what: name };
  }
  return { span: 'browser', what: open.at(-1)?.name ?? '' };
}

/** The samples that overlap a stretch, by bisection: there are thousands of both. */
function within(samples: readonly Sample[], { from, to }: Interval): readonly Sample[] {
  let [low, high] = [0, samples.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((samples[middle]?.to ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while ((samples[end]?.from ?? Infinity) < to) end += 1;
  return samples.slice(low, end);
}

/** Splits a stretch of script by the profile's samples. A sample counts until the next, and the first from the beginning. */
export function piecesOfScript(segment: Segment, samples: readonly Sample[], placeOf: PlaceOf): readonly Piece[] {
  const { from, to, open } = segment;
  const isEvaluating = open.some(({ name }) => kindOfEvent(name) === 'evaluating');
  const counted = (owner: Owner): Owner =>
    isEvaluating && owner.span !== 'gc' && owner.span !== 'measuring' ? { ...owner, span: 'evaluate' } : owner;
  const found = within(samples, segment).flatMap((sample) => {
    const owner = ownerOfSample(sample, placeOf);
    return owner ? [{ at: sample.from, owner }] : [];
  });
  if (found.length === 0) return [{ from, to, ...counted(ownerOfCall(open, placeOf) ?? ownerAround(open)) }];
  return found.flatMap(({ at, owner }, i) => {
    const piece = { from: i === 0 ? from : Math.max(at, from), to: Math.min(found[i + 1]?.at ?? to, to), ...counted(owner) };
    return piece.to > piece.from ? [piece] : [];
  });
}
