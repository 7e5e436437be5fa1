import { useEffect, useEffectEvent } from 'react';
import type { ActorRef, EventObject, Snapshot } from 'xstate';

type Emitting<Emitted extends EventObject> = Pick<ActorRef<Snapshot<unknown>, EventObject, Emitted>, 'on'>;

/** Hears what an actor emits, for as long as the component is there; always by the handler that was drawn last. */
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
