import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ListedMachine } from '../../machines/export/machines.ts';
import { equivalentMutants } from '../../machines/testing/equivalent-mutants.ts';
import { type Mutant, type MutantKind, mutantsOf } from '../../machines/testing/mutants.ts';
import { mutantFinder } from '../../machines/testing/mutant-finder.ts';
import { root } from '../inputs.mjs';
import type { Planting } from './mutants/planting.ts';

/** The share of mutants that may survive all tests of their machine without an explanation. */
const mostSurvivors = 0.03;

const kinds: readonly MutantKind[] = ['target', 'action', 'guards', 'transition'];

interface Tally {
  readonly id: string;
  readonly mutants: readonly Mutant[];
  /** Places in `mutants`. First those that the paths do not find; the tests by hand leave fewer. */
  readonly survivors: readonly number[];
}

/**
 * Plants every mutant of the machines, and says which survive their tests: the paths of the machine, and those written by hand beside it.
 * Returns whether enough of them are found, and every explanation is still needed.
 */
export async function reportMutants(machines: readonly ListedMachine[], print: (line: string) => void): Promise<boolean> {
  const byPaths: (Tally & { readonly tests: readonly string[] })[] = [];
  for (const { id, file, loadPlan } of machines) {
    const plan = await loadPlan();
    const finds = mutantFinder(plan);
    const mutants = mutantsOf(plan.machine);
    const survivors = [...mutants.keys()].filter((index) => !finds(mutants[index] as Mutant));
    print(`${id}: ${mutants.length} mutants, ${survivors.length} not found by its paths`);
    byPaths.push({ id, mutants, survivors, tests: testsBeside(file) });
  }
  const found = await foundByTests(
    byPaths.map(({ id, tests, survivors }) => ({ machineId: id, tests: [...tests], mutants: [...survivors] })),
  );
  const tallies = byPaths.map(({ id, mutants, survivors }) => ({
    id,
    mutants,
    survivors: survivors.filter((index) => !found.has(`${id} ${index}`)),
  }));
  const { lines, isEnough } = judge(tallies);
  for (const line of lines) print(line);
  return isEnough;
}

/** The tests of a machine that `npm run test:unit` runs besides its paths. */
function testsBeside(file: string): readonly string[] {
  const folder = join(root, dirname(file));
  return readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts') && !/\.(long|browser)\.test\.ts$/u.test(name))
    .map((name) => join(folder, name));
}

const textOf = (mutant: Mutant | undefined): string => `${mutant?.where} ${mutant?.what}`;

function judge(tallies: readonly Tally[]): { readonly lines: readonly string[]; readonly isEnough: boolean } {
  const width = Math.max(...tallies.map(({ id }) => id.length), 'machine'.length);
  const row = (cells: readonly string[]) => cells.map((cell, at) => (at === 0 ? cell.padEnd(width) : cell.padStart(15))).join('');
  const share = (part: number, whole: number) => `${part} of ${whole}`;
  const reasonOf = ({ id, mutants }: Tally, index: number): string | undefined =>
    equivalentMutants.find((entry) => entry.machine === id && entry.mutants.includes(textOf(mutants[index])))?.why;
  const rows = tallies.map((tally) => {
    const left = tally.survivors.filter((index) => reasonOf(tally, index) === undefined);
    const ofKind = (kind: MutantKind | null, of: readonly (Mutant | undefined)[]) =>
      of.filter((each) => !kind || each?.kind === kind).length;
    const at = (kind: MutantKind | null) => ({
      left: ofKind(
        kind,
        left.map((index) => tally.mutants[index]),
      ),
      all: ofKind(kind, tally.mutants),
    });
    return { tally, left, counts: [...kinds, null].map(at) };
  });
  const totals = [...kinds, null].map((_, column) => ({
    left: rows.reduce((sum, { counts }) => sum + (counts[column]?.left ?? 0), 0),
    all: rows.reduce((sum, { counts }) => sum + (counts[column]?.all ?? 0), 0),
  }));
  const stale = tallies.flatMap(({ id, mutants, survivors }) => {
    const listed = equivalentMutants.filter(({ machine }) => machine === id).flatMap((entry) => entry.mutants);
    const surviving = new Set(survivors.map((index) => textOf(mutants[index])));
    return listed.filter((text) => !surviving.has(text));
  });
  const total = totals.at(-1) ?? { left: 0, all: 0 };
  const explained = rows.flatMap(({ tally, left }) =>
    tally.survivors.filter((index) => !left.includes(index)).map((index) => [tally, index] as const),
  );
  return {
    isEnough: total.left <= mostSurvivors * total.all && stale.length === 0,
    lines: [
      '',
      row(['machine', ...kinds, 'together']),
      ...rows.map(({ tally, counts }) => row([tally.id, ...counts.map(({ left, all }) => share(left, all))])),
      row(['all', ...totals.map(({ left, all }) => share(left, all))]),
      ...rows.flatMap(({ tally, left }) => left.map((index) => ` survives: ${textOf(tally.mutants[index])}`)),
      ...explained.map(([tally, index]) => ` equivalent: ${textOf(tally.mutants[index])}: ${reasonOf(tally, index)}`),
      ...stale.map((text) => ` found, or not there, though it is listed as an equivalent: ${text}`),
      `${total.left} of ${total.all} mutants survive (${((100 * total.left) / total.all).toFixed(1)} %), and ${explained.length} equivalents; at most ${100 * mostSurvivors} % may`,
    ],
  };
}

/** Tests of a mutant that have not ended after this time never will. ms. */
const hangMs = 30_000;

/** Runs the tests with each of the mutants. Returns those that they find, as `machine place`. Throws where a test fails without any. */
async function foundByTests(plantings: readonly Planting[]): Promise<ReadonlySet<string>> {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  const found = new Set<string>();
  const suspects = new Set<string>();
  try {
    let left = plantings.filter(({ mutants }) => mutants.length > 0);
    while (left.length > 0) {
      const notes = await runTests(left, folder);
      const ended = new Set(notes.flatMap(([kind, name]) => (kind === 'ends' ? [name] : [])));
      for (const [kind, name] of notes) if (kind === 'fails') found.add(name);
      // The one that has begun and not ended hangs; those after it are still to be run.
      const hanging = notes.find(([kind, name]) => kind === 'begins' && !ended.has(name))?.[1];
      const unsound = [...found, hanging].find((name) => name?.endsWith(' sound'));
      if (unsound !== undefined) throw new Error(`tests of ${unsound} machine fail`);
      // A busy computer may look like one: what hangs is run a second time.
      const hangsAgain = hanging !== undefined && suspects.has(hanging);
      if (hangsAgain) found.add(hanging);
      if (hanging !== undefined) suspects.add(hanging);
      if (ended.size === 0 && hanging === undefined) throw new Error('the tests could not be run');
      const isLeft = (name: string) => !ended.has(name) && !(hangsAgain && name === hanging);
      left = left
        .map((planting) => ({ ...planting, mutants: planting.mutants.filter((index) => isLeft(`${planting.machineId} ${index}`)) }))
        .filter(({ mutants }) => mutants.length > 0);
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the tests noted until they ended, or until none did for too long: kind and name. */
async function runTests(plantings: readonly Planting[], folder: string): Promise<readonly (readonly [string, string])[]> {
  const file = join(folder, 'plantings.json');
  const notes = join(folder, 'notes.txt');
  writeFileSync(file, JSON.stringify({ plantings, notes }));
  writeFileSync(notes, '');
  const config = join(root, 'scripts/charts/mutants/vitest.config.ts');
  // Detached: what hangs is a process of its own, which ends with its group.
  const child = spawn('vitest', ['run', '--config', config], {
    cwd: root,
    env: { ...process.env, MUTANTS: file },
    stdio: 'ignore',
    detached: true,
  });
  const closed = new Promise<void>((resolve, reject) => child.once('error', reject).once('close', () => resolve()));
  let seen = '';
  const end = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
  const watchdog = setInterval(() => {
    const now = readFileSync(notes, 'utf8');
    if (now === seen && now !== '') end();
    seen = now;
  }, hangMs);
  process.once('exit', end);
  await closed;
  process.off('exit', end);
  clearInterval(watchdog);
  return readFileSync(notes, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, kind, name] = /^(\w+) (.+)$/u.exec(line) ?? [];
      return kind === undefined || name === undefined ? [] : [[kind, name] as const];
    });
}
