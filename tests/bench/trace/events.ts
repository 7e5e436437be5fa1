/** One event of Chromium's trace. `ts` and `dur` are microseconds of one clock, which all processes share. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly dur?: number | undefined;
  /** The same by the thread's own clock, which stands still while another thread has the processor. */
  readonly tts?: number | undefined;
  readonly tdur?: number | undefined;
  readonly pid: number;
  readonly tid: number;
  readonly id?: string | undefined;
  readonly args: Fields;
}

/** In microseconds of the trace's clock. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

export interface Thread {
  readonly pid: number;
  readonly tid: number;
}

export type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const numberOr = <T>(value: unknown, other: T) => (typeof value === 'number' ? value : other);

function eventFrom(raw: Fields): TraceEvent | null {
  if (typeof raw['name'] !== 'string' || typeof raw['ph'] !== 'string') return null;
  const id2 = isRecord(raw['id2']) ? (raw['id2']['local'] ?? raw['id2']['global']) : undefined;
  const id = raw['id'] ?? id2;
  return {
    name: raw['name'],
    ph: raw['ph'],
    ts: numberOr(raw['ts'], 0),
    dur: numberOr(raw['dur'], undefined),
    tts: numberOr(raw['tts'], undefined),
    tdur: numberOr(raw['tdur'], undefined),
    pid: numberOr(raw['pid'], 0),
    tid: numberOr(raw['tid'], 0),
    id: id === undefined ? undefined : String(id),
    args: isRecord(raw['args']) ? raw['args'] : {},
  };
}

/** Events in the order of time. */
export function traceEvents(text: string): readonly TraceEvent[] {
  const parsed: unknown = JSON.parse(text);
  return recordsIn(isRecord(parsed) ? parsed : {}, 'traceEvents')
    .map(eventFrom)
    .filter((event) => event !== null)
    .sort((one, other) => one.ts - other.ts);
}

export const isOf = (thread: Thread) => (event: TraceEvent) => event.pid === thread.pid && event.tid === thread.tid;

/** What an event says about itself. */
export const dataOf = ({ args }: TraceEvent): Fields => (isRecord(args['data']) ? args['data'] : args);
export const recordIn = (data: Fields, key: string) => {
  const value = data[key];
  return isRecord(value) ? value : null;
};
export const textIn = (data: Fields, key: string) => {
  const value = data[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};
export const numberIn = (data: Fields, key: string) => {
  const value = data[key];
  return typeof value === 'number' ? value : null;
};
export const numbersIn = (data: Fields, key: string): readonly number[] => {
  const value = data[key];
  return Array.isArray(value) ? value.map((each) => numberOr(each, 0)) : [];
};
export const recordsIn = (data: Fields, key: string): readonly Fields[] => {
  const value = data[key];
  return Array.isArray(value) ? value.filter(isRecord) : [];
};
