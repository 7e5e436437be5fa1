import type { Page } from 'playwright';
import { themeKeys } from '#contract/entities/website.ts';
import { formBuilder } from '../../e2e/models/form-builder.ts';
import { demoWebsites } from '../accounts.ts';
import { websiteId } from '../ready-conditions.ts';
import type { ScreenEntry } from './entry.ts';

/** The form of the seed with every kind of field and of action: the sixth of each website. */
const rentalFormOf = (website: string): string => String(Number(website) * 6);

const rental = `/website/${websiteId}/forms/edit/${rentalFormOf(websiteId)}`;
const builderOf = (page: Page) => formBuilder(page, websiteId);
const openField = (page: Page, label: string) => builderOf(page).edit(label).click();

/** The builder with what opens in it. */
const builderEntries: readonly ScreenEntry[] = [
  {
    name: 'form-builder-field',
    path: rental,
    signedIn: true,
    offline: false,
    open: (page) => openField(page, 'Which home is it about?'),
    error: { act: emptyLabel },
  },
  { name: 'form-builder-add', path: rental, signedIn: true, offline: false, open: (page) => builderOf(page).add.click() },
  {
    name: 'form-builder-lifted',
    path: rental,
    signedIn: true,
    offline: false,
    open: (page) => liftField(page, 'Phone'),
  },
];

/** Saved without a label. */
async function emptyLabel(page: Page): Promise<void> {
  await builderOf(page).control('Label').fill('');
  await page.keyboard.press('ControlOrMeta+s');
  await page.locator('[data-editor] [aria-invalid="true"]').waitFor();
}

async function liftField(page: Page, label: string): Promise<void> {
  await builderOf(page).handle(label).press('Space');
  await page.keyboard.press('ArrowDown');
  await builderOf(page).announcement(`${label} moved to`).waitFor({ state: 'attached' });
}

const sites = { versatile: 'www.northshorerealty.test', byron: 'www.byroncoastal.test', minimal: 'www.minimresidential.test' } as const;

/** On each theme a form as a visitor meets it: as it comes, refused with what was filled in, and the thanks. */
const siteEntries: readonly ScreenEntry[] = themeKeys.flatMap((theme) => {
  const path = `/sites/${sites[theme]}/forms/${rentalFormOf(demoWebsites[theme])}`;
  const entry = { path, signedIn: false, offline: false };
  return [
    { ...entry, name: `site-form-${theme}`, open: (page) => send(page).waitFor(), error: { act: sendInvalid } },
    { ...entry, name: `site-form-thanks-${theme}`, open: sendValid },
  ];
});

export const formEntries: readonly ScreenEntry[] = [...builderEntries, ...siteEntries];

const main = (page: Page) => page.getByRole('main');
const send = (page: Page) => main(page).getByRole('button', { name: 'Send' });

async function sendInvalid(page: Page): Promise<void> {
  await main(page).getByLabel('Full name').fill('Ada Tran');
  await main(page).getByLabel('Email').fill('ada');
  await main(page).getByLabel('Link to a reference').fill('landlord');
  await main(page).getByLabel('A garden').check();
  await send(page).click();
  await main(page).getByRole('alert').waitFor();
}

async function sendValid(page: Page): Promise<void> {
  await main(page).getByLabel('Full name').fill('Ada Tran');
  await main(page).getByLabel('Email').fill('ada@mail.example');
  await main(page).getByLabel('Which home is it about?').selectOption('41 Bay Street');
  await main(page).getByLabel('From which day?').fill('2030-02-01');
  await main(page).getByLabel('You may ask my references').check();
  await send(page).click();
  await main(page).getByRole('heading', { name: 'Thank you' }).waitFor();
}
