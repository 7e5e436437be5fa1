import {
  type CallbackActorLogic,
  type EventObject,
  fromCallback as callbackLogic,
  fromPromise as promiseLogic,
  type NonReducibleUnknown,
  type PromiseActorLogic,
} from 'xstate';

/*
 * The actors that a chart invokes. React may stop the actor of a screen and start the same one again (StrictMode, Activity). XState then takes
 * what a run reports that was stopped for the result of the run after it: a read that was aborted with its screen would be a failure of the
 * screen that has just been opened. So a run that was stopped reports nothing.
 */

type PromiseRun<Output, Input> = Parameters<typeof promiseLogic<Output, Input>>[0];
type CallbackRun<Event extends EventObject, Input> = Parameters<typeof callbackLogic<Event, Input>>[0];

/** `fromPromise` of XState, whose result counts only until it is stopped. */
export function fromPromise<Output, Input = NonReducibleUnknown>(run: PromiseRun<Output, Input>): PromiseActorLogic<Output, Input> {
  return promiseLogic<Output, Input>((scope) => {
    const { signal } = scope;
    const running = run(scope);
    return new Promise((resolve, reject) => {
      running.then(
        (output) => signal.aborted || resolve(output),
        (error: unknown) => signal.aborted || reject(error),
      );
    });
  });
}

/** `fromCallback` of XState, which sends nothing back once it is stopped. */
export function fromCallback<Event extends EventObject, Input = NonReducibleUnknown>(
  run: CallbackRun<Event, Input>,
): CallbackActorLogic<Event, Input> {
  return callbackLogic<Event, Input>((scope) => {
    let isStopped = false;
    const dispose = run({ ...scope, sendBack: (event) => isStopped || scope.sendBack(event) });
    return () => {
      isStopped = true;
      dispose?.();
    };
  });
}
