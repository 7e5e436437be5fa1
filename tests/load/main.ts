import { resolve } from 'node:path';
import { root } from '../../scripts/inputs.mjs';
import { clientsOnMix, type Round } from './clients.ts';
import { errorsOf, type Measured, nothingMeasured } from './measured.ts';
import { type MemoryWatch, watchMemory } from './memory.ts';
import { mix } from './mix.ts';
import { type LoadOptions, readOptions, usage } from './options.ts';
import { clientsOnUncachedPages } from './page-rush.ts';
import { memoryOf, ratiosOf, tableOf } from './report.ts';
import { startUnderLoad } from './server-under-load.ts';
import { sitesOf } from './site.ts';

interface Side {
  readonly name: string;
  readonly round: Omit<Round, 'seconds'>;
  readonly memory: MemoryWatch;
  readonly measured: Measured;
}

const reading = readOptions(process.argv.slice(2));
if (!reading.ok) {
  process.stderr.write(`${reading.problem}\n\n${usage}`);
  process.exit(2);
}
const { options } = reading;
const broken = new AbortController();
// An interrupted run still removes what it created.
process.once('SIGINT', () => broken.abort());
process.once('SIGTERM', () => broken.abort());

const { compare, target, mode, clients, seconds, rounds } = options;
await using made = new AsyncDisposableStack();
const sides: Side[] = [];
for (const [name, checkout] of [['this', root] as const, ...(compare === null ? [] : [['other', resolve(compare)] as const])])
  sides.push(await sideOf(name, checkout, options));

const where = target.kind === 'embedded' ? 'the embedded database' : target.kind === 'postgres' ? 'PostgreSQL' : target.origin;
console.log(
  `${clients} clients on ${where}, ${seconds} s each${rounds > 1 ? ` in ${rounds} rounds` : ''}, on this machine beside the server.`,
);
const writes = target.kind !== 'origin' || target.writes;
for (const side of sides) await run(side, Math.min(3, seconds / 5), nothingMeasured());
for (let at = 0; at < rounds && !broken.signal.aborted; at += 1)
  for (const side of at % 2 === 0 ? sides : sides.toReversed()) await run(side, seconds / rounds, side.measured);

for (const side of sides) {
  console.log(
    `\n${side.name} (${side.round.origin}), ${side.measured.seconds.toFixed(1)} s\n${tableOf(side.measured)}\n${memoryOf(side.memory)}`,
  );
  side.memory.stop();
}
const [own, other] = sides;
if (own && other) console.log(`\nthis / other (${compare})\n${ratiosOf(own.measured, other.measured)}`);
const failed = sides.some(({ measured }) => [...measured.kinds.values()].some((kind) => errorsOf(kind) > 0));
process.exitCode = failed || broken.signal.aborted ? 1 : 0;

async function sideOf(name: string, checkout: string, { env, account }: LoadOptions): Promise<Side> {
  const server = made.use(await startUnderLoad({ target, checkout, env }));
  const memory = watchMemory(server.pid);
  const round = { origin: server.origin, sites: await sitesOf(server.origin, account), clients, signal: broken.signal };
  return { name, round, memory, measured: nothingMeasured() };
}

function run({ round }: Side, forSeconds: number, into: Measured): Promise<void> {
  const whole = { ...round, seconds: forSeconds };
  if (mode === 'page') return clientsOnUncachedPages(whole, into);
  return clientsOnMix(
    whole,
    mix.filter((kind) => writes || !kind.writes),
    into,
  );
}
