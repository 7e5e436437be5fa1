import type { SnapshotFrom } from 'xstate';
import { activeStates } from './active-states.ts';
import type { stateFlowsMachine } from './state-flows.machine.ts';
import type { FlowStep, PathName, PlayedSource } from './state-flows.types.ts';
import type { LoadedChart } from '../export/load-chart.ts';
import type { Recording } from '../flight-recorder/recording.ts';

export interface StateFlowsView {
  readonly chart:
    | { readonly status: 'closed' | 'loading' }
    | { readonly status: 'error'; readonly message: string }
    | { readonly status: 'ready'; readonly chart: LoadedChart };
  readonly source: 'live' | 'paths' | 'recording';
  /** What is on its way; null: nothing. */
  readonly busy: string | null;
  /** Why the paths or the file could not be opened; null where they could. */
  readonly problem: string | null;
  readonly paths: readonly PathName[];
  readonly recording: Recording | null;
  readonly playing: PlayedSource | null;
  readonly player: PlayerView | null;
}

/** A path or a recorded actor at one of its steps. */
export interface PlayerView {
  readonly steps: readonly FlowStep[];
  readonly at: number;
  readonly step: FlowStep;
  /** Ids of the states that are active after the step. */
  readonly active: readonly string[];
  readonly isRunning: boolean;
  readonly canGoBack: boolean;
  readonly canGoOn: boolean;
}

const busyTexts = {
  listing: 'Generating the paths…',
  opening: 'Opening the path…',
  reading: 'Reading the file…',
} as const;

/** What the page and the drawer State flows draw. */
export function stateFlowsView(snapshot: SnapshotFrom<typeof stateFlowsMachine>): StateFlowsView {
  const { context } = snapshot;
  const busy = (['listing', 'opening', 'reading'] as const).find((state) => snapshot.matches({ source: state }));
  const isLive = snapshot.matches({ source: 'live' });
  return {
    chart: chartOf(snapshot),
    source: isLive ? 'live' : context.recording !== null && context.playing?.kind !== 'path' ? 'recording' : 'paths',
    busy: busy === undefined ? null : busyTexts[busy],
    problem: snapshot.matches({ source: 'failed' }) ? context.message : null,
    paths: context.paths,
    recording: context.recording,
    playing: context.playing,
    player: playerOf(snapshot),
  };
}

function chartOf(snapshot: SnapshotFrom<typeof stateFlowsMachine>): StateFlowsView['chart'] {
  const { chart, message } = snapshot.context;
  if (snapshot.matches({ chart: 'ready' }) && chart !== null) return { status: 'ready', chart };
  if (snapshot.matches({ chart: 'error' })) return { status: 'error', message };
  return { status: snapshot.matches({ chart: 'loading' }) ? 'loading' : 'closed' };
}

function playerOf(snapshot: SnapshotFrom<typeof stateFlowsMachine>): PlayerView | null {
  const { steps, at, chart } = snapshot.context;
  const step = steps[at];
  if (!step || !snapshot.matches({ source: 'stepping' })) return null;
  return {
    steps,
    at,
    step,
    active: chart === null ? [] : activeStates(chart.model, step.value),
    isRunning: snapshot.matches({ source: { stepping: 'running' } }),
    canGoBack: at > 0,
    canGoOn: at < steps.length - 1,
  };
}
