import type { ChartModel } from '#machines/export/chart.types.ts';
import type { NextTransition, Availability } from '#machines/state-flows/what-next.ts';
import { css } from '#styled/css/index.js';
import { leafStates, stateName } from './chart-states.ts';
import type { FlowMoment } from './flow-moment.ts';

const list = css({ display: 'flex', flexDirection: 'column', gap: '1', fontSize: 'sm' });
const group = css({ marginTop: '3' });
const groupTitle = css({ fontSize: 'sm', fontWeight: 'medium', color: 'text.muted', marginBottom: '1' });
const code = css({ fontFamily: 'mono', fontSize: 'xs' });
const muted = css({ color: 'text.muted' });
const reason = css({ color: 'text.muted', fontSize: 'sm', marginTop: '3' });
const strong = css({ fontWeight: 'medium' });

const groups: readonly { readonly availability: Availability; readonly title: string }[] = [
  { availability: 'open', title: 'May happen now' },
  { availability: 'depends', title: 'Depends on the data of the event' },
  { availability: 'unknown', title: 'Depends on values that a recording does not have' },
  { availability: 'refused', title: 'Not now' },
  { availability: 'behind', title: 'Another transition comes first' },
];

const endings = {
  done: 'It has finished.',
  error: 'It ended with an error.',
  stopped: 'It was stopped: its screen was left.',
} as const;

interface NextPanelProps {
  readonly heading: 'h3' | 'h4';
  readonly chart: ChartModel;
  readonly moment: FlowMoment;
}

/** Where the machine is, what may happen next, and why not what may not. */
export function NextPanel({ heading, chart, moment }: NextPanelProps) {
  const leaves = leafStates(chart, moment.active);
  return (
    <>
      {moment.status === 'active' ? null : <p className={strong}>{endings[moment.status]}</p>}
      <ul className={list} aria-label="Active states">
        {leaves.map((state) => (
          <li key={state.id}>
            <span className={strong}>{stateName(state)}</span> <span className={muted}>{state.description}</span>
          </li>
        ))}
      </ul>
      {groups.map(({ availability, title }) => (
        <NextGroup
          key={availability}
          heading={heading}
          title={title}
          chart={chart}
          next={moment.next.filter((each) => each.availability === availability)}
        />
      ))}
      {moment.isByChart && moment.status === 'active' ? (
        <p className={reason}>
          A recording has no values, because they may be what somebody typed. So no guard can be asked here: the next step shows which one
          passed.
        </p>
      ) : null}
    </>
  );
}

interface NextGroupProps extends Pick<NextPanelProps, 'heading'> {
  readonly title: string;
  readonly chart: ChartModel;
  readonly next: readonly NextTransition[];
}

function NextGroup({ heading: Heading, title, chart, next }: NextGroupProps) {
  if (next.length === 0) return null;
  return (
    <div className={group}>
      <Heading className={groupTitle}>{title}</Heading>
      <ul className={list} aria-label={title}>
        {next.map(({ id, availability, guard }) => {
          const transition = chart.transitions.find((each) => each.id === id);
          if (!transition) return null;
          const targets = transition.targets.map((target) => chart.states.find((state) => state.id === target)?.path.join('.') || target);
          return (
            <li key={id}>
              <span className={code}>{transition.label}</span>{' '}
              <span className={muted}>{targets.length > 0 ? `→ ${targets.join(', ')}` : '(stays)'}</span>
              {guard === null ? null : (
                <span className={muted}>{availability === 'refused' ? `, because “${guard}” is false` : `, if “${guard}”`}</span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
