import axe, { type Result, type RunOptions } from 'axe-core';
import type { Page } from 'playwright';
import { animationsEnded } from './animations-ended.ts';

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const rulesToRun = {
  all: { type: 'tag', values: [...standard, 'best-practice'] },
  /** WCAG without best practices: the standard that applies to the agencies' sites. */
  standard: { type: 'tag', values: standard },
  /** The rules about colours: in another theme nothing else on the page differs. */
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} satisfies Record<string, RunOptions['runOnly']>;
export type Rules = keyof typeof rulesToRun;

export const axeOptions = (rules: Rules): RunOptions => ({ runOnly: rulesToRun[rules], resultTypes: ['violations'], iframes: false });

/** A line for each broken rule, with the elements that break it. */
export const linesOf = (violations: readonly Result[]): readonly string[] =>
  violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);

interface Checked {
  /** Selectors of the parts to check; the whole page by default. */
  readonly within?: readonly string[];
  readonly without?: readonly string[];
  readonly rules?: Rules;
}

/**
 * Axe's findings on a page. Frames are left out. Runs in the page itself and requests violations only: `@axe-core/playwright` opens a
 * second page for each run and transfers everything that passed, which takes most of its time. Waits for animations first: while a theme
 * changes, colours between the two have contrasts of neither.
 */
export async function violationsOn(page: Page, { within, without = [], rules = 'all' }: Checked = {}): Promise<readonly string[]> {
  await page.evaluate(animationsEnded);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async ({ context, options }) => (await (window as unknown as { readonly axe: typeof axe }).axe.run(context, options)).violations,
    { context: { ...(within && { include: [...within] }), exclude: ['iframe', ...without] }, options: axeOptions(rules) },
  );
  return linesOf(violations);
}
