/** The result of a check: the console works with the behaviour, works without it, or does not work. */
export interface Finding {
  readonly kind: 'pass' | 'note' | 'fail';
  readonly check: string;
  readonly detail: string;
}

const marks = { pass: 'ok  ', note: 'note', fail: 'FAIL' } as const;

export function describeFindings(findings: readonly Finding[]): string {
  const lines = findings.map(({ kind, check, detail }) => `${marks[kind]}  ${check}${detail ? `: ${detail}` : ''}`);
  const count = (kind: Finding['kind']) => findings.filter((finding) => finding.kind === kind).length;
  const conclusion = count('fail') === 0 ? 'The console will work with this API.' : 'The console will not work with this API as it is.';
  return [...lines, '', `${count('pass')} in order, ${count('note')} noted, ${count('fail')} failed. ${conclusion}`].join('\n');
}
