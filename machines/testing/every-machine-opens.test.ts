import { setup, StateMachine } from 'xstate';
import { describe, expect, it } from 'vitest';
import { chartModel } from '../export/chart-model.ts';
import { machines } from '../export/machines.ts';
import { transitionIdsOf } from '../export/transitions.ts';
import { chartFaults } from './chart-faults.ts';
import { requirementCoverage } from './requirement-coverage.ts';

// Vite's, declared here since the charts compile without any platform's types.
declare global {
  interface ImportMeta {
    glob(pattern: string, options: { readonly eager: true }): Record<string, Record<string, unknown>>;
  }
}

describe('the list of machines', () => {
  it('has every machine that any file exports, under its id', () => {
    const modules = import.meta.glob('../**/*.machine.ts', { eager: true });
    const exported = Object.entries(modules).flatMap(([path, module]) =>
      Object.values(module).flatMap((value) => (value instanceof StateMachine ? [`${value.id} in ${path.replace('..', 'machines')}`] : [])),
    );
    expect(machines.map(({ id, file }) => `${id} in ${file}`).toSorted()).toEqual(exported.toSorted());
    expect(new Set(machines.map(({ id }) => id)).size).toBe(machines.length);
  });

  it.each(machines)('$id has a title, a purpose, and the plan of its paths', async ({ id, title, purpose, load, loadPlan }) => {
    expect(title).toMatch(/^[A-Z]/u);
    expect(purpose).toMatch(/^[A-Z].{20,}\.$/u);
    const machine = await load();
    expect(machine.id).toBe(id);
    expect((await loadPlan()).machine).toBe(machine);
  });
});

describe('every machine opens', () => {
  it.each(machines)('$id', async ({ load }) => {
    const machine = await load();
    expect(machine.definition.id).toBe(machine.id);
    expect(chartFaults(machine)).toEqual([]);
    expect(requirementCoverage(chartModel(machine)).faults).toEqual([]);
    expect(new Set(transitionIdsOf(machine)).size, 'each transition has an id of its own').toBe(transitionIdsOf(machine).length);
  });
});

describe('the check itself', () => {
  it('sees what is wrong with a chart', () => {
    const unsound = setup({ guards: { isFine: () => true } }).createMachine({
      id: 'unsound',
      initial: 'a',
      states: {
        a: {
          entry: () => undefined,
          after: { 100: { target: 'b' } },
          on: { go: { guard: 'isFine', target: 'b' } },
        },
        b: { description: 'Last.', meta: { testId: 'b' } },
      },
    });
    expect(chartFaults(unsound).join('\n')).toMatch(/a: has no description[\s\S]*testId[\s\S]*inline[\s\S]*delay 100/u);
  });
});
