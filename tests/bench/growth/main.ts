import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { takeInTurns } from '../measure.ts';
import { openBrowsers } from '../sides.ts';
import { blocks } from './blocks.ts';
import { fields } from './fields.ts';
import { type Growth, type GrowthMeasure, grownOf, headOf, rowOf, type Sized, growthResultOf } from './growth.ts';
import { outbox } from './outbox.ts';
import { websites } from './websites.ts';

const all: Readonly<Record<string, Growth>> = { websites, blocks, outbox, fields };

const { names, rounds } = readArguments();
const chosen = Object.entries(all).filter(([name]) => names.length === 0 || names.includes(name));

/** Failed, or above its bound. */
let bad = 0;
await using browsers = await openBrowsers();
console.log(`Medians in ms, each size in turns (load ${loadavg()[0]?.toFixed(1)}).`);
for (const [, growth] of chosen) await runAll(growth);
console.log(bad === 0 ? '\nNothing grows beyond its bound.' : `\n${bad} figures grow beyond their bound, or were not measured.`);
process.exitCode = bad === 0 ? 0 : 1;

function readArguments(): { readonly names: readonly string[]; readonly rounds: number | null } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { rounds: { type: 'string' } } });
    const unknown = positionals.filter((name) => !Object.hasOwn(all, name));
    if (unknown.length > 0)
      throw new Error(`Nothing that grows is called ${unknown.join(', ')}. There are ${Object.keys(all).join(', ')}.`);
    if (values.rounds !== undefined && !/^[1-9]\d?$/u.test(values.rounds)) throw new Error('--rounds takes a whole number up to 99.');
    return { names: positionals, rounds: values.rounds === undefined ? null : Number(values.rounds) };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
}

function failed(figures: readonly string[], error: unknown): void {
  bad += figures.length;
  const why = (error instanceof Error ? error.message : String(error)).split('\n', 3).join(' ');
  console.log(`| ${figures.join('; ')} | NOT MEASURED: ${why} |`);
}

function namesOf({ figures }: GrowthMeasure): readonly string[] {
  return Object.values(figures).map(({ name }) => name);
}

async function runAll(growth: Growth): Promise<void> {
  await using made = new AsyncDisposableStack();
  console.log(`\n${headOf(growth)}`);
  const sized: Sized[] = [];
  try {
    for (const size of growth.sizes) sized.push(await growth.open(made, browsers.paced, size));
  } catch (error) {
    failed(growth.measures.flatMap(namesOf), error);
    return;
  }
  for (const measure of growth.measures) await run(measure, sized);
}

async function run(measure: GrowthMeasure, sized: readonly Sized[]): Promise<void> {
  try {
    const browser = measure.isUnpaced ? await browsers.unpaced() : browsers.paced;
    const there = sized.map((each) => ({ ...each, bench: { ...each.bench, browser } }));
    const inTurns = { ...measure, rounds: rounds ?? measure.rounds };
    for (const { figure, rounds: taken } of await takeInTurns(inTurns, there, browsers.closeProfiles)) {
      const grown = grownOf(taken);
      if (growthResultOf(figure, grown) === 'too much') bad += 1;
      console.log(rowOf(figure, grown));
    }
  } catch (error) {
    failed(namesOf(measure), error);
  }
}
