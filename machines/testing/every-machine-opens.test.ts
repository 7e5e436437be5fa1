import { createMachine, setup, type AnyStateMachine, StateMachine } from 'xstate';
import { describe, expect, it } from 'vitest';
import { toMermaid } from '../export/mermaid.ts';
import { chartFaults } from './chart-faults.ts';
import { stateNodesOf } from './transitions.ts';

// Vite's, declared here since the charts compile without any platform's types.
declare global {
  interface ImportMeta {
    glob(pattern: string, options: { readonly eager: true }): Record<string, Record<string, unknown>>;
  }
}

/** Every machine that any `x.machine.ts` exports, with its file. */
function allMachines(): readonly { readonly file: string; readonly machine: AnyStateMachine }[] {
  const modules = import.meta.glob('../**/*.machine.ts', { eager: true });
  return Object.entries(modules).flatMap(([file, exported]) =>
    Object.values(exported)
      .filter((value): value is AnyStateMachine => value instanceof StateMachine)
      .map((machine) => ({ file: file.replace('../', ''), machine })),
  );
}

const machines = allMachines();

describe('every machine opens', () => {
  it('finds the machines', () => {
    expect(machines.map(({ machine }) => machine.id)).toEqual(
      expect.arrayContaining(['session', 'connection', 'settings-screen', 'toasts']),
    );
    expect(new Set(machines.map(({ machine }) => machine.id)).size).toBe(machines.length);
  });

  it.each(machines)('$machine.id ($file)', ({ machine }) => {
    expect(machine.definition.id).toBe(machine.id);
    expect(chartFaults(machine)).toEqual([]);
    const copy = createMachine(JSON.parse(JSON.stringify(machine.config)));
    expect(stateNodesOf(copy).map((node) => node.id)).toEqual(stateNodesOf(machine).map((node) => node.id));
    expect(mermaidFaults(toMermaid(machine))).toEqual([]);
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

  it('sees a broken diagram', () => {
    expect(mermaidFaults('stateDiagram-v2\n  state "A" as a {\n  a --> b : go\n')).toHaveLength(2);
  });
});

/** Line by line against the grammar that the export uses: arrows between declared states, braces that close. */
function mermaidFaults(text: string): readonly string[] {
  const [head, ...lines] = text.trimEnd().split('\n');
  const declared = new Set(lines.flatMap((line) => /^ *state "[^"]+" as (\w+)(?: \{)?$/u.exec(line)?.[1] ?? []));
  const faults = head === 'stateDiagram-v2' ? [] : ['no stateDiagram-v2'];
  let depth = 0;
  const root = lines
    .flatMap((line) => /^ {2}(\w+) --> /u.exec(line)?.[1] ?? [])
    .filter((id) => lines.some((line) => line.includes(`as ${id}_`)));
  for (const line of lines) {
    if (line.endsWith('{')) depth += 1;
    if (/^ *\}$/u.test(line)) depth -= 1;
    const arrow = /^ *(\[\*\]|\w+) --> (\[\*\]|\w+)(?: : [^:;#"]+)?$/u.exec(line);
    if (arrow) {
      for (const id of arrow.slice(1))
        if (id !== '[*]' && !declared.has(id ?? '') && !root.includes(id ?? '')) faults.push(`unknown state ${id} in:${line}`);
    } else if (!/^ *(state "[^"]+" as \w+(?: \{)?|\}|--)$/u.test(line)) faults.push(`not Mermaid:${line}`);
  }
  return depth === 0 ? faults : [...faults, 'braces do not close'];
}
