import type { ChartChange } from '../export/chart-diff.ts';
import type { LoadedChart } from '../export/load-chart.ts';
import type { RecordedEvent, Recording, RecordingRead } from '../flight-recorder/recording.ts';
import type { EventJson, FixtureEvent, PathFixture } from '../export/fixture-schema.ts';
import type { NextTransition } from './what-next.ts';

/** One step of a generated path, or of a recording. */
export interface FlowStep extends Omit<RecordedEvent, 'at'> {
  /** ms since the epoch; null in a generated path, which has no time. */
  readonly at: number | null;
  /** What may happen after it; null where that is not known, as in a recording. */
  readonly next: readonly NextTransition[] | null;
}

export interface PathName {
  readonly index: number;
  /** Its events in a few words. */
  readonly name: string;
  /** Which of the plan's inputs it begins with, from 0. */
  readonly input: number;
  readonly events: readonly FixtureEvent[];
}

/** A path of a machine: a generated one, or one that somebody makes step by step. */
export interface Simulation {
  readonly machineId: string;
  /** Which of the plan's inputs it begins with, from 0. */
  readonly input: number;
  readonly events: readonly FixtureEvent[];
}

/** An event that may come next in a simulation. */
export interface Offer {
  readonly name: string;
  /** What takes it. */
  readonly fixture: FixtureEvent;
  /** `answer`: of an actor. `time`: a delay ends. */
  readonly kind: 'event' | 'answer' | 'time';
  /** The id of the first transition that it takes. */
  readonly transition: string;
  /** Null where JSON can't hold it, as with a file. */
  readonly json: EventJson | null;
}

/** What a simulation comes to. */
export interface Simulated {
  /** What the machine may begin with, in a few words each. */
  readonly inputs: readonly string[];
  readonly input: number;
  /** Those that were taken. */
  readonly events: readonly FixtureEvent[];
  /** The start first. */
  readonly steps: readonly FlowStep[];
  /** What may come after each step. */
  readonly offers: readonly (readonly Offer[])[];
  /** Why not all events were taken; null where they were. */
  readonly refusal: string | null;
  readonly fixture: PathFixture;
}

/** A file that somebody has chosen. */
export interface ChosenFile {
  readonly name: string;
  readonly size: number;
  text(): Promise<string>;
}

/** What differs between two charts of a machine. */
export interface ChartComparison {
  /** What the two are called: files, or the console's own chart. */
  readonly before: string;
  readonly after: string;
  readonly changes: readonly ChartChange[];
  /** What actions do is not compared where one of the two does not say it. */
  readonly hasEffects: boolean;
}

export type Compared =
  | { readonly kind: 'compared'; readonly comparison: ChartComparison }
  | { readonly kind: 'refused'; readonly message: string };

export interface ComparisonInput {
  readonly machineId: string;
  /** One, to be compared with the console's own chart, or two. */
  readonly files: readonly ChosenFile[];
}

/** Plain JSON throughout. */
export interface StateFlowsContext {
  /** Null: no machine is open, as on the list. */
  readonly machineId: string | null;
  readonly chart: LoadedChart | null;
  /** The running actor that is followed; null: the one that began last. */
  readonly actorId: string | null;
  readonly paths: readonly PathName[];
  readonly recording: Recording | null;
  /** Also of a generated path that is played. */
  readonly simulation: Simulation | null;
  readonly simulated: Simulated | null;
  /** The path or the actor of the recording that is played. */
  readonly playing: PlayedSource | null;
  readonly steps: readonly FlowStep[];
  /** The step that is shown, from 0. */
  readonly at: number;
  /** Why a chart, a path or a file could not be opened. */
  readonly message: string;
  readonly comparison: ChartComparison | null;
  /** Why charts could not be compared. */
  readonly comparisonMessage: string;
}

export type PlayedSource =
  | { readonly kind: 'path'; readonly index: number }
  | { readonly kind: 'simulation' }
  | { readonly kind: 'recording'; readonly actorId: string };

export interface StateFlowsInput {
  readonly machineId: string | null;
  /** That the address names. Null: none. */
  readonly simulation?: Simulation | null;
  /** Why what the address names can't be opened. */
  readonly message?: string;
}

export type StateFlowsEvent =
  /** From the address, or from the drawer's own choice. */
  | { readonly type: 'machine.opened'; readonly machineId: string | null }
  | { readonly type: 'retry.requested' }
  /** Follow a running actor. Null: the one that began last. */
  | { readonly type: 'actor.chosen'; readonly actorId: string | null }
  | { readonly type: 'paths.requested' }
  | { readonly type: 'path.chosen'; readonly index: number }
  /** A path is to be made step by step, from one of the machine's inputs. */
  | { readonly type: 'simulation.requested'; readonly input: number }
  /** Goes on from the step that is shown; what came after it is dropped. */
  | { readonly type: 'event.simulated'; readonly event: FixtureEvent }
  | { readonly type: 'file.chosen'; readonly file: ChosenFile }
  | { readonly type: 'recorded.chosen'; readonly actorId: string; readonly machineId: string }
  | { readonly type: 'comparison.chosen'; readonly files: readonly ChosenFile[] }
  | { readonly type: 'comparison.closed' }
  | { readonly type: 'recording.closed' }
  | { readonly type: 'step.requested'; readonly by: 1 | -1 }
  | { readonly type: 'step.chosen'; readonly at: number }
  | { readonly type: 'play.requested' }
  | { readonly type: 'pause.requested' };

/** The chart of another machine is to be opened: the address follows. */
export interface MachineRequested {
  readonly type: 'machine.requested';
  readonly machineId: string;
}

export type PathsListed = readonly PathName[];

/** What a file is: of the flight recorder, or a path. */
export type FileRead = RecordingRead | { readonly kind: 'simulation'; readonly simulation: Simulation };

export interface FileInput {
  readonly file: ChosenFile;
}
