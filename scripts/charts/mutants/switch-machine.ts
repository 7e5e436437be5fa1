import type { AnyStateMachine } from 'xstate';
import { mutantsOf } from '../../../machines/testing/mutants.ts';

/** The machine that a mutant is planted in, and which of its mutants; null: none. */
let planted: { readonly machineId: string; readonly index: number } | null = null;

export function plant(next: typeof planted): void {
  planted = next;
}

/** Stands for a machine in the tests written by hand: it is the mutant while one is planted. */
export function switched(machine: AnyStateMachine): AnyStateMachine {
  const made = new Map<number, AnyStateMachine>();
  const now = (): AnyStateMachine => {
    if (planted?.machineId !== machine.id) return machine;
    const { index } = planted;
    const mutant = made.get(index) ?? mutantsOf(machine)[index]?.make();
    if (!mutant) throw new Error(`${machine.id} has no mutant ${index}`);
    made.set(index, mutant);
    return mutant;
  };
  return new Proxy(machine, {
    get: (_, key) => {
      const target = now();
      const value: unknown = Reflect.get(target, key);
      // XState remembers things of a machine by the object.
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
