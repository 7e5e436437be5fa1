import { activeStates } from '#machines/state-flows/active-states.ts';
import type { FlowStep } from '#machines/state-flows/state-flows.types.ts';
import type { PlayerView } from '#machines/state-flows/state-flows.view.ts';
import { type NextTransition, whatNext, whatNextByChart } from '#machines/state-flows/what-next.ts';
import { toJson } from '#contract/json.ts';
import type { ChartModel } from '#machines/export/chart.types.ts';
import type { ActorStatus } from '#machines/flight-recorder/recording.ts';
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
}

export const playedMoment = (chart: ChartModel, { active, step }: PlayerView): FlowMoment => ({
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
