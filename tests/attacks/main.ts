import { existsSync, rmSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { root } from '../../scripts/inputs.mjs';
import { within } from '#server/within.ts';
import { craftedSvgs } from './crafted-svgs.ts';
import { fullDisk } from './full-disk.ts';
import { idleConnections } from './idle-connections.ts';
import { manyUploads } from './many-uploads.ts';
import { type AttackName, readOptions, usage } from './options.ts';
import { pipelined } from './pipelined.ts';
import { tableOf } from './rows.ts';
import { runAttack } from './run.ts';
import { type Attack, createScene, makeTemplate } from './scene.ts';
import { stalledBodies } from './stalled-bodies.ts';
import { start } from './start.ts';
import { uncachedPages } from './uncached-pages.ts';

const attacks: Readonly<Record<AttackName, Attack>> = {
  start,
  'stalled-bodies': stalledBodies,
  'idle-connections': idleConnections,
  pipelined,
  'full-disk': fullDisk,
  'uncached-pages': uncachedPages,
  'crafted-svgs': craftedSvgs,
  'many-uploads': manyUploads,
};

/** Time to create the demo data that each attack gets a copy of. ms. */
const templateMs = 600_000;

function refuse(problem: string): never {
  process.stderr.write(`${problem}\n\n${usage}`);
  process.exit(2);
}

const reading = readOptions(process.argv.slice(2));
if (!reading.ok) refuse(reading.problem);
const { names, scale } = reading.options;
const checkout = reading.options.checkout === null ? root : resolve(reading.options.checkout);
for (const needed of ['node_modules', 'dist/index.html'])
  if (!existsSync(join(checkout, needed))) refuse(`${checkout} has no ${needed}: run "npm run build" there first.`);

const stop = new AbortController();
// An interrupted run still removes what it created.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

console.log(
  `${checkout === root ? 'This server' : `The server in ${checkout}`}, Node ${process.version} on ${availableParallelism()} cores, ${(totalmem() / 1e9).toFixed(0)} GB; the attackers are on the same machine.`,
);
const began = performance.now();
const template = await within(makeTemplate(checkout), templateMs);
if (template === 'late') refuse(`The server in ${checkout} did not make its demo data in ${templateMs / 1000} s.`);
let broken = 0;
for (const name of names) {
  if (stop.signal.aborted) break;
  const attack = attacks[name];
  const since = performance.now();
  const ran = await runAttack(attack, (atEnd) => createScene({ checkout, scale, template, atEnd }), stop.signal);
  broken += ran.broken;
  const { rows, notes = [] } = ran.result;
  console.log(`\n### ${attack.title} (${name}, ${((performance.now() - since) / 1000).toFixed(0)} s)\n`);
  if (rows.length > 0) console.log(tableOf(rows));
  for (const note of notes) console.log(`\n${note}`);
}
if (checkout !== root) rmSync(template, { recursive: true, force: true });
console.log(
  `\n${broken === 0 ? 'Every bound holds.' : `${broken} bounds are broken.`} ${((performance.now() - began) / 1000).toFixed(0)} s in all.`,
);
// Requests of an aborted attack that are still open must not keep this process alive.
process.exit(broken === 0 && !stop.signal.aborted ? 0 : 1);
