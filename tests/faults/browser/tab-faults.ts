import { readdirSync, readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import * as v from 'valibot';

/** Kills the page's process at once, between two instructions, and closes the rest of the tab. */
export async function crashTab(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // A killed page never answers.
  devtools.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

const infoSchema = v.object({ processInfo: v.array(v.object({ id: v.number(), type: v.string() })) });

/** Finds the process that runs the page: the one that uses the processor while the page does. */
export async function rendererOf(browser: Browser, page: Page): Promise<number> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = v.parse(infoSchema, await devtools.send('SystemInfo.getProcessInfo'));
  await devtools.detach();
  const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const before = new Map(pids.map((pid) => [pid, ticksOf(pid)]));
  // Until the page itself has used this much processor time, however busy the machine is.
  for (let round = 0; round < 40; round += 1) {
    await page.evaluate(() => {
      let sum = 0;
      for (let at = 0; at < 50_000_000; at += 1) sum += at % 7;
      return sum;
    });
    const grown = pids
      .map((pid) => ({ pid, ticks: ticksOf(pid) - (before.get(pid) ?? 0) }))
      .toSorted((one, other) => other.ticks - one.ticks);
    const [most, next] = grown;
    if (most && most.ticks >= 40 && most.ticks > 3 * (next?.ticks ?? 0)) return most.pid;
  }
  throw new Error('No process works when the page does.');
}

/** Hundredths of a second of processor time. */
function ticksOf(pid: number): number {
  if (!readdirSync('/proc').includes(String(pid))) return 0;
  // The name, in parentheses, may hold blanks.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}
