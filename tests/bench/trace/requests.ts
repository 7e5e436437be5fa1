import { dataOf, type Fields, numberIn, recordIn, textIn, type Thread, type TraceEvent } from './events.ts';
import type { Wait } from './wait.ts';

interface Request {
  readonly url: string;
  readonly isDocument: boolean;
  readonly priority: string;
  /** When the page, or for the page the browser, sent it. */
  readonly from: number;
  readonly response: Fields;
  /** When the page received the answer. */
  readonly receivedAt: number;
}

const phases = ['workerStart', 'workerReady', 'sendStart', 'receiveHeadersEnd'] as const;

/** From where and when the answer came. A page's second request for a file of the same visit is answered with the times of the first. */
function describe({ response, priority, from }: Request, finish: Fields): string {
  const timing = recordIn(response, 'timing') ?? {};
  const asked = (numberIn(timing, 'requestTime') ?? 0) * 1e6;
  const bytes = numberIn(finish, 'encodedDataLength') ?? 0;
  const source =
    response['fromServiceWorker'] === true
      ? 'service worker'
      : response['fromCache'] === true
        ? 'HTTP cache'
        : `${(bytes / 1000).toFixed(1)} kB`;
  const times = phases.flatMap((phase) => {
    const ms = numberIn(timing, phase);
    return ms === null || ms < 0 || asked < from ? [] : [`${phase} +${((asked - from) / 1000 + ms).toFixed(1)}`];
  });
  return [priority, asked > 0 && asked < from ? `${source}, in memory` : source, ...times].join(', ');
}

function waitsOf(request: Request, finish: Fields, to: number): readonly Wait[] {
  const { from, url, response, isDocument, receivedAt } = request;
  const span = response['fromServiceWorker'] === true ? 'serviceWorker' : 'network';
  const wait: Wait = { from, to, span, what: new URL(url).pathname, detail: describe(request, finish) };
  if (!isDocument) return [wait];
  const timing = recordIn(response, 'timing') ?? {};
  const answered = (numberIn(timing, 'requestTime') ?? 0) * 1e6 + (numberIn(timing, 'receiveHeadersEnd') ?? 0) * 1000;
  const begun = Math.min(Math.max(answered, from), receivedAt);
  // Before the page has its answer, a process may have to be started for it, and the page before it be left.
  return [
    { ...wait, to: begun, isNavigation: true },
    { from: begun, to: receivedAt, span: 'browser', what: 'the answer is handed to the page', detail: '', isNavigation: true },
    { ...wait, from: receivedAt, detail: 'the rest of the page' },
  ];
}

/** The requests of a page, from their sending until the page has their last byte; `start` is when its navigation began, or later. */
export function requestsOf(events: readonly TraceEvent[], thread: Thread, start: number): readonly Wait[] {
  const sentByBrowser = new Map<string, number>();
  const sent = new Map<string, Request>();
  const waits: Wait[] = [];
  for (const event of events) {
    const data = dataOf(event);
    const id = textIn(data, 'requestId');
    if (event.name === 'ResourceWillSendRequest') sentByBrowser.set(id, event.ts);
    if (event.pid !== thread.pid) continue;
    if (event.name === 'ResourceSendRequest') {
      const isDocument = textIn(data, 'resourceType') === 'Document';
      // The page hears of its own request when the answer is there.
      const from = isDocument ? (sentByBrowser.get(id) ?? start) : event.ts;
      sent.set(id, { from, url: textIn(data, 'url'), response: {}, priority: textIn(data, 'priority'), isDocument, receivedAt: event.ts });
      if (isDocument && from > start)
        waits.push({ from: start, to: from, span: 'browser', what: 'the navigation starts', detail: '', isNavigation: true });
    }
    const request = sent.get(id);
    if (!request) continue;
    if (event.name === 'ResourceReceiveResponse') sent.set(id, { ...request, response: data, receivedAt: event.ts });
    if (event.name === 'ResourceFinish') waits.push(...waitsOf(request, data, event.ts));
  }
  return waits;
}
