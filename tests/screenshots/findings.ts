import type { Page } from 'playwright';
import { violationsOn } from '../support/axe.ts';
import { controlNames, unclearNames } from '../support/control-names.ts';

type Look = readonly [theme: 'light' | 'dark', width: number];

/** What axe finds on a page with this look by all of its rules, and in one look the controls that share a name: those are the same in all. */
export async function findingsOn(page: Page, [theme, width]: Look): Promise<readonly string[]> {
  const names = theme === 'light' && width === 1440 ? unclearNames(await controlNames(page)) : [];
  return [...(await violationsOn(page)), ...names.map((name) => `no name of its own: ${name}`)];
}
