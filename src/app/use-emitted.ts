import { useEffect, useEffectEvent } from 'react';
import type { ActorRef, EventObject, Snapshot } from 'xstate';

type Emitting<Emitted extends EventObject> = Pick<ActorRef<Snapshot<unknown>, EventObject, Emitted>, 'on'>;

/** Handles the events that an actor emits while the component is mounted, always with the latest handler. */
export function useEmitted<Emitted extends EventObject, Type extends Emitted['type']>(
  actor: Emitting<Emitted>,
  type: Type,
  handler: Parameters<typeof actor.on<Type>>[1],
): void {
  const onEvent = useEffectEvent(handler);
  useEffect(() => {
    const subscription = actor.on(type, (event) => onEvent(event));
    return () => subscription.unsubscribe();
  }, [actor, type]);
}
