import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import * as v from 'valibot';
import { plantingsSchema } from './planting.ts';
import { plant } from './switch-machine.ts';

// Runs the hand-written tests of machines once without any mutant, and once for each mutant that is named. Notes what happens at once: with
// a mutant a test may run for ever.
const { plantings, notes } = v.parse(plantingsSchema, JSON.parse(readFileSync(process.env['MUTANTS'] ?? '', 'utf8')));
const note = (kind: string, name: string) => appendFileSync(notes, `${kind} ${name}\n`);

for (const { machineId, tests, mutants } of plantings) {
  for (const index of ['sound', ...mutants] as const) {
    const name = `${machineId} ${index}`;
    describe(name, async () => {
      let isFound = false;
      beforeAll(() => {
        note('begins', name);
        plant(index === 'sound' ? null : { machineId, index });
      });
      beforeEach(({ skip }) => skip(isFound));
      afterEach(({ task }) => {
        if (task.result?.state !== 'fail') return;
        isFound = true;
        note('fails', name);
      });
      afterAll(() => note('ends', name));
      // Another module for each, so that its tests are registered anew.
      for (const file of tests) await import(/* @vite-ignore */ `${file}?planted=${machineId}-${index}`);
    });
  }
}
