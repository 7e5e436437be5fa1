import { dataOf, type Interval, isOf, textIn, type Thread, type TraceEvent } from './events.ts';
import { requestsOf } from './requests.ts';
import type { Wait } from './wait.ts';

/** What a transaction was asked to do, as the browser's process names it: `Get`, `GetAll`, `Put`. */
function operationsOf(events: readonly TraceEvent[], { pid }: Thread): ReadonlyMap<string, readonly string[]> {
  const operations = new Map<string, readonly string[]>();
  for (const { name, args, pid: at } of events) {
    const operation = /^Database::(.+)Operation$/.exec(name)?.[1];
    const id = textIn(args, 'txn_id');
    if (operation !== undefined && at !== pid) operations.set(id, [...(operations.get(id) ?? []), operation]);
  }
  return operations;
}

/** Transactions from their registration until the page hears of their end. */
function transactionsOf(events: readonly TraceEvent[], thread: Thread): readonly Wait[] {
  const isOwn = isOf(thread);
  const operations = operationsOf(events, thread);
  const begun = new Map<string, number>();
  return events.flatMap((event): readonly Wait[] => {
    const id = textIn(event.args, 'txn_id');
    if (event.name === 'Database::RegisterAndScheduleTransaction') begun.set(id, event.ts);
    if (!isOwn(event) || !/^IDBTransaction::on(Complete|Abort)$/.test(event.name)) return [];
    const from = begun.get(id);
    const detail = `${id}: ${(operations.get(id) ?? []).join(' ')}`;
    return from === undefined ? [] : [{ from, to: event.ts, span: 'indexedDb', what: 'transaction', detail }];
  });
}

/** Requests to the database, the opening of it among them. */
function databaseRequestsOf(events: readonly TraceEvent[], thread: Thread): readonly Wait[] {
  const isOwn = isOf(thread);
  const begun = new Map<string, { readonly at: number; readonly detail: string }>();
  let setup: TraceEvent | null = null;
  return events.flatMap((event): readonly Wait[] => {
    if (!event.name.startsWith('IDB') || !isOwn(event)) return [];
    const key = `${event.name} ${event.id ?? ''}`;
    if (event.name.endsWith('RequestSetup')) setup = event;
    if (event.ph === 'b') {
      // The request begins within its set-up, which knows the store.
      const isWithin = setup !== null && event.ts <= setup.ts + (setup.dur ?? 0);
      begun.set(key, {
        at: event.ts,
        detail: setup && isWithin ? `${textIn(setup.args, 'store_name')}${textIn(setup.args, 'index_name')}` : '',
      });
    }
    const begin = event.ph === 'e' ? begun.get(key) : undefined;
    return begin ? [{ from: begin.at, to: event.ts, span: 'indexedDb', what: event.name, detail: begin.detail }] : [];
  });
}

/** From the first wish for a frame until it begins. */
function framesOf(events: readonly TraceEvent[]): readonly Wait[] {
  let asked: number | null = null;
  return events.flatMap(({ name, ts }): readonly Wait[] => {
    if (/^(RequestAnimationFrame|ScheduleStyleRecalculation|InvalidateLayout)$/.test(name)) asked ??= ts;
    if (!/^(BeginMainThreadFrame|FireAnimationFrame)$/.test(name) || asked === null) return [];
    const from = asked;
    asked = null;
    return [{ from, to: ts, span: 'frame', what: 'frame', detail: '' }];
  });
}

function timersOf(events: readonly TraceEvent[]): readonly Wait[] {
  const installed = new Map<string, TraceEvent>();
  return events.flatMap((event): readonly Wait[] => {
    const id = textIn(dataOf(event), 'timerId');
    if (event.name === 'TimerInstall') installed.set(id, event);
    const begin = event.name === 'TimerFire' ? installed.get(id) : undefined;
    return begin
      ? [{ from: begin.ts, to: event.ts, span: 'timer', what: `timer of ${textIn(dataOf(begin), 'timeout')} ms`, detail: '' }]
      : [];
  });
}

/** All that the page of this thread waits for between two moments, in the order of its begin. */
export function waitsOf(events: readonly TraceEvent[], thread: Thread, { from, to }: Interval): readonly Wait[] {
  const own = events.filter(isOf(thread));
  return [
    ...requestsOf(events, thread, from),
    ...transactionsOf(events, thread),
    ...databaseRequestsOf(events, thread),
    ...framesOf(own),
    ...timersOf(own),
  ]
    .filter((wait) => wait.to > from && wait.from < to)
    .sort((one, other) => one.from - other.from);
}
