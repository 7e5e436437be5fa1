import type { SnapshotFrom } from 'xstate';
import { activeStates } from './active-states.ts';
import type { stateFlowsMachine } from './state-flows.machine.ts';
import type { ChartComparison, FlowStep, Offer, PathName, PlayedSource, Simulated, StateFlowsContext } from './state-flows.types.ts';
import type { LoadedChart } from '../export/load-chart.ts';
import type { Recording } from '../flight-recorder/recording.ts';

export interface StateFlowsView {
  readonly chart:
    | { readonly status: 'closed' | 'loading' }
    | { readonly status: 'error'; readonly message: string }
    | { readonly status: 'ready'; readonly chart: LoadedChart };
  readonly source: 'live' | 'paths' | 'simulation' | 'recording';
  /** What is on its way; null: nothing. */
  readonly busy: string | null;
  /** Why the paths or the file could not be opened; null where they could. */
  readonly problem: string | null;
  readonly paths: readonly PathName[];
  readonly recording: Recording | null;
  readonly playing: PlayedSource | null;
  readonly player: PlayerView | null;
  /** Also beside a generated path that is played; null where a recording is played, or nothing. */
  readonly simulation: SimulationView | null;
  readonly comparison:
    | { readonly status: 'none' }
    | { readonly status: 'reading' }
    | { readonly status: 'failed'; readonly message: string }
    | { readonly status: 'shown'; readonly comparison: ChartComparison };
}

export interface SimulationView extends Pick<Simulated, 'inputs' | 'input' | 'events' | 'refusal' | 'fixture'> {
  /** What may come after the step that is shown. */
  readonly offers: readonly Offer[];
  /** How many steps come after the one that is shown: the next event replaces them. */
  readonly later: number;
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
  const player = playerOf(snapshot);
  return {
    chart: chartOf(snapshot),
    source: sourceOf(snapshot),
    busy: busy === undefined || player !== null ? null : busyTexts[busy],
    problem: snapshot.matches({ source: 'failed' }) ? context.message : null,
    paths: context.paths,
    recording: context.recording,
    playing: context.playing,
    player,
    simulation: player && simulationOf(context),
    comparison: comparisonOf(snapshot),
  };
}

function sourceOf(snapshot: SnapshotFrom<typeof stateFlowsMachine>): StateFlowsView['source'] {
  const { playing, recording } = snapshot.context;
  if (snapshot.matches({ source: 'live' })) return 'live';
  if (playing?.kind === 'simulation') return 'simulation';
  return recording !== null && playing?.kind !== 'path' ? 'recording' : 'paths';
}

function simulationOf({ simulated, at }: StateFlowsContext): SimulationView | null {
  if (simulated === null) return null;
  const { inputs, input, events, refusal, fixture, steps, offers } = simulated;
  return { inputs, input, events, refusal, fixture, offers: offers[at] ?? [], later: steps.length - 1 - at };
}

function comparisonOf(snapshot: SnapshotFrom<typeof stateFlowsMachine>): StateFlowsView['comparison'] {
  const { comparison, comparisonMessage: message } = snapshot.context;
  if (snapshot.matches({ comparison: 'shown' }) && comparison !== null) return { status: 'shown', comparison };
  if (snapshot.matches({ comparison: 'failed' })) return { status: 'failed', message };
  return { status: snapshot.matches({ comparison: 'reading' }) ? 'reading' : 'none' };
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
  // While the next step is worked out, those so far stay on the screen.
  if (!step || !(snapshot.matches({ source: 'stepping' }) || snapshot.matches({ source: 'opening' }))) return null;
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
