import { activeStates } from '#machines/state-flows/active-states.ts';
import type { FlowStep } from '#machines/state-flows/state-flows.types.ts';
import type { PlayerView, StateFlowsView } from '#machines/state-flows/state-flows.view.ts';
import { type NextTransition, whatNext, whatNextByChart } from '#machines/state-flows/what-next.ts';
import { type JsonObject, toJson } from '#contract/json.ts';
import type { ChartModel } from '#machines/export/chart.types.ts';
import type { ActorStatus, RecordedActor, RecordedEvent } from '#machines/flight-recorder/recording.ts';
import type { LiveActor } from '#src/app/flight-recorder.ts';
import { isMachineSnapshot } from 'xstate';

/** Where a machine is at one moment: of a running actor now, or of a path or a recording at one of its steps. */
export interface FlowMoment {
  /** Ids of states, from the outside to the inside. */
  readonly active: readonly string[];
  /** Ids of the transitions just taken. */
  readonly took: readonly string[];
  readonly next: readonly NextTransition[];
  /** `next` is what the chart alone says: no guard was asked. */
  readonly isByChart: boolean;
  readonly status: ActorStatus;
  /** By its keys, redacted where it is not made up. */
  readonly context: JsonObject;
  /** The keys that the last event has changed. */
  readonly changed: readonly string[];
}

type Changes = Pick<RecordedEvent, 'set'>;

/** The context after these events. */
const contextAfter = (before: JsonObject | undefined, events: readonly Changes[]) => ({
  context: Object.assign({}, before, ...events.map(({ set }) => set)),
  changed: Object.keys(events.at(-1)?.set ?? {}),
});

export const playedMoment = (chart: ChartModel, { active, step, steps, at }: PlayerView, before?: JsonObject): FlowMoment => ({
  ...contextAfter(before, steps.slice(0, at + 1)),
  active,
  took: step.took,
  next: step.next ?? (step.status === 'active' ? whatNextByChart(chart, active) : []),
  isByChart: step.next === null,
  status: step.status,
});

/** Of an actor that has ended: where it ended. */
export function liveMoment(chart: ChartModel, actor: LiveActor): FlowMoment {
  const last = actor.events.at(-1);
  const snapshot: unknown = actor.ref.getSnapshot();
  const isRunning = actor.status === 'active' && isMachineSnapshot(snapshot);
  const value = isRunning ? toJson(snapshot.value) : (last?.value ?? null);
  return {
    ...contextAfter(actor.context, actor.events),
    active: activeStates(chart, value),
    took: last?.took ?? [],
    next: isRunning ? whatNext(snapshot) : [],
    isByChart: false,
    status: actor.status,
  };
}

/** The actor to follow: the one that was chosen, else the running one that began last, else the one that ended last. */
export function actorToFollow(actors: readonly LiveActor[], machineId: string, chosenId: string | null): LiveActor | null {
  const own = actors.filter((actor) => actor.machineId === machineId);
  return own.find(({ id }) => id === chosenId) ?? own.findLast(({ status }) => status === 'active') ?? own.at(-1) ?? null;
}

/** The actor of a recording that is played. */
export const recordedActor = ({ recording, playing }: StateFlowsView): RecordedActor | null =>
  (playing?.kind === 'recording' && recording?.actors.find(({ id }) => id === playing.actorId)) || null;

/** What is followed as a run that can be drawn as a sequence; null where nothing is. */
export function runOf(
  { source, recording, playing, player }: StateFlowsView,
  machineId: string,
  actors: readonly LiveActor[],
  followed: LiveActor | null,
) {
  if (source === 'live') return followed && { actors, chosen: followed.id };
  if (playing?.kind === 'recording') return recording && { actors: recording.actors, chosen: playing.actorId };
  if (!player) return null;
  const events = player.steps.slice(0, player.at + 1).map((step, order) => ({ ...step, at: 0, order }));
  const actor = { id: machineId, machineId, parentId: null, startedAt: 0, status: player.step.status, dropped: 0, events };
  return { actors: [actor], chosen: machineId };
}

/** `{"signedIn": {"user": "known"}}` reads as `signedIn.user.known`; regions are joined by commas. */
export function valueText(value: FlowStep['value']): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => {
      const rest = valueText(inner);
      return rest === '' ? key : `${key}.${rest.includes(', ') ? `(${rest})` : rest}`;
    })
    .join(', ');
}
