import { describe, expect, it } from 'vitest';
import { attribute } from './attribute.ts';
import { type Fields, type TraceEvent, traceEvents } from './events.ts';
import type { PlaceOf } from './sources.ts';
import { msOf } from './summary.ts';

const page = { pid: 1, tid: 1 };
const browser = { pid: 2, tid: 2 };
const ms = 1000;

interface Made extends Fields {
  readonly name: string;
}
const event = (name: string, at: number, fields: Fields = {}): Made => ({ ph: 'I', ...page, ts: at * ms, args: {}, ...fields, name });
/** An event that lasts, and has a processor all the time unless `used` says for how much of it. */
const lasting = (name: string, at: number, to: number, fields: Fields = {}, used = to - at): Made =>
  event(name, at, { ph: 'X', dur: (to - at) * ms, tts: at * ms, tdur: used * ms, ...fields });
const task = (at: number, to: number, ...inner: readonly Made[]) => [lasting('RunTask', at, to), ...inner];
const read = (made: readonly (Made | readonly Made[])[]): readonly TraceEvent[] =>
  traceEvents(JSON.stringify({ traceEvents: made.flat() }));

/** Functions of `/app.js` by line. */
const files = ['', 'machines/editor.machine.ts', 'node_modules/dexie/dist/modern/dexie.mjs', 'src/ui/button.tsx', 'src/app/main.tsx'];
const placeOf: PlaceOf = (url, line) => (url.endsWith('/app.js') && files[line] ? { file: files[line], line: 1, name: null } : null);

const url = 'http://host/app.js';
const frame = (id: number, parent: number | null, callFrame: Fields) => ({ id, ...(parent === null ? {} : { parent }), callFrame });
/** A profile in which function `n` stands at line `n`, and calls `get` of the browser as node 10 + n. */
const nodes = [
  frame(100, null, { functionName: '(root)', codeType: 'other', scriptId: 0 }),
  frame(101, 100, { functionName: '(program)', codeType: 'other', scriptId: 0 }),
  frame(102, 100, { functionName: '(garbage collector)', codeType: 'other', scriptId: 0 }),
  frame(103, 100, { functionName: 'stands', codeType: 'JS', scriptId: 9 }),
  ...[1, 2, 3, 4].flatMap((n) => [
    frame(n, 100, { functionName: `f${n}`, codeType: 'JS', scriptId: 7, url, lineNumber: n, columnNumber: 0 }),
    frame(10 + n, n, { functionName: 'get', codeType: 'JS', scriptId: 0 }),
  ]),
];
/** Samples as pairs of a moment and a node, in two chunks as in a real trace. */
function profile(...samples: readonly (readonly [number, number])[]): readonly Made[] {
  const half = Math.ceil(samples.length / 2);
  const chunk = (some: typeof samples, last: number, all: readonly Fields[]) => {
    const deltas = some.map(([at], i) => (at - (some[i - 1]?.[0] ?? last)) * ms);
    const data = { cpuProfile: { nodes: all, samples: some.map(([, node]) => node) }, timeDeltas: deltas };
    return event('ProfileChunk', 0, { ph: 'P', id: '0x1', tid: 5, args: { data } });
  };
  return [
    event('Profile', 0, { ph: 'P', id: '0x1', args: { data: { startTime: 0 } } }),
    chunk(samples.slice(0, half), 0, nodes),
    chunk(samples.slice(half), samples[half - 1]?.[0] ?? 0, []),
  ];
}

/** The spans between two moments, in ms. */
function spansOf(made: readonly (Made | readonly Made[])[], to: number, from = 0): Readonly<Record<string, number>> {
  const { pieces } = attribute(read(made), page, { from: from * ms, to: to * ms }, placeOf);
  let at = from * ms;
  for (const piece of pieces) {
    expect(piece.from, 'without gaps and overlaps').toBeCloseTo(at);
    at = piece.to;
  }
  expect(at, 'to the end').toBeCloseTo(to * ms);
  const spans: Record<string, number> = {};
  for (const piece of pieces) spans[piece.span] = Number(((spans[piece.span] ?? 0) + msOf(piece)).toFixed(3));
  return spans;
}

describe('what the thread does', () => {
  it('is what the innermost event says', () => {
    const made = task(
      0,
      10,
      lasting('ParseHTML', 1, 9),
      lasting('UpdateLayoutTree', 2, 4),
      lasting('MinorGC', 3, 3.5),
      lasting('Paint', 5, 6),
    );
    expect(spansOf(made, 10)).toEqual({ browser: 2, parse: 5, style: 1.5, gc: 0.5, paint: 1 });
  });

  it('counts only between the two moments', () => {
    expect(spansOf([task(0, 10, lasting('Layout', 2, 8)), task(12, 20)], 14, 6)).toEqual({ style: 2, browser: 4, idle: 2 });
  });

  it('leaves out what other threads do', () => {
    expect(spansOf([lasting('Layout', 0, 5, browser), task(5, 6)], 6)).toEqual({ idle: 5, browser: 1 });
  });

  it('is divided by the samples of the profile while a script runs', () => {
    const made = [task(0, 10, lasting('FunctionCall', 1, 9)), profile([1, 1], [3, 2], [4, 13], [6, 4])];
    expect(spansOf(made, 10)).toEqual({ browser: 2, machines: 2, store: 1, ui: 2, console: 3 });
  });

  it('is the collector’s, the stopwatch’s and the compiler’s also within a script', () => {
    const made = [
      task(0, 10, lasting('FunctionCall', 0, 10), lasting('V8.CompileCode', 8, 10)),
      profile([0, 1], [2, 102], [3, 103], [6, 1]),
    ];
    expect(spansOf(made, 10)).toEqual({ machines: 4, gc: 1, measuring: 3, parse: 2 });
  });

  it('is style and layout, with who asked for it, where a script forces that', () => {
    const made = [
      task(0, 6, lasting('FunctionCall', 0, 5), lasting('Layout', 2, 4)),
      task(6, 9, lasting('Layout', 7, 9)),
      profile([0, 3], [2, 13], [5, 101]),
    ];
    expect(spansOf(made, 9)).toEqual({ ui: 3, style: 4, browser: 2 });
    const { pieces } = attribute(read(made), page, { from: 0, to: 9 * ms }, placeOf);
    expect(pieces.filter(({ span }) => span === 'style').map(({ what }) => what)).toEqual([
      'Layout for src/ui/button.tsx f3:1 > get',
      'Layout',
    ]);
  });

  it('is evaluation for whatever a module calls while it is evaluated', () => {
    const made = [
      task(0, 10, lasting('v8.evaluateModule', 1, 9), lasting('FunctionCall', 2, 4)),
      task(10, 12, lasting('FunctionCall', 10, 12)),
      profile([1, 1], [3, 3], [5, 102], [6, 1], [12, 101]),
    ];
    expect(spansOf(made, 12)).toEqual({ browser: 2, evaluate: 7, gc: 1, machines: 2 });
  });

  it('is the call’s own where no sample falls into it, and else of what calls the script', () => {
    const data = { url, lineNumber: 3, columnNumber: 1, functionName: 'f2', scriptId: '7' };
    const called = lasting('FunctionCall', 1, 2, { args: { data } });
    const made = [task(0, 6, called, lasting('IDBRequest::dispatchEvent', 2, 5), lasting('v8.callFunction', 3, 4)), profile([0, 101])];
    expect(spansOf(made, 6)).toEqual({ browser: 2, store: 1, indexedDb: 3 });
  });

  it('waits for a processor where the thread’s own clock stands still', () => {
    const made = [lasting('RunTask', 0, 10, {}, 4), lasting('Layout', 0, 4, {}, 4)];
    expect(spansOf(made, 10)).toEqual({ style: 4, processor: 6 });
  });
});

const sent = (at: number, id: string, fields: Fields = {}) =>
  event('ResourceSendRequest', at, { args: { data: { requestId: id, url: `http://host/${id}`, ...fields } } });
const answered = (at: number, id: string, fields: Fields = {}) =>
  event('ResourceReceiveResponse', at, { args: { data: { requestId: id, ...fields } } });
const finished = (at: number, id: string) => event('ResourceFinish', at, { args: { data: { requestId: id, encodedDataLength: 1000 } } });
const registered = (at: number, id: number) =>
  lasting('Database::RegisterAndScheduleTransaction', at, at + 0.1, { ...browser, args: { txn_id: id } });
const completed = (at: number, id: number) => lasting('IDBTransaction::onComplete', at, at + 1, { args: { txn_id: id } });

describe('the page before', () => {
  it('is left by the browser, whatever it does until the new one is there', () => {
    const made = [task(0, 4, lasting('Layout', 1, 4)), task(6, 9, event('CommitLoad', 6), lasting('Layout', 7, 9))];
    expect(spansOf(made, 9)).toEqual({ browser: 4 + 1, idle: 2, style: 2 });
  });
});

describe('what the thread waits for', () => {
  it('is what is outstanding, the network first', () => {
    const made = [task(0, 1, sent(0.5, 'a')), registered(1, 7), task(6, 7, finished(6, 'a')), task(10, 11, completed(10, 7)), task(14, 15)];
    expect(spansOf(made, 15)).toEqual({ browser: 3, network: 5, indexedDb: 4, idle: 3 });
  });

  it('is the service worker where that answers', () => {
    const made = [task(0, 1, sent(0.5, 'a')), task(6, 7, answered(6, 'a', { fromServiceWorker: true }), finished(6, 'a'))];
    expect(spansOf(made, 7)).toEqual({ browser: 2, serviceWorker: 5 });
  });

  it('is what ends the wait, where that was outstanding', () => {
    const made = [task(0, 1, sent(0.5, 'a')), registered(1, 7), task(6, 7, completed(6, 7)), task(9, 10, finished(9, 'a'))];
    expect(spansOf(made, 10)).toEqual({ browser: 2, indexedDb: 6, network: 2 });
  });

  it('is nothing while the thread does something', () => {
    expect(spansOf([task(0, 1, sent(0.5, 'a')), task(1, 9, lasting('Layout', 1, 9)), task(9, 10, finished(9, 'a'))], 10)).toEqual({
      browser: 2,
      style: 8,
    });
  });

  it('is a frame from the first wish for one, and a timer from its start', () => {
    const timer = { args: { data: { timerId: 3, timeout: 5 } } };
    const made = [
      task(0, 1, event('RequestAnimationFrame', 0.5)),
      task(8, 9, event('BeginMainThreadFrame', 8), event('TimerInstall', 8.5, timer)),
      task(14, 15, lasting('TimerFire', 14, 15, timer)),
    ];
    expect(spansOf(made, 15)).toEqual({ browser: 3, frame: 7, timer: 5 });
  });

  it('is the navigation until the page has its answer, whatever the page before it waits for', () => {
    const document = { resourceType: 'Document' };
    // The request is sent at 2, and answered 5 ms later.
    const timing = { requestTime: 2 / 1000, receiveHeadersEnd: 5 };
    const made = [
      task(0, 1, event('RequestAnimationFrame', 0.5)),
      event('ResourceWillSendRequest', 2, { ...browser, args: { data: { requestId: 'a' } } }),
      task(5, 6, event('BeginMainThreadFrame', 5), event('RequestAnimationFrame', 5.5)),
      task(8, 9, event('BeginMainThreadFrame', 8)),
      task(10, 11, sent(10, 'a', document), answered(10, 'a', { timing }), finished(11, 'a')),
    ];
    // Starting it 1 to 2, the network 2 to 5 and 6 to 7, handing it over 7 to 8 and 9 to 10, and four tasks.
    expect(spansOf(made, 11)).toEqual({ browser: 1 + 2 + 4, network: 4 });
  });
});
