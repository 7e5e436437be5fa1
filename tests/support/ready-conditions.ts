import type { ReadyCondition } from './stopwatch.ts';

/** The page, once React has taken over the sign-in form that stands in it; any page that has none. */
export const takenOver = 'html:not([data-prerendered])';

/** When each screen counts as usable: an element on it can be operated. */
export const readyConditions = {
  signIn: { selector: 'input[type="email"]' },
  /** All scripts of the sign-in screen have run: the form can be used before. */
  signInTakenOver: { selector: `${takenOver} input[type="email"]` },
  websites: { selector: 'main table tbody a' },
  socialLinks: { heading: 'Social links', selector: 'main input[type="url"], main input[type="text"]' },
  feeds: { heading: 'Feeds', selector: 'main input, main textarea' },
} satisfies Record<string, ReadyCondition>;

/** A website of the seed. */
export const websiteId = '1';
export const settingsPath = (path: string) => `/website/${websiteId}/${path}`;
