import { type AnyStateMachine, createMachine } from 'xstate';
import { chartJson } from '../export/chart-json.ts';

/**
 * The machine that its exported JSON makes, given what the export says that it leaves out, and the machine's implementations. Throws where
 * the export's list names a place that has no function.
 */
export function exportedMachine(machine: AnyStateMachine): AnyStateMachine {
  const config = JSON.parse(JSON.stringify(chartJson(machine)));
  for (const pointer of config.meta.export.leftOut as readonly string[]) {
    const keys = pointer
      .slice(1)
      .split('/')
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    const at = (from: unknown, path: readonly string[]): unknown =>
      path.reduce((inner, key) => (inner as Readonly<Record<string, unknown>>)[key], from);
    const original = at(machine.config, keys);
    if (typeof original !== 'function') throw new Error(`${pointer} is no function`);
    Object.assign(at(config, keys.slice(0, -1)) as object, { [keys.at(-1) ?? '']: original });
  }
  return createMachine(config, machine.implementations);
}
