import { titleOf } from '#machines/export/machine-map.ts';
import type { ChartModel, ChartTransition } from '#machines/export/chart.types.ts';
import { css, cx } from '#styled/css/index.js';
import { Fragment, type ReactNode, type RefObject } from 'react';
import { Badge } from '#src/ui/badge.tsx';
import { startedMachines, stateName, transitionParts } from './chart-states.ts';

export const row = css({
  borderTop: 'hairline',
  scrollMarginTop: '24',
  _narrowBox: { display: 'block', paddingBlock: '2' },
  '&[aria-current]': { backgroundColor: 'accent.subtle' },
  '&[data-wanted]': { boxShadow: '[inset 3px 0 0 token(colors.accent.solid)]' },
});
export const cell = css({
  paddingInline: '3',
  paddingBlock: '2',
  textAlign: 'start',
  verticalAlign: 'top',
  fontWeight: 'normal',
  _narrowBox: { display: 'block', paddingBlock: '0.5', '&:empty': { display: 'none' } },
});
const labelled = css({
  _narrowBox: { '&[data-label]::before': { content: 'attr(data-label) ": "', color: 'text.muted' } },
});
const ownName = css({ color: 'text.muted' });
export const marks = css({ display: 'inline-flex', flexWrap: 'wrap', gap: '1', marginInlineStart: '2', verticalAlign: 'middle' });
export const muted = css({ color: 'text.muted' });
/** Of a button that leads to a state. */
export const link = css({
  color: 'accent.text',
  textDecoration: 'underline',
  textUnderlineOffset: '3px',
  cursor: 'pointer',
  borderRadius: 'sm',
  textAlign: 'start',
});
const code = css({ fontFamily: 'mono', fontSize: 'xs' });

interface TransitionRowProps {
  readonly chart: ChartModel;
  readonly transition: ChartTransition;
  /** Where it is the one that the address names. */
  readonly row: RefObject<HTMLTableRowElement | null> | null;
  readonly hasTaken: boolean;
  readonly onState: (id: string) => void;
  readonly onMachine: (id: string) => void;
}

/** A transition in the table of a chart. */
export function TransitionRow({ chart, transition, row: wantedRow, hasTaken, onState, onMachine }: TransitionRowProps) {
  const { source, choice } = transition;
  const { label, delay, condition, targets, description, requirements, internal, actions } = transitionParts(chart, transition);
  const from = chart.states.find((state) => state.id === source);
  // Each button has a name of its own, also where several transitions lead to one state.
  const by = `from ${from ? stateName(from) : source} by ${label}${choice !== null && choice > 1 ? `, choice ${choice}` : ''}`;
  return (
    <tr ref={wantedRow} className={row} data-taken={hasTaken ? '' : undefined} data-wanted={wantedRow ? '' : undefined}>
      <th scope="row" className={cx(cell, ownName)} style={{ paddingInlineStart: `${0.75 + (from?.path.length ?? 0) * 0.75}rem` }}>
        {from?.key ?? source}
      </th>
      <td data-label="Event" className={cx(cell, labelled)}>
        <span className={code}>{breakable(label)}</span>
        {delay === '' ? null : <span className={muted}> {delay}</span>}
        {hasTaken ? (
          <span className={marks}>
            <Badge tone="success">just taken</Badge>
          </span>
        ) : null}
      </td>
      <td data-label={condition === '' ? undefined : 'Guard'} className={cx(cell, labelled)}>
        {condition}
      </td>
      <td data-label="Target" className={cx(cell, labelled)}>
        {targets.length === 0 ? <span className={muted}>stays</span> : null}
        {targets.map(({ id, name }, index) => (
          <span key={id}>
            {index > 0 ? ', ' : null}
            <button type="button" className={link} aria-label={`Go to state ${name}, ${by}`} onClick={() => onState(id)}>
              {breakable(name)}
            </button>
          </span>
        ))}
      </td>
      <td className={cell}>
        {description === '' ? null : <div>{description}</div>}
        {requirements.map((text) => (
          <div key={text}>{text}</div>
        ))}
        {internal === '' ? null : <div className={muted}>{internal}</div>}
        {actions === '' ? null : (
          <div className={muted}>
            Actions: <span className={code}>{actions}</span>
          </div>
        )}
        <StartedMachines ids={startedMachines(chart, transition)} onMachine={onMachine} />
      </td>
    </tr>
  );
}

interface StartedMachinesProps {
  readonly ids: readonly string[];
  readonly onMachine: (id: string) => void;
}

/** Leads to the charts of the machines that are started there. */
export function StartedMachines({ ids, onMachine }: StartedMachinesProps) {
  return ids.map((id) => (
    <div key={id}>
      <button type="button" className={link} onClick={() => onMachine(id)}>
        Chart of {titleOf(id)}
      </button>
    </div>
  ));
}

/** A long name breaks after a dot, and not within a word. */
const breakable = (name: string): ReactNode =>
  name.split(/(?<=\.)/u).map((part, index, all) => (
    <Fragment key={all.slice(0, index).join('')}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
