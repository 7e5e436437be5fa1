import type { CallbackActorLogic, EventObject, NonReducibleUnknown, PromiseActorLogic } from 'xstate';
import { fromCallback, fromPromise } from './actor-logic.ts';

/** The placeholder of an actor that the wiring provides. Rejects with `actor "name" was not provided`. */
export function notProvided<Output, Input extends NonReducibleUnknown>(name: string): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(() => Promise.reject(new Error(`actor "${name}" was not provided`)));
}

/** The placeholder of an actor that listens for as long as a state is active. Its invoke needs `onError`. */
export function listenerNotProvided<Input extends NonReducibleUnknown>(name: string): CallbackActorLogic<EventObject, Input> {
  return fromCallback<EventObject, Input>(() => {
    throw new Error(`actor "${name}" was not provided`);
  });
}
