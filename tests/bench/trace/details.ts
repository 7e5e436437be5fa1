import { dataOf, type Interval, numberIn, textIn, type TraceEvent } from './events.ts';
import type { Piece } from './script.ts';
import { spans } from './spans.ts';
import { meanBy, msOf, type Run } from './summary.ts';

const top = 10;
/** A shorter stretch is not worth a line. ms. */
const worthALine = 1;

const line = (value: number, text: string) => `  ${value.toFixed(2).padStart(8)}  ${text}`;
const isWork = ({ span }: Piece) => !['processor', 'network', 'serviceWorker', 'frame', 'timer', 'idle'].includes(span);

function heaviest(runs: readonly Run[], keyOf: (piece: Piece) => string): readonly string[] {
  const worked = runs.map((run) => ({ ...run, pieces: run.pieces.filter(isWork) }));
  return meanBy(worked, keyOf)
    .slice(0, top)
    .map(([key, ms]) => line(ms, key));
}

/** A file is a path, of the sources or on the server; whatever else there is has no functions. */
const fileOf = ({ span, what }: Piece) => `${spans[span]}: ${/^\S*\/\S+(?= )/.exec(what)?.[0] ?? what.replace(/ for .*/, '')}`;
const functionOf = ({ span, what }: Piece) => `${spans[span]}: ${what}`;

/** When something begins and ends, in ms after the begin of the step. */
const at = ({ from, to }: Interval, { window }: Run) =>
  `  ${((from - window.from) / 1000).toFixed(1).padStart(8)} – ${((to - window.from) / 1000).toFixed(1).padStart(6)}`;

/** Scripts that V8 compiled anew, where a stored compilation was not there or was refused. */
function compiled({ events, window }: Run): readonly string[] {
  const during = events.filter(
    ({ name, pid, ts }) => /^v8\.compile(Module)?$/.test(name) && pid === window.thread.pid && ts >= window.from && ts <= window.to,
  );
  const cached = during.filter(
    (event) => (numberIn(dataOf(event), 'consumedCacheSize') ?? 0) > 0 && dataOf(event)['cacheRejected'] !== true,
  );
  const named = (event: TraceEvent) => textIn(dataOf(event), 'url').replace(/^https?:\/\/[^/]+/, '');
  const anew = during.filter((event) => !cached.includes(event)).map(named);
  return [`  ${cached.length} of ${during.length} scripts from the code cache`, ...(anew.length > 0 ? [`  anew: ${anew.join(' ')}`] : [])];
}

/** What the service worker did for the page meanwhile: its thread is another. */
function serviceWorker(run: Run): readonly string[] {
  return run.events
    .filter(
      ({ name, ph, ts }) =>
        name === 'ServiceWorkerGlobalScope::DispatchFetchEventInternal' && ph === 'X' && ts >= run.window.from && ts <= run.window.to,
    )
    .map((event) => {
      const answer = run.events.find(
        ({ name, ph, ts, pid, tid }) =>
          ph === 'X' &&
          /^ServiceWorkerGlobalScope::RespondToFetchEvent/.test(name) &&
          pid === event.pid &&
          tid === event.tid &&
          ts >= event.ts + (event.dur ?? 0),
      );
      return `${at({ from: event.ts, to: answer ? answer.ts + (answer.dur ?? 0) : event.ts }, run)}  fetch event ${textIn(event.args, 'url').replace(/^https?:\/\/[^/]+/, '')}`;
    });
}

interface Stretch extends Interval {
  readonly span: Piece['span'];
  /** What it consists of, and how long each of it had a processor. */
  readonly whats: Map<string, number>;
}

/** Neighbours of one span as one, with what they waited for a processor. */
function merged(pieces: readonly Piece[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const { from, to, span, what } of pieces) {
    const last = stretches.at(-1);
    const joins = last && (span === 'processor' || span === last.span);
    const whats = joins ? last.whats : new Map<string, number>();
    if (span !== 'processor') whats.set(what, (whats.get(what) ?? 0) + to - from);
    if (joins) stretches.pop();
    stretches.push(joins ? { ...last, to } : { from, to, span, whats });
  }
  return stretches;
}

function timeline(run: Run): readonly string[] {
  return merged(run.pieces).flatMap((stretch) => {
    const whats = [...stretch.whats].sort(([, one], [, other]) => other - one);
    const ms = whats.reduce((sum, [, us]) => sum + us / 1000, 0);
    if (ms < worthALine) return [];
    const longest = whats.slice(0, 3).map(([what, us]) => `${what} ${(us / 1000).toFixed(1)}`);
    return [`${at(stretch, run)}  ${ms.toFixed(1).padStart(6)}  ${spans[stretch.span].padEnd(24)}${longest.join(' | ')}`];
  });
}

/** What to mend in a step: its heaviest files and functions, and one run of it as it went. */
export function detailsOf(title: string, middle: readonly Run[]): string {
  const run = middle[Math.floor(middle.length / 2)];
  if (!run) return '';
  const { window, waits } = run;
  const inPage = window.inPage === null ? '' : `, in the page after ${((window.inPage - window.from) / 1000).toFixed(1)} ms`;
  return [
    `\n## ${title}`,
    `\nHeaviest files and events (ms, mean of ${middle.length} runs):`,
    ...heaviest(middle, fileOf),
    '\nHeaviest functions:',
    ...heaviest(middle, functionOf),
    `\nOne run (${msOf(window).toFixed(1)} ms${inPage}); requests and transactions:`,
    ...waits
      .filter(({ span }) => span !== 'frame')
      .map((wait) => `${at(wait, run)}  ${spans[wait.span].padEnd(18)}${wait.what}  ${wait.detail}`.trimEnd()),
    '\nService worker:',
    ...serviceWorker(run),
    '\nCompiled:',
    ...compiled(run),
    `\nTimeline (begin, end, time on a processor), from ${worthALine} ms:`,
    ...timeline(run),
  ].join('\n');
}
