import type { Page } from 'playwright';
import { violationsOn } from '../support/axe.ts';
import { controlNames, unclearNames } from '../support/control-names.ts';

type Look = readonly [theme: 'light' | 'dark', width: number];

/** All rules where the layout differs most, and those of colours in the other theme, where nothing else differs. */
const rulesAt = ([theme, width]: Look): 'all' | 'colours' | null => {
  if (theme === 'light') return width === 768 ? null : 'all';
  return width === 1440 ? 'colours' : null;
};

/** What axe finds on a page with this look, and in one of them the controls that share a name. */
export async function findingsOn(page: Page, look: Look): Promise<readonly string[]> {
  const rules = rulesAt(look);
  if (rules === null) return [];
  const [theme, width] = look;
  const names = theme === 'light' && width === 1440 ? unclearNames(await controlNames(page)) : [];
  return [...(await violationsOn(page, { rules })), ...names.map((name) => `no name of its own: ${name}`)];
}
