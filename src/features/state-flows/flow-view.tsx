import type { MachineEntry } from '#machines/export/machine-entries.ts';
import type { StateFlowsEvent } from '#machines/state-flows/state-flows.types.ts';
import type { StateFlowsView } from '#machines/state-flows/state-flows.view.ts';
import { css, cx } from '#styled/css/index.js';
import { type ReactNode, useId, useMemo, useState } from 'react';
import type { LiveActor } from '#src/app/flight-recorder.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { ChartPicture } from './chart-picture.tsx';
import { ChartRequirements } from './chart-requirements.tsx';
import { ChartTable } from './chart-table.tsx';
import { stateName, stateAt } from './chart-states.ts';
import { ContextList } from './context-list.tsx';
import { Differences, marksOf } from './differences.tsx';
import { EventLog } from './event-log.tsx';
import { actorToFollow, liveMoment, playedMoment, recordedActor, runOf } from './flow-moment.ts';
import { NextPanel } from './next-panel.tsx';
import { Player } from './player.tsx';
import { SequencePanel } from './sequence-panel.tsx';
import { SimulatePanel } from './simulate-panel.tsx';
import { SourceChoice } from './source-choice.tsx';
import { useCollapse } from './use-collapse.ts';

const stack = css({ display: 'flex', flexDirection: 'column', gap: '5', minWidth: '0' });
// In a low box, as the drawer is below a screen, and on a wide page the picture stands beside what is said of it, and stays in view until
// that ends. The table is no part of this grid: what is sticky stays within the grid, and not within its own rows.
const followedStyle = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '5',
  minWidth: '0',
  _lowBox: {
    display: 'grid',
    gridTemplateColumns: '[minmax(0, 1fr) 20rem]',
    gridTemplateRows: '[auto 1fr]',
    gap: '4',
    alignItems: 'start',
  },
});
const choiceStyle = css({ _lowBox: { gridColumn: '2', gridRow: '1' } });
const pictureStyle = css({ minWidth: '0', _lowBox: { gridColumn: '1', gridRow: '[1 / span 2]', position: 'sticky', top: '0' } });
const nowStyle = css({ _lowBox: { gridColumn: '2', gridRow: '2' } });
const tableStyle = css({ minWidth: '0' });
const onPage = {
  followed: css({
    _wideScreen: {
      display: 'grid',
      gridTemplateColumns: '[minmax(0, 1fr) 22rem]',
      gridTemplateRows: '[auto 1fr]',
      gap: '4',
      alignItems: 'start',
    },
  }),
  choice: css({ _wideScreen: { gridColumn: '2', gridRow: '1' } }),
  picture: css({
    _wideScreen: { gridColumn: '1', gridRow: '[1 / span 2]', position: 'sticky', top: '[calc(token(sizes.topbar) + 1rem)]' },
  }),
  now: css({ _wideScreen: { gridColumn: '2', gridRow: '2' } }),
};
const panels = css({
  display: 'grid',
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(20rem, 100%), 1fr))]',
  gap: '4',
  alignItems: 'start',
});
const panel = css({ minWidth: '0', padding: '4', border: 'hairline', borderRadius: 'md', backgroundColor: 'surface' });
const screenOnly = css({ _print: { display: 'none' } });
const heading = css({ fontWeight: 'semibold', marginBottom: '2' });
const muted = css({ color: 'text.muted' });
const sequenceHead = css({ cursor: 'pointer', borderRadius: 'sm', '&:focus-visible': { outline: 'focus', outlineOffset: '[2px]' } });
const sequenceTitle = css({ display: 'inline', fontWeight: 'semibold' });
const tableTitle = css({ fontWeight: 'semibold' });
const tableHead = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', marginBottom: '2' });
const search = css({ flex: '[0 1 20rem]', minWidth: '0', _print: { display: 'none' } });
const waiting = css({ height: '[20rem]' });

/** Levels of headings: those of the page stand below its title, those of the drawer below that of the drawer. */
const levels = { page: ['h2', 'h3'], drawer: ['h3', 'h4'] } as const;

interface FlowViewProps {
  readonly place: keyof typeof levels;
  readonly machine: MachineEntry;
  readonly view: StateFlowsView;
  readonly actors: readonly LiveActor[];
  readonly actorId: string | null;
  /** The state that the address names, by its path. */
  readonly state: string | undefined;
  /** The transition of that state that the address names. */
  readonly transition: string | undefined;
  readonly onState: (path: string | undefined) => void;
  readonly onMachine: (machineId: string) => void;
  readonly send: (event: StateFlowsEvent) => void;
}

/** The chart of a machine, what is followed in it, and the same in words. */
export function FlowView(props: FlowViewProps) {
  const { place, machine, view, actors, actorId, state, transition, onState, onMachine, send } = props;
  const [Heading, Subheading] = levels[place];
  const isPage = place === 'page';
  const [query, setQuery] = useState('');
  const [isSequenceOpen, setIsSequenceOpen] = useState(false);
  const tableId = useId();
  const requirementsId = useId();
  const own = useMemo(() => actors.filter((actor) => actor.machineId === machine.id), [actors, machine.id]);
  const followed = actorToFollow(own, machine.id, actorId);
  const { chart: loaded, player } = view;
  const ready = loaded.status === 'ready' ? loaded.chart : null;
  const { collapsed, drawn, collapsible, onToggle, onToggleAll, reveal } = useCollapse(ready);
  if (loaded.status === 'error') {
    return (
      <EmptyState
        kind="failed"
        title="The chart could not be loaded"
        actions={
          <Button variant="primary" onClick={() => send({ type: 'retry.requested' })}>
            Try again
          </Button>
        }
      >
        {loaded.message}
      </EmptyState>
    );
  }
  if (!ready || !drawn) return <Skeleton className={waiting} />;
  const { model } = ready;
  const moment = player
    ? playedMoment(model, player, recordedActor(view)?.context)
    : view.source === 'live' && followed
      ? liveMoment(model, followed)
      : null;
  const run = runOf(view, machine.id, actors, followed);
  const wanted = stateAt(model, state)?.id ?? null;
  const choose = (id: string) => {
    const chosen = model.states.find((each) => each.id === id);
    if (!chosen) return;
    reveal(id);
    onState(stateName(chosen));
  };
  return (
    <div className={stack}>
      {view.comparison.status === 'none' ? null : (
        <Panel heading={Heading} title="Differences">
          <Differences comparison={view.comparison} onClose={() => send({ type: 'comparison.closed' })} />
        </Panel>
      )}
      <div className={cx(followedStyle, isPage && onPage.followed)}>
        <div className={cx(panels, choiceStyle, isPage && onPage.choice)}>
          <Panel heading={Heading} title="Follow" isForScreen>
            <SourceChoice view={view} send={send} actors={own} followed={followed} />
          </Panel>
          {player ? (
            <Panel heading={Heading} title={view.source === 'simulation' ? 'Steps' : 'Playback'}>
              <Player view={player} send={send} />
            </Panel>
          ) : null}
          {view.simulation ? (
            <Panel heading={Heading} title="What happens next" isForScreen>
              <SimulatePanel heading={Subheading} machineId={machine.id} simulation={view.simulation} send={send} />
            </Panel>
          ) : null}
        </div>
        <div className={cx(pictureStyle, isPage && onPage.picture)}>
          <ChartPicture
            chart={drawn.chart}
            layout={drawn.layout}
            active={(moment?.active ?? []).join('\n')}
            took={(moment?.took ?? []).join('\n')}
            wanted={wanted}
            isPlayed={player !== null}
            marks={marksOf(view.comparison)}
            offered={(view.simulation?.offers ?? []).map(({ transition: id }) => id).join('\n')}
            collapsible={collapsible}
            onState={choose}
            onToggle={onToggle}
            onToggleAll={onToggleAll}
            onMachine={onMachine}
            onTransition={(id) => {
              const offer = view.simulation?.offers.find((each) => each.transition === id);
              if (offer) send({ type: 'event.simulated', event: offer.fixture });
            }}
          />
        </div>
        <div className={cx(panels, nowStyle, isPage && onPage.now)}>
          <Panel heading={Heading} title="Now, and what may happen next">
            {moment ? <NextPanel heading={Subheading} chart={model} moment={moment} /> : <p className={muted}>Nothing is followed.</p>}
          </Panel>
          {moment ? (
            <Panel heading={Heading} title="Context">
              <ContextList context={moment.context} changed={moment.changed} />
            </Panel>
          ) : null}
          <Panel heading={Heading} title="Events">
            {followed && view.source === 'live' ? (
              <EventLog events={followed.events} dropped={followed.dropped} />
            ) : (
              <p className={muted}>{player ? 'The events are the steps of the playback.' : 'Nothing is followed.'}</p>
            )}
          </Panel>
        </div>
      </div>
      {run === null ? null : (
        <details className={panel} onToggle={({ currentTarget }) => setIsSequenceOpen(currentTarget.open)}>
          <summary className={sequenceHead}>
            <Heading className={sequenceTitle}>Sequence</Heading>
          </summary>
          {isSequenceOpen && run ? <SequencePanel key={run.chosen} {...run} title={machine.title} /> : null}
        </details>
      )}
      <section aria-labelledby={tableId} className={tableStyle}>
        <div className={tableHead}>
          <Heading id={tableId} className={tableTitle}>
            States and events
          </Heading>
          <div className={search}>
            <TextInput
              type="search"
              aria-label="Search states and events"
              placeholder="Search states and events"
              value={query}
              maxLength={100}
              onChange={(event) => setQuery(event.currentTarget.value)}
            />
          </div>
        </div>
        <ChartTable
          chart={model}
          moment={moment}
          query={query}
          wanted={wanted}
          wantedTransition={transition}
          collapsed={collapsed}
          onState={choose}
          onToggle={onToggle}
          onMachine={onMachine}
        />
      </section>
      <section aria-labelledby={requirementsId} className={tableStyle}>
        <div className={tableHead}>
          <Heading id={requirementsId} className={tableTitle}>
            Requirements
          </Heading>
        </div>
        <ChartRequirements chart={model} labelledBy={requirementsId} onState={choose} />
      </section>
    </div>
  );
}

interface PanelProps {
  readonly heading: 'h2' | 'h3';
  readonly title: string;
  /** It has only controls, which are not printed. */
  readonly isForScreen?: boolean;
  readonly children: ReactNode;
}

function Panel({ heading: Heading, title, isForScreen = false, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cx(panel, isForScreen && screenOnly)}>
      <Heading id={id} className={heading}>
        {title}
      </Heading>
      {children}
    </section>
  );
}
