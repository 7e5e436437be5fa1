import type { ThemeKey } from '#contract/entities/website.ts';

export interface Account {
  readonly email: string;
  readonly password: string;
}

/** The two accounts of the seed; each has websites that the other must not see. */
export const demo: Account = { email: 'demo@frontage.test', password: 'frontage-demo' };
export const other: Account = { email: 'other@frontage.test', password: 'frontage-other' };

/** For each theme, the id of a website of the demo. */
export const demoWebsites = { versatile: '1', byron: '2', minimal: '3' } as const satisfies Record<ThemeKey, string>;
