import type { ChartModel } from '#machines/export/chart.types.ts';
import { hasInnerStates } from '#machines/export/chart-text.ts';
import { shownFor } from '#machines/export/collapse-chart.ts';
import { css, cx } from '#styled/css/index.js';
import { useEffect, useMemo, useRef } from 'react';
import { ChevronDown } from 'lucide-react';
import { Badge } from '#src/ui/badge.tsx';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';
import { matchingStates, seesText, startedMachines, stateName, stateParts, transitionAddress, typeText } from './chart-states.ts';
import { cell, link, marks, muted, row, StartedMachines, TransitionRow } from './transition-row.tsx';
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
const stateRow = css({ backgroundColor: 'surface.sunken' });
const nameStyle = css({ fontWeight: 'medium!' });
const toggle = css({
  marginInlineStart: '1',
  padding: '1',
  borderRadius: 'sm',
  color: 'text.muted',
  cursor: 'pointer',
  verticalAlign: 'middle',
  _hover: { color: 'text', backgroundColor: 'surface.hover' },
  '& svg': { transitionProperty: 'common', transitionDuration: 'fast' },
  '&[aria-expanded=false] svg': { transform: '[rotate(-90deg)]' },
  _print: { display: 'none' },
});
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
  /** Ids of the states whose inner states are not listed, unless something is looked for. */
  readonly collapsed: ReadonlySet<string>;
  readonly onState: (id: string) => void;
  readonly onToggle: (id: string) => void;
  readonly onMachine: (id: string) => void;
}

/** The chart in words: each state, and below it its transitions. */
export function ChartTable(props: ChartTableProps) {
  const { chart, moment, query, wanted, wantedTransition, collapsed, onState, onToggle, onMachine } = props;
  const rows = useMemo(
    () => matchingStates(chart, query).filter(({ state }) => query !== '' || shownFor(chart, state.id, collapsed) === state.id),
    [chart, query, collapsed],
  );
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
                  {query === '' && state.parent !== null && hasInnerStates(chart, state) ? (
                    <button
                      type="button"
                      className={toggle}
                      aria-expanded={!collapsed.has(state.id)}
                      aria-label={`States inside ${stateName(state)}`}
                      onClick={() => onToggle(state.id)}
                    >
                      <ChevronDown size={16} aria-hidden="true" />
                    </button>
                  ) : null}
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
                  <StartedMachines ids={startedMachines(chart, state)} onMachine={onMachine} />
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
                  onMachine={onMachine}
                />
              ))}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}
