import { describe, expect, it } from 'vitest';
import { defects } from './planted/defects.ts';
import { withDefect } from './planted/plant.ts';
import { runPlanted } from './planted/planted.ts';

/** A few of the defects that some schedules catch; `npm run faults -- --planted` runs all of them. */
const quick = ['merge drops a field', 'deleted before the answer', 'ids not written', 'deleted and not logged'];

describe('the planted defects', () => {
  it.each(defects)('$name: its text is in $file exactly once', (defect) => {
    expect(() => withDefect(defect)).not.toThrow();
  });

  it('have names of their own, and each breaks something', () => {
    expect(new Set(defects.map(({ name }) => name)).size).toBe(defects.length);
    expect(defects.filter(({ from, to }) => from === to)).toEqual([]);
  });

  it('make the simulator fail', async () => {
    const chosen = defects.filter(({ name }) => quick.includes(name));
    const lines = await runPlanted(chosen, 200);
    expect(lines.map(({ name }) => name)).toEqual(chosen.map(({ name }) => name));
    expect(lines.filter(({ result }) => result === null)).toEqual([]);
  });
});
