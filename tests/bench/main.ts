import { chromium } from 'playwright';
import { chromiumOptions } from '../support/browser.ts';
import { startServer } from '../support/server.ts';
import { type Figure, printed } from './figures.ts';
import { homepages } from './homepage.ts';
import { emptyPageLoad, loads, scriptSizes } from './loads.ts';
import { screens, typing } from './screens.ts';
import { median } from './statistics.ts';
import { type Bench, signedInProfile } from './visit.ts';

await using server = await startServer({}, []);
const options = chromiumOptions({ whole: true });
const browser = await chromium.launch(options);
const bench: Bench = { browser, origin: server.origin, signedIn: await signedInProfile({ browser, origin: server.origin }) };
const floor = median(await emptyPageLoad(bench));

const missed: Figure[] = [];
const print = (figures: readonly Figure[]) => {
  for (const figure of figures) {
    console.log(printed(figure, floor));
    if (median(figure.samples) > figure.goal) missed.push(figure);
  }
};
console.log(
  `Medians on this machine. An empty page of the same server loads in ${floor.toFixed(1)} ms; times are also given as multiples of it.\n`,
);
print(await scriptSizes(bench));
print(await loads(bench));
for (const measure of screens) print(await measure(bench));
// Frames follow each other at once: at 60 a second a key would wait up to 16.7 ms for its frame, whatever the console does. Used only here,
// where nothing is animated: an animation would take the whole processor.
const unpaced = await chromium.launch({ ...options, args: [...options.args, '--disable-frame-rate-limit', '--disable-gpu-vsync'] });
print(await typing({ ...bench, browser: unpaced }));
await unpaced.close();
print(await homepages(bench));
console.log(
  missed.length === 0 ? '\nEvery goal is met.' : `\n${missed.length} goals are missed; see docs/benchmarks.md for what each means.`,
);
await browser.close();
