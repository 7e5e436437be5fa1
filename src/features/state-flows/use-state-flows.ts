import { stateFlowsView } from '#machines/state-flows/state-flows.view.ts';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import { useEmitted } from '#src/app/use-emitted.ts';
import { useMachineActor } from '#src/app/use-machine-actor.ts';
import { useLiveActors } from './use-live-actors.ts';
import { wireStateFlows } from './wire-state-flows.ts';

/** The state of the page or the drawer. `machineId`: of the address. `onMachine`: another machine is wanted. */
export function useStateFlows(machineId: string | null, onMachine: (machineId: string) => void) {
  const [machine] = useState(wireStateFlows);
  const actor = useMachineActor(machine, { input: { machineId } });
  useEffect(() => actor.send({ type: 'machine.opened', machineId }), [actor, machineId]);
  useEmitted(actor, 'machine.wanted', (event) => onMachine(event.machineId));
  const snapshot = useSelector(actor, (current) => current);
  const view = useMemo(() => stateFlowsView(snapshot), [snapshot]);
  const { actors, hasFailed } = useLiveActors();
  return { view, actors, hasFailed, actorId: snapshot.context.actorId, send: actor.send };
}

/** How many actors of each machine run now, by its id. */
export function useRunningCounts(actors: ReturnType<typeof useLiveActors>['actors']): ReadonlyMap<string, number> {
  return useMemo(() => {
    const running = actors.filter(({ status }) => status === 'active');
    return new Map([...Map.groupBy(running, ({ machineId }) => machineId)].map(([id, all]) => [id, all.length]));
  }, [actors]);
}
