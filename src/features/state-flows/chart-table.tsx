import type { ChartModel, ChartTransition } from '#machines/export/chart.types.ts';
import { css, cx } from '#styled/css/index.js';
import { Fragment, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { Badge } from '#src/ui/badge.tsx';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';
import { matchingStates, seesText, stateName, stateParts, transitionAddress, transitionParts, typeText } from './chart-states.ts';
import type { FlowMoment } from './flow-moment.ts';

// The drawer is narrow in a wide window: what decides is the room for the table, and not the window.
const frame = css({
  containerType: 'inline-size',
  backgroundColor: 'surface',
  border: 'hairline',
  borderRadius: 'md',
  overflowWrap: 'anywhere',
});
const table = css({ width: 'full', tableLayout: 'fixed', borderCollapse: 'collapse', fontSize: 'sm', _narrowBox: { display: 'block' } });
const head = css({ _narrowBox: { srOnly: true } });
const headCell = css({ paddingInline: '3', paddingBlock: '2', textAlign: 'start', color: 'text.muted', textStyle: 'columnHead' });
const body = css({ _narrowBox: { display: 'block' } });
const row = css({
  borderTop: 'hairline',
  scrollMarginTop: '24',
  _narrowBox: { display: 'block', paddingBlock: '2' },
  '&[aria-current]': { backgroundColor: 'accent.subtle' },
  '&[data-wanted]': { boxShadow: '[inset 3px 0 0 token(colors.accent.solid)]' },
});
const stateRow = css({ backgroundColor: 'surface.sunken' });
const cell = css({
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
const nameStyle = css({ fontWeight: 'medium!' });
const ownName = css({ color: 'text.muted' });
const marks = css({ display: 'inline-flex', flexWrap: 'wrap', gap: '1', marginInlineStart: '2', verticalAlign: 'middle' });
const muted = css({ color: 'text.muted' });
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
const empty = css({ padding: '6', textAlign: 'center', color: 'text.muted' });

const columns = [
  { title: 'State', width: '20%' },
  { title: 'Event', width: '20%' },
  { title: 'Guard', width: '14%' },
  { title: 'Target', width: '18%' },
  { title: 'Description', width: '28%' },
] as const;

interface ChartTableProps {
  readonly chart: ChartModel;
  readonly moment: FlowMoment | null;
  readonly query: string;
  /** The state that the address names. */
  readonly wanted: string | null;
  /** The transition of it that the address names. */
  readonly wantedTransition: string | undefined;
  readonly onState: (id: string) => void;
}

/** The chart in words: each state, and below it its transitions. */
export function ChartTable({ chart, moment, query, wanted, wantedTransition, onState }: ChartTableProps) {
  const rows = useMemo(() => matchingStates(chart, query), [chart, query]);
  const wantedRow = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (wanted !== null || wantedTransition !== undefined) wantedRow.current?.scrollIntoView({ block: 'nearest' });
  }, [wanted, wantedTransition]);
  if (rows.length === 0) {
    return (
      <div className={frame}>
        <p className={empty}>Nothing in this chart matches “{query}”.</p>
      </div>
    );
  }
  return (
    <div className={frame}>
      <table className={table}>
        <caption className={visuallyHidden}>States and events</caption>
        <thead className={head}>
          <tr>
            {columns.map(({ title, width }) => (
              <th key={title} scope="col" className={headCell} style={{ width }}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {rows.map(({ state, transitions }) => {
          const isActive = moment?.active.includes(state.id) ?? false;
          return (
            <tbody key={state.id} className={body}>
              <tr
                ref={state.id === wanted && wantedTransition === undefined ? wantedRow : undefined}
                aria-current={isActive ? 'true' : undefined}
                data-wanted={state.id === wanted ? '' : undefined}
                className={cx(row, isActive ? undefined : stateRow)}
              >
                <th scope="row" className={cx(cell, nameStyle)} style={{ paddingInlineStart: `${0.75 + state.path.length * 0.75}rem` }}>
                  <button type="button" className={link} aria-label={`State ${stateName(state)}`} onClick={() => onState(state.id)}>
                    {state.key}
                  </button>
                  <span className={marks}>
                    {isActive ? <Badge tone="accent">active</Badge> : null}
                    {typeText(state) === '' ? null : <Badge>{typeText(state)}</Badge>}
                    {state.tags.map((tag) => (
                      <Badge key={tag} tone="info">
                        {tag}
                      </Badge>
                    ))}
                  </span>
                </th>
                <td className={cx(cell, muted)} colSpan={3}>
                  {stateParts(chart, state).join(' · ')}
                </td>
                <td className={cell}>
                  {state.description} <span className={muted}>{seesText(state)}</span>
                </td>
              </tr>
              {transitions.map((transition) => (
                <TransitionRow
                  key={transition.id}
                  chart={chart}
                  transition={transition}
                  row={state.id === wanted && transitionAddress(transition) === wantedTransition ? wantedRow : null}
                  hasTaken={moment?.took.includes(transition.id) ?? false}
                  onState={onState}
                />
              ))}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}

interface TransitionRowProps {
  readonly chart: ChartModel;
  readonly transition: ChartTransition;
  /** Where it is the one that the address names. */
  readonly row: RefObject<HTMLTableRowElement | null> | null;
  readonly hasTaken: boolean;
  readonly onState: (id: string) => void;
}

function TransitionRow({ chart, transition, row: wantedRow, hasTaken, onState }: TransitionRowProps) {
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
      </td>
    </tr>
  );
}

/** A long name breaks after a dot, and not within a word. */
const breakable = (name: string): ReactNode =>
  name.split(/(?<=\.)/u).map((part, index, all) => (
    <Fragment key={all.slice(0, index).join('')}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
