import { stateFlowsView } from '#machines/state-flows/state-flows.view.ts';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import type { LiveActor } from '#src/app/flight-recorder.ts';
import { useEmitted } from '#src/app/use-emitted.ts';
import { useMachineActor } from '#src/app/use-machine-actor.ts';
import { pathOfAddress } from './path-address.ts';
import { useLiveActors } from './use-live-actors.ts';
import { wireStateFlows } from './wire-state-flows.ts';

/**
 * The state of the page or the drawer. `running`: how many actors of each machine run now, by its id.
 * `machineId`: of the address. `onMachine`: the chart of another machine is to be opened. `run`: the path that the address had at first.
 */
export function useStateFlows(machineId: string | null, onMachine: (machineId: string) => void, run?: unknown) {
  const [machine] = useState(wireStateFlows);
  const actor = useMachineActor(machine, { input: { machineId, ...pathOfAddress(machineId, run) } });
  useEffect(() => actor.send({ type: 'machine.opened', machineId }), [actor, machineId]);
  useEmitted(actor, 'machine.requested', (event) => onMachine(event.machineId));
  const snapshot = useSelector(actor, (current) => current);
  const view = useMemo(() => stateFlowsView(snapshot), [snapshot]);
  const actors = useLiveActors();
  const running = useMemo(() => runningCounts(actors), [actors]);
  return { view, actors, running, actorId: snapshot.context.actorId, send: actor.send };
}

function runningCounts(actors: readonly LiveActor[]): ReadonlyMap<string, number> {
  const running = actors.filter(({ status }) => status === 'active');
  return new Map([...Map.groupBy(running, ({ machineId }) => machineId)].map(([id, all]) => [id, all.length]));
}
