import { runDay } from './day.ts';
import { runFrozenLeader } from './frozen-leader.ts';
import { runKillServer } from './kill-server.ts';
import { readOptions, usage } from './options.ts';
import { runTwoTabs } from './two-tabs.ts';

const reading = readOptions(process.argv.slice(2));
if (!reading.ok) {
  process.stderr.write(`${reading.problem}\n\n${usage}`);
  process.exit(2);
}
const { options } = reading;
const began = performance.now();
const runs = {
  day: () => runDay(options),
  'kill-server': () => runKillServer(options),
  'frozen-leader': runFrozenLeader,
  'two-tabs': runTwoTabs,
} as const;
const holds = await runs[options.mode]();
console.log(
  `${holds ? 'What was promised holds.' : 'What was promised does not hold.'} ${((performance.now() - began) / 1000).toFixed(0)} s in all.`,
);
// A stopped tab may keep the browser from closing.
process.exit(holds ? 0 : 1);
