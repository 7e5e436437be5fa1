import { eventJson } from '#machines/testing/path-fixture.ts';
import type { GeneratedPath } from '#machines/testing/paths.ts';
import { getStateNodes, type AnyStateMachine, type StateValue } from 'xstate';

/** The active states without states in them, by their paths: `ready.form.editing.dirty`. */
export function leavesOf(machine: AnyStateMachine, value: StateValue): readonly string[] {
  return getStateNodes(machine.root, value)
    .filter((node) => Object.keys(node.states).length === 0)
    .map((node) => node.path.join('.'))
    .sort();
}

/** What a walk says that fails: where it is on which path, and the address of the chart with the path up to that step. */
export function stepMessage(
  machine: AnyStateMachine,
  path: GeneratedPath,
  step: { readonly index: number; readonly type: string; readonly expected: StateValue; readonly seen: readonly string[] },
): string {
  const expected = leavesOf(machine, step.expected);
  const missing = expected.find((leaf) => !step.seen.includes(leaf)) ?? expected[0] ?? '';
  const events = path.steps.slice(0, step.index + 1).map(({ event }) => eventJson(event) ?? event.type);
  const address = new URLSearchParams({ state: missing, run: JSON.stringify({ input: path.inputAt, events }) });
  return [
    `step ${step.index + 1}, ${step.type}, of "${path.name}"`,
    `  expected: ${expected.join(' + ')}`,
    `  seen:     ${step.seen.join(' + ') || 'none of the states that the driver knows'}`,
    `  chart:    /state-flows/${machine.id}?${address}`,
  ].join('\n');
}

/** Rejects where something is not done in time, such as a click on what is not there. */
export async function inTime(work: Promise<unknown>, ms: number, what: string): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${ms} ms: ${what}`)), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    // Nobody waits for it any more.
    work.catch(() => undefined);
  }
}
