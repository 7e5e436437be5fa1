import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright';

/** What every screen is held to; the agencies' sites to the standard alone. */
const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules that look at colours: in another theme the page is the same but for its style sheet's colours. */
const ofColours = ['color-contrast', 'link-in-text-block'];

interface Judged {
  /** Selectors of the parts that are judged; all of the page by default. */
  readonly within?: readonly string[];
  readonly without?: readonly string[];
  readonly rules?: 'all' | 'standard' | 'colours';
}

interface Context {
  readonly include?: readonly string[];
  readonly exclude: readonly string[];
}
/** As it stands on the page once its source has run there. */
interface AxeOnPage {
  readonly axe: { readonly run: (context: Context, options: RunOptions) => Promise<AxeResults> };
}

/**
 * What axe finds on a page, a line for each rule that is broken with the elements that break it. Frames are left out. Runs in
 * the page itself and asks for violations alone: `@axe-core/playwright` opens a second page for each run and hands over
 * everything that passed, which takes most of its time.
 */
export async function violationsOn(page: Page, { within, without, rules = 'all' }: Judged = {}): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(
    async ({ context, options }) => {
      const { axe: there } = window as unknown as AxeOnPage;
      const { violations } = await there.run(context, options);
      return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    },
    {
      context: { ...(within ? { include: within } : {}), exclude: ['iframe', ...(without ?? [])] },
      options: {
        runOnly:
          rules === 'colours'
            ? { type: 'rule', values: ofColours }
            : { type: 'tag', values: rules === 'all' ? [...standard, 'best-practice'] : standard },
        resultTypes: ['violations'],
        iframes: false,
      } satisfies RunOptions,
    },
  );
}
