import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { signIn } from '../e2e/support/sign-in.ts';
import { chromiumOptions } from '../support/browser.ts';
import { screenTable, statesOf } from '../support/screens/table.ts';
import { becomesIdle, visit } from '../support/screens/visit.ts';
import { startServer } from '../support/server.ts';
import { root } from '../../scripts/inputs.mjs';

// npm run screenshots            every screen
// npm run screenshots -- feeds   the screens whose name holds "feeds"
const wanted = process.argv.slice(2);
const folder = join(root, 'screenshots');
const widths = [375, 768, 1440];

/** Takes pictures until two are equal: on a busy machine a change of theme is repainted in parts. */
async function stillPicture(page: Page): Promise<Buffer> {
  let picture = await page.screenshot();
  for (let tries = 0; tries < 20; tries += 1) {
    const next = await page.screenshot();
    if (next.equals(picture)) return next;
    picture = next;
  }
  throw new Error('the page does not come to rest');
}

await using server = await startServer();
const browser = await chromium.launch(chromiumOptions());
const first = await browser.newContext({ baseURL: server.origin });
await signIn(await first.newPage());
const state = await first.storageState({ indexedDB: true });
await first.close();

if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const failures: string[] = [];
let pictures = 0;
for (const screen of screenTable.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)))) {
  for (const kind of statesOf(screen)) {
    const name = `${screen.name}-${kind}`;
    try {
      const { page, close } = await visit(browser, server.origin, state, screen, kind, { theme: 'light', width: 1440 });
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        for (const width of widths) {
          // As high as the page: sticky elements stand in their place, and nothing is cut off.
          const least = width === 375 ? 812 : 900;
          await page.setViewportSize({ width, height: least });
          await becomesIdle(page);
          const height = await page.evaluate(() => document.documentElement.scrollHeight);
          await page.setViewportSize({ width, height: Math.max(least, height) });
          await becomesIdle(page);
          writeFileSync(join(folder, `${name}-${theme}-${width}.png`), await stillPicture(page));
          pictures += 1;
        }
      }
      await close();
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    }
  }
  console.log(screen.name);
}
await browser.close();
console.log(`${pictures} pictures in ${folder}`);
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;
