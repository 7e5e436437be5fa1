import type { Passage } from './faulty-proxy.ts';
import type { Change, Ledger } from './ledger.ts';

const mostLines = 40;

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

/** The requests that a finding is about, and the reads between them, one a line: when, what, under which key, which fault, and what the API did. */
export function traceOf(finding: string, ledger: Ledger, passages: readonly Passage[]): readonly string[] {
  const words = finding.split(/[\s,;"]+(?=\D|$)/u).join(' ');
  const texts = new Set(
    ledger.entries.flatMap(({ change }) => textsOf(change)).filter((text) => words.includes(`${text} `) || words.endsWith(text)),
  );
  const isAbout = ({ body }: Passage) => [...texts].some((text) => body.includes(`"${text}"`));
  const [first, last] = [passages.findIndex(isAbout), passages.findLastIndex(isAbout)];
  if (first < 0) return [];
  const between = passages
    .slice(first, last + 1)
    .filter((passage) => isAbout(passage) || (passage.method === 'GET' && /\/(?:blocks|settings|files)/u.test(passage.path)));
  return between.slice(0, mostLines).map((passage) => line(passage, ledger));
}

function line({ at, method, path, key, fault, isResent, status, answeredAt }: Passage, ledger: Ledger): string {
  const took = answeredAt === null ? 'not answered by the API' : `${status} after ${Math.round(answeredAt - at)} ms`;
  return `${(ledger.sinceStart(at) / 1000).toFixed(2)} s ${method} ${path} ${key?.slice(0, 8) ?? ''} ${isResent ? 'sent again by the browser, ' : ''}${fault ?? 'no fault'}: ${took}`;
}
