import { type BrowserContext, expect, type Page } from 'playwright/test';
import { redirects } from '#contract/resources/redirects.ts';
import { socialLinks } from '#contract/settings/social-links.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import { translate } from '#src/jsx/testing/translate.ts';
import { recordsPage } from './models/records-page.ts';
import { settingsPage } from './models/settings-page.ts';
import { shell } from './models/shell.ts';
import { toasts } from './models/toasts.ts';
import { loseConnection } from './support/console.ts';
import { test } from './support/fixtures.ts';

/** A browser that translates what is there and whatever comes, at once. */
async function translateAll(context: BrowserContext): Promise<void> {
  const start = `new MutationObserver(() => { if (document.body) translate(document.body); })
    .observe(document, { childList: true, characterData: true, subtree: true });`;
  await context.addInitScript({ content: `const translate = ${translate.toString()}; ${start}` });
}

/** Every error that nothing catches, and every problem screen. */
function problemsOf(page: Page): readonly string[] {
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /removeChild|insertBefore|NotFoundError/u.test(message.text())) problems.push(message.text());
  });
  return problems;
}

test('a translated list is paged, searched, added to, changed and emptied, and says what it did', async ({
  signedInProfile,
  site,
  api,
}) => {
  const addresses = Array.from({ length: 27 }, (_, at) => `/old-${String(at + 1).padStart(2, '0')}`);
  for (const from of addresses)
    await api.call('POST', `/websites/${site.id}/redirects`, { redirects_from: from, redirects_to: from.replace('old', 'new') });
  const { page, context } = await signedInProfile();
  await translateAll(context);
  const problems = problemsOf(page);
  const list = recordsPage(page, redirects, site.id);
  await list.open();
  await expect(list.names).toHaveCount(25);
  await expect(list.pages).toContainText('Showing 1 to 25 of 27');
  await list.pages.getByRole('button', { name: 'Next' }).click();
  await expect(list.pages).toContainText('Showing 26 to 27 of 27');
  await expect(list.names).toHaveText(['/old-26', '/old-27']);
  await list.search.fill('nothing like it');
  await expect(list.names).toHaveCount(0);
  await expect(page.getByText('nothing like it')).toBeVisible();
  await list.search.fill('old-2');
  await expect(list.pages).toContainText('Showing 1 to 8 of 8');

  await list.createNew.click();
  await list.fill({ From: '/old-28', To: '/old-28' });
  await list.save.click();
  await expect(list.form.getByText('This is a loop').first()).toBeVisible();
  await list.fill({ To: '/new-28' });
  await expect(list.form.getByText('This is a loop')).toHaveCount(0);
  await list.saved();
  await toasts(page).expect('Saved', 'The redirect has been created.');
  await expect(list.pages).toContainText('Showing 1 to 9 of 9');
  await list.choose('/old-28', 'Edit');
  await list.fill({ From: '/old-29' });
  await list.saved();
  await toasts(page).expect('Saved', 'The redirect has been changed.');
  await expect(list.link('/old-29')).toBeVisible();

  for (const name of ['/old-20', '/old-29']) await list.delete(name);
  await expect(list.pages).toContainText('Showing 1 to 7 of 7');
  await list.table.getByRole('checkbox').first().check();
  await page
    .getByRole('button', { name: /^Delete/u })
    .first()
    .click();
  await list.question.getByRole('button', { name: /^Delete/u }).click();
  await expect(list.names).toHaveCount(0);
  await list.search.fill('old');
  await expect(list.names).toHaveCount(19);
  expect(problems).toEqual([]);
});

test('a translated form says what is wrong, counts what is unsaved, and saves, online and offline', async ({ signedInProfile, site }) => {
  const profile = await signedInProfile();
  const { page, context } = profile;
  await translateAll(context);
  const problems = problemsOf(page);
  const form = settingsPage(page, socialLinks);
  const [first, second] = fieldsOf(socialLinks);
  if (!first || !second) throw new Error('The screen has no two fields.');
  await form.open(site.id);
  await form.fill(first, 'not a link');
  await form.field(first).blur();
  await form.expectProblem(first, /./u);
  await expect(form.field(first)).toHaveAttribute('aria-invalid', 'true');
  await form.fill(first, 'https://social.example/agency');
  await expect(form.field(first)).not.toHaveAttribute('aria-invalid', 'true');
  await form.fill(second, 'https://social.example/other');
  await form.save.click();
  await form.expectSaved();
  await form.undo.click();
  await form.redo.click();
  await loseConnection(profile);
  await form.fill(second, 'https://social.example/third');
  await form.save.click();
  await form.expectPending();
  await context.setOffline(false);
  await toasts(page).expect('All changes sent');
  await expect(shell(page).chip('Saved')).toContainText('Saved');
  await form.expectValue(second, 'https://social.example/third');
  expect(problems).toEqual([]);
});
