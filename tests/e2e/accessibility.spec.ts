import { AxeBuilder } from '@axe-core/playwright';
import { expect } from 'playwright/test';
import { screenTable, statesOf } from '../support/screens/table.ts';
import { settled, visit } from '../support/screens/visit.ts';
import { test } from './support/fixtures.ts';

// A trace of these long pages costs more than the checks; what is found names the elements.
test.use({ trace: 'off' });

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules that look at colours: the page is the same in both themes but for its style sheet's colours. */
const ofColours = ['color-contrast', 'link-in-text-block'];

for (const screen of screenTable) {
  test(`axe finds nothing on ${screen.name}, light and dark`, async ({ browser, app, signedInState }) => {
    // Eight passes over a long form, on a machine that may be busy.
    test.setTimeout(180_000);
    for (const state of statesOf(screen)) {
      const { page, close } = await visit(browser, app.origin, signedInState, screen, state, { theme: 'light', width: 1440 });
      for (const theme of ['light', 'dark'] as const) {
        await test.step(`${state}, ${theme}`, async () => {
          await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
          // Colours are judged when they have changed.
          await settled(page);
          // What the preview's frame shows is the website's; its themes have tests of their own.
          const axe = new AxeBuilder({ page }).exclude('iframe');
          const { violations } = await (theme === 'light' ? axe.withTags(tags) : axe.withRules(ofColours)).analyze();
          const found = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
          expect.soft(found, `${screen.name}, ${state}, ${theme}`).toEqual([]);
        });
      }
      await close();
    }
  });
}
