import { type MachineCode, machineCode } from './machine-code.ts';
import { type MachineEntry, machineEntries } from './machine-entries.ts';

export interface ListedMachine extends MachineEntry, MachineCode {}

/** Every machine, by title, with its code. `npm run charts` and the tests go through this list; a test finds one that is missing. */
export const machines: readonly ListedMachine[] = machineEntries.map((entry) => ({ ...entry, ...machineCode[entry.id] }));
