import { AxeBuilder } from '@axe-core/playwright';
import { expect } from 'playwright/test';
import { screenTable, statesOf } from '../support/screens/table.ts';
import { visit } from '../support/screens/visit.ts';
import { test } from './support/fixtures.ts';

for (const screen of screenTable) {
  for (const theme of ['light', 'dark'] as const) {
    test(`axe finds nothing on ${screen.name}, ${theme}`, async ({ browser, app, signedInState }) => {
      for (const state of statesOf(screen)) {
        await test.step(state, async () => {
          const { context, page } = await visit(browser, app.origin, signedInState, screen, state, { theme, width: 1440 });
          const { violations } = await new AxeBuilder({ page })
            .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
            .analyze();
          const found = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
          expect.soft(found, `${screen.name}, ${state}, ${theme}`).toEqual([]);
          await context.close();
        });
      }
    });
  }
}
