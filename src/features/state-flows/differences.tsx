import type { ChartChange } from '#machines/export/chart-diff.ts';
import type { StateFlowsEvent } from '#machines/state-flows/state-flows.types.ts';
import type { StateFlowsView } from '#machines/state-flows/state-flows.view.ts';
import { css } from '#styled/css/index.js';
import { GitCompare } from 'lucide-react';
import { useRef } from 'react';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';

const muted = css({ color: 'text.muted' });
const problemStyle = css({ color: 'danger.text' });
const list = css({ marginBlock: '2', maxHeight: '[24rem]', overflowY: 'auto', _print: { maxHeight: '[none]' } });
const item = css({ paddingBlock: '1.5', overflowWrap: 'anywhere', '&:not(:last-child)': { borderBottom: 'hairline' } });
const details = css({ paddingInlineStart: '4', color: 'text.muted', fontSize: 'sm', listStyle: 'disc', listStylePosition: 'inside' });
const fileInput = css({ srOnly: true });
const tones = { added: 'success', removed: 'danger', changed: 'warning' } as const satisfies Record<ChartChange['kind'], string>;

/** Opens one or two exported charts. */
export function CompareButton({ send }: { readonly send: (event: StateFlowsEvent) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept=".json,application/json"
        aria-label="Charts to compare"
        tabIndex={-1}
        className={fileInput}
        onChange={({ currentTarget }) => {
          if (currentTarget.files?.length) send({ type: 'comparison.chosen', files: [...currentTarget.files] });
          // The same file again is another choice.
          currentTarget.value = '';
        }}
      />
      <Button title="With an earlier export, or two with each other" onClick={() => input.current?.click()}>
        <GitCompare aria-hidden="true" />
        Compare…
      </Button>
    </>
  );
}

interface DifferencesProps {
  readonly comparison: StateFlowsView['comparison'];
  readonly onClose: () => void;
}

/** What differs between two charts, in words. */
export function Differences({ comparison, onClose }: DifferencesProps) {
  if (comparison.status === 'none') return null;
  if (comparison.status === 'reading') return <p role="status">Comparing the charts…</p>;
  const close = <Button onClick={onClose}>Close the comparison</Button>;
  if (comparison.status === 'failed') {
    return (
      <>
        <p role="alert" className={problemStyle}>
          {comparison.message}
        </p>
        {close}
      </>
    );
  }
  const { before, after, changes, hasEffects } = comparison.comparison;
  return (
    <>
      <p className={muted}>{`From ${before} to ${after}.`}</p>
      {changes.length === 0 ? <p role="status">Nothing differs.</p> : null}
      <ul className={list} aria-label="Differences">
        {changes.map(({ kind, of, id, text, details: parts }) => (
          <li key={`${kind} ${of} ${id}`} className={item}>
            <Badge tone={tones[kind]}>{kind}</Badge> {text}
            {parts.length === 0 ? null : (
              <ul className={details}>
                {parts.map((part) => (
                  <li key={part}>{part}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {hasEffects ? null : (
        <p className={muted}>What actions raise, emit, send, spawn and stop is not compared: one of the two does not say it.</p>
      )}
      {close}
    </>
  );
}

/** The states and transitions of the chart that is shown which are new or have changed, as texts of kind and id. */
export function marksOf(comparison: StateFlowsView['comparison']): string {
  if (comparison.status !== 'shown') return '';
  return comparison.comparison.changes.map(({ kind, id }) => `${kind} ${id}`).join('\n');
}
