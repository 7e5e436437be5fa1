import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startServer } from '../support/server.ts';
import { isBroken, printed, type Figure } from './figures.ts';
import { idleConnections } from './idle-connections.ts';
import { stalledBodies } from './stalled-bodies.ts';

// npm run attacks                        this server
// npm run attacks -- --checkout FOLDER   the server of another checkout, installed, to compare with

const { values } = parseArgs({ options: { checkout: { type: 'string' } } });
const checkout = values.checkout === undefined ? undefined : resolve(values.checkout);
const broken: Figure[] = [];

// Each on a server of its own: what one leaves behind is not the other's.
for (const [name, attack] of [
  ['Stalled bodies', stalledBodies],
  ['Idle connections', idleConnections],
] as const) {
  console.log(`\n${name}, nobody signed in:`);
  await using server = await startServer({}, checkout);
  const pid = server.pid();
  if (pid === null) throw new Error('the server does not run');
  const figures = await attack({ port: Number(new URL(server.origin).port), pid });
  for (const figure of figures) console.log(printed(figure));
  broken.push(...figures.filter(isBroken));
}
console.log(broken.length === 0 ? '\nEvery floor holds.' : `\n${broken.length} floors are broken.`);
process.exitCode = broken.length === 0 ? 0 : 1;
