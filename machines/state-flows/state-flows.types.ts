import type { LoadedChart } from '../export/load-chart.ts';
import type { RecordedEvent, Recording } from '../flight-recorder/recording.ts';
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
  /** Its events. */
  readonly name: string;
}

/** A file that somebody has chosen. */
export interface ChosenFile {
  readonly size: number;
  text(): Promise<string>;
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
  /** The path or the actor of the recording that is played. */
  readonly playing: PlayedSource | null;
  readonly steps: readonly FlowStep[];
  /** The step that is shown, from 0. */
  readonly at: number;
  /** Why a chart, a path or a file could not be opened. */
  readonly message: string;
}

export type PlayedSource = { readonly kind: 'path'; readonly index: number } | { readonly kind: 'recording'; readonly actorId: string };

export interface StateFlowsInput {
  readonly machineId: string | null;
}

export type StateFlowsEvent =
  /** From the address, or from the drawer's own choice. */
  | { readonly type: 'machine.opened'; readonly machineId: string | null }
  | { readonly type: 'retry.requested' }
  /** Follow a running actor. Null: the one that began last. */
  | { readonly type: 'actor.chosen'; readonly actorId: string | null }
  | { readonly type: 'paths.requested' }
  | { readonly type: 'path.chosen'; readonly index: number }
  | { readonly type: 'file.chosen'; readonly file: ChosenFile }
  | { readonly type: 'recorded.chosen'; readonly actorId: string; readonly machineId: string }
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

export interface PathInput {
  readonly machineId: string;
  readonly index: number;
}

export interface FileInput {
  readonly file: ChosenFile;
}
