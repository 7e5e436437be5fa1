import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { signIn } from '../e2e/support/sign-in.ts';
import { demo } from '../support/accounts.ts';
import { signedInApi } from '../support/api.ts';
import { chromiumOptions } from '../support/browser.ts';
import { ensureRecords } from '../support/screens/ensure-records.ts';
import { statesOf } from '../support/screens/entry.ts';
import { screenTable } from '../support/screens/table.ts';
import { visit } from '../support/screens/visit.ts';
import { startServer } from '../support/server.ts';
import { root } from '../../scripts/inputs.mjs';
import { findingsOn } from './findings.ts';
import { setLook, takePicture, widths } from './pictures.ts';

// npm run screenshots            every screen, in each of its states: its pictures, and what axe finds
// npm run screenshots -- feeds   those whose name or state holds "feeds", such as feeds-offline
const wanted = process.argv.slice(2);
const folder = join(root, 'screenshots');

await using server = await startServer();
await ensureRecords(await signedInApi(server.origin, demo));
const browser = await chromium.launch(chromiumOptions());
const first = await browser.newContext({ baseURL: server.origin });
await signIn(await first.newPage());
const state = await first.storageState({ indexedDB: true });
await first.close();

if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const findings: string[] = [];
/** At once, and again in the list at the end. */
const report = (finding: string) => {
  findings.push(finding);
  console.error(finding);
};
let pictures = 0;
let visited = 0;
const isWanted = (name: string) => wanted.length === 0 || wanted.some((part) => name.includes(part));
for (const screen of screenTable) {
  const kinds = statesOf(screen).filter((kind) => isWanted(`${screen.name}-${kind}`));
  for (const kind of kinds) {
    const name = `${screen.name}-${kind}`;
    try {
      const { page, close } = await visit(browser, server.origin, state, screen, kind, { theme: 'light', width: 1440 });
      for (const theme of ['light', 'dark'] as const) {
        for (const width of widths) {
          await setLook(page, kind, theme, width);
          await takePicture(page, join(folder, `${name}-${theme}-${width}.png`));
          pictures += 1;
          for (const finding of await findingsOn(page, [theme, width])) report(`${name}, ${theme}, ${width} px: ${finding}`);
        }
      }
      await close();
      visited += 1;
    } catch (error) {
      report(`${name} was not visited: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    }
  }
  if (kinds.length > 0) console.log(screen.name);
}
await browser.close();
console.log(`${visited} states, ${pictures} pictures in ${folder}, ${findings.length} findings`);
for (const finding of findings) console.error(finding);
process.exitCode = findings.length > 0 ? 1 : 0;
