import type { Passage } from './faulty-proxy.ts';
import type { Change, Ledger } from './ledger.ts';
import type { outboxLog } from './outbox-rows.ts';

const mostLines = 40;

interface TraceOf {
  readonly ledger: Ledger;
  readonly passages: readonly Passage[];
  /** The server's ids of blocks that are there, by label. */
  readonly ids: ReadonlyMap<string, string>;
  readonly log: Awaited<ReturnType<typeof outboxLog>>;
}

const textsOf = (change: Change): readonly string[] => {
  switch (change.kind) {
    case 'setting':
      return [change.value];
    case 'file':
      return [change.name];
    case 'title':
      return [change.label, change.value];
    case 'order':
      return [];
    default:
      return [change.label];
  }
};

/** The requests that a finding is about, and the reads between them, one for each line: time, request, key, fault, and the API's answer. */
export function traceOf(finding: string, { ledger, passages, ids, log }: TraceOf): readonly string[] {
  const findingText = finding.split(/[\s,;"]+(?=\D|$)/u).join(' ');
  const texts = new Set(
    ledger.entries
      .flatMap(({ change }) => textsOf(change))
      .filter((text) => findingText.includes(`${text} `) || findingText.endsWith(text)),
  );
  const named = [...texts].flatMap((text) => ids.get(text) ?? []);
  const isAbout = ({ body, path }: Passage) =>
    !path.endsWith('/preview') &&
    ([...texts].some((text) => body.includes(`"${text}"`)) ||
      named.some((id) => path.includes(`/blocks/${id}`) || path.endsWith(`?id=${id}`)));
  const left = log.filter(({ words: line }) =>
    [...texts].some((text) => line.endsWith(text) || line.includes(`${text} `) || line.includes(`${text}:`)),
  );
  const lines = left.map(
    ({ at, words: line, outcome }) =>
      `${(ledger.sinceStart(at - performance.timeOrigin) / 1000).toFixed(2)} s left the outbox, ${outcome}: ${line}`,
  );
  const [first, last] = [passages.findIndex(isAbout), passages.findLastIndex(isAbout)];
  if (first < 0) return lines;
  const between = passages
    .slice(first, last + 1)
    .filter((passage) => isAbout(passage) || (passage.method === 'GET' && /\/(?:blocks|settings|files)/u.test(passage.path)));
  // The first and the last requests.
  const shown = between.length <= mostLines ? between : [...between.slice(0, mostLines / 2), ...between.slice(-mostLines / 2)];
  return [...shown.map((passage) => line(passage, ledger)), ...lines];
}

function line({ at, method, path, key, fault, isResent, status, answeredAt }: Passage, ledger: Ledger): string {
  const took = answeredAt === null ? 'not answered by the API' : `${status} after ${Math.round(answeredAt - at)} ms`;
  return `${(ledger.sinceStart(at) / 1000).toFixed(2)} s ${method} ${path} ${key?.slice(0, 8) ?? ''} ${isResent ? 'sent again by the browser, ' : ''}${fault ?? 'no fault'}: ${took}`;
}
