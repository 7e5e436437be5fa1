import type { AnyStateMachine, NonReducibleUnknown } from 'xstate';
import { fromPromise } from '../actor-logic.ts';

/** One start of a fake actor; it stays open until the test answers it. */
export interface StartedFake {
  readonly name: string;
  /** The invoke's id. */
  readonly id: string;
  readonly input: unknown;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Not answered yet, and not stopped by the machine. */
  readonly isOpen: () => boolean;
}

export interface FakeActors {
  /** For `machine.provide({ actors: fakes.actors })`. */
  readonly actors: Record<string, ReturnType<typeof fromPromise<unknown, NonReducibleUnknown>>>;
  /** Every start so far, oldest first. */
  readonly started: readonly StartedFake[];
  /** The last start under that actor name or invoke id. Throws when there was none: the path and the chart disagree. */
  last(nameOrId: string): StartedFake;
}

/** One deferred fake per actor that the machine names. Listeners get one too: it never answers, events are sent by the test. */
export function fakeActors(machine: AnyStateMachine): FakeActors {
  const started: StartedFake[] = [];
  const names = Object.keys(machine.implementations.actors);
  const fake = (name: string) =>
    fromPromise<unknown, NonReducibleUnknown>(({ input, self }) => {
      const deferred = Promise.withResolvers<unknown>();
      started.push({
        name,
        id: self.id,
        input,
        resolve: deferred.resolve,
        reject: deferred.reject,
        isOpen: () => self.getSnapshot().status === 'active',
      });
      return deferred.promise;
    });
  return {
    actors: Object.fromEntries(names.map((name) => [name, fake(name)])),
    started,
    last(nameOrId) {
      const found = started.findLast((start) => start.name === nameOrId || start.id === nameOrId);
      if (!found) throw new Error(`no actor "${nameOrId}" was started; started: ${started.map((start) => start.id).join(', ') || 'none'}`);
      return found;
    },
  };
}

/** Lets answered promises reach their actors. Counts microtasks, so that no test waits for time. */
export async function flushPromises(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}
