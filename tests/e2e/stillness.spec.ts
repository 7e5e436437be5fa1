import { type ElementHandle, expect, type Page } from 'playwright/test';
import type { Field, FieldValue } from '#contract/fields/field.ts';
import { isTyped, sampleValue, validateField } from '#contract/fields/index.ts';
import { header } from '#contract/settings/header.ts';
import { domains } from '#contract/resources/domains.ts';
import { popups } from '#contract/resources/popups.ts';
import { redirects } from '#contract/resources/redirects.ts';
import { users } from '#contract/resources/users.ts';
import { seo } from '#contract/settings/seo.ts';
import { siteInfo } from '#contract/settings/site-info.ts';
import { settingsScreens } from '#contract/settings/index.ts';
import { fieldsOf, type SettingsScreen } from '#contract/settings/screen.ts';
import { demoWebsites } from '../support/accounts.ts';
import { animationsEnded } from '../support/animations-ended.ts';
import { coveringKinds } from '../support/settings-values.ts';
import {
  controlBoxes,
  forgetClick,
  framesFor,
  heightSettled,
  takeFootTops,
  takeShifts,
  watchFoot,
  watchStillness,
} from '../support/stillness.ts';
import { recordsPage } from './models/records-page.ts';
import { signInPage } from './models/sign-in-page.ts';
import { settingsPage } from './models/settings-page.ts';
import { test } from './support/fixtures.ts';

// Every screen of the demo's own website is typed into.
test.use({ ownServer: 'stillness' });

/** How long a person holds the button of the mouse. ms. */
const heldMs = 90;

/** What somebody may type that the field refuses; null where it takes every text. */
function wrongEntry(field: Field): string | null {
  return ['not a link', 'abc', '-999999', '#12'].find((text) => validateField(field, asValue(field, text)) !== null) ?? null;
}

/** A number field holds a number as soon as the text is one. */
function asValue({ kind }: Field, text: string): FieldValue {
  const isNumber = kind === 'number' || kind === 'slider' || kind === 'opacity';
  return isNumber && !Number.isNaN(Number(text)) ? Number(text) : text;
}

/** The first fields of a screen of each kind that can be typed into, one that can be wrong before one that can't. */
function entriesOf(screen: SettingsScreen): readonly { readonly field: Field; readonly text: string }[] {
  const entries = fieldsOf(screen)
    .filter((field) => isTyped(field) || field.kind === 'color' || field.kind === 'slider' || field.kind === 'opacity')
    .map((field) => ({ field, wrong: wrongEntry(field), right: String(sampleValue(field)) }));
  const byKind = Map.groupBy(entries, ({ field }) => field.kind);
  return [...byKind.values()].flatMap((ofKind) => {
    const first = ofKind.find(({ wrong }) => wrong !== null) ?? ofKind[0];
    return first ? [{ field: first.field, text: first.wrong ?? first.right }] : [];
  });
}

/** The control that a person would click next: of the field below, else of the one above. Null on a screen with one control. */
async function neighbourOf(page: Page, { key }: Field): Promise<ElementHandle<HTMLElement> | null> {
  const handle = await page.evaluateHandle((own) => {
    const field = document.querySelector(`main [data-field="${CSS.escape(own)}"]`);
    if (!field) return null;
    const controls = [...document.querySelectorAll<HTMLElement>('main [data-field] :is(input, textarea, button, [role=combobox])')];
    const others = controls.filter((control) => {
      const { top, bottom, width } = control.getBoundingClientRect();
      // Not one behind the bars at the top and at the foot, nor a file's hidden input.
      const isInView = top > 70 && bottom < innerHeight - 120 && width > 10;
      return isInView && !field.contains(control) && control.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    });
    const below = others.find((control) => field.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING);
    return below ?? others.at(-1) ?? null;
  }, key);
  return handle.asElement();
}

/** Presses where the element is now, holds, and says what the click has met instead; null where it met the element. */
async function heldClick(page: Page, element: ElementHandle<HTMLElement>, whileHeld?: () => Promise<void>): Promise<string | null> {
  const box = await element.boundingBox();
  if (!box) throw new Error('There is nothing to click.');
  await page.evaluate(forgetClick);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.evaluate(framesFor, heldMs);
  await whileHeld?.();
  await page.mouse.up();
  return page.evaluate((wanted) => {
    const clicked = window.stillness?.clicked ?? null;
    if (wanted.contains(clicked) || wanted.closest('label')?.contains(clicked)) return null;
    return `${wanted.outerHTML.slice(0, 200)} was missed for ${clicked?.outerHTML.slice(0, 200)}`;
  }, element);
}

async function settled(page: Page): Promise<void> {
  await expect(page.locator('main [data-skeleton]')).toHaveCount(0);
  // Parts that load on demand have arrived.
  await page.evaluate(heightSettled);
  await page.evaluate(animationsEnded);
}

async function expectStill(page: Page, what: string, boxes: Readonly<Record<string, string>>): Promise<void> {
  expect.soft(await page.evaluate(takeShifts), what).toEqual([]);
  expect.soft(await page.evaluate(controlBoxes), what).toEqual(boxes);
}

interface Counts {
  readonly clicks: number;
  /** Those after which the field showed that its entry is wrong. */
  readonly wrong: number;
}

async function checkScreen(page: Page, screen: SettingsScreen, websiteId: string): Promise<Counts> {
  const form = settingsPage(page, screen);
  await form.open(websiteId);
  await settled(page);
  await page.evaluate(watchStillness);
  let [clicks, wrong] = [0, 0];
  for (const { field, text } of entriesOf(screen)) {
    const control = form.field(field);
    if (!(await control.isVisible())) continue;
    const what = `${screen.title}: ${field.kind} ${field.key}`;
    await control.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const boxes = await page.evaluate(controlBoxes);
    await page.evaluate(takeShifts);
    await control.click();
    await control.fill(text);
    await expectStill(page, `${what}, typing`, boxes);
    const target = await neighbourOf(page, field);
    if (target) {
      expect.soft(await heldClick(page, target, () => expectStill(page, `${what}, blurred`, boxes)), `${what}: the click lands`).toBeNull();
      clicks += 1;
      if (await control.evaluate((element) => element.closest('[data-field]')?.querySelector('[aria-invalid=true]') !== null)) wrong += 1;
    }
    // A list or a dialog may have opened, and a switch may show more fields.
    await page.keyboard.press('Escape');
    await page.evaluate(animationsEnded);
    await page.evaluate(takeShifts);
  }
  await page.evaluate(() => scrollTo(0, 0));
  // With the heading's own in view, the bar gives its buttons up.
  await expect(form.saveBar.getByRole('button', { name: /^Save/ })).toHaveCount(0);
  if ((await form.save.getAttribute('aria-disabled')) === null) {
    const boxes = await page.evaluate(controlBoxes);
    await page.evaluate(takeShifts);
    const save = await form.save.elementHandle();
    if (save) expect.soft(await heldClick(page, save as ElementHandle<HTMLElement>), `${screen.title}: Save`).toBeNull();
    await expect(form.save).not.toHaveAttribute('aria-busy', 'true');
    await page.evaluate(animationsEnded);
    await expectStill(page, `${screen.title}, saving`, boxes);
  }
  return { clicks, wrong };
}

test('all screens at 1440 px: a click after a wrong entry lands, and nothing moves', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  const counts: Counts[] = [];
  for (const screen of settingsScreens) counts.push(await test.step(screen.title, () => checkScreen(page, screen, demoWebsites.versatile)));
  const sum = (of: keyof Counts) => counts.reduce((all, count) => all + count[of], 0);
  expect(sum('wrong')).toBeGreaterThanOrEqual(15);
  console.log(
    `${counts.length} screens: ${sum('clicks')} clicks after an entry landed, ${sum('wrong')} of them after a wrong one; no layout shift.`,
  );
});

test('every kind of field at 375 px: a click after a wrong entry lands, and nothing moves', async ({ signedInProfile }) => {
  const { page } = await signedInProfile({ viewport: { width: 375, height: 667 } });
  for (const screen of coveringKinds(settingsScreens, fieldsOf))
    await test.step(screen.title, () => checkScreen(page, screen, demoWebsites.versatile));
});

test('sign-in: the email has the focus, and what is clicked after a wrong one is met', async ({ page }) => {
  const screen = signInPage(page);
  await screen.open();
  await expect(screen.email).toBeFocused();
  await page.evaluate(watchStillness);
  await screen.email.fill('no address');
  for (const control of [screen.keep, screen.password]) {
    const element = await control.elementHandle();
    await screen.email.click();
    if (element) expect(await heldClick(page, element as ElementHandle<HTMLElement>)).toBeNull();
    await expect(screen.email).toHaveAccessibleDescription('Enter a valid email address.');
    expect(await page.evaluate(takeShifts)).toEqual([]);
  }
});

// A dialog stands at the foot of a narrow window, and hangs from the top of a wide one.
for (const viewport of [
  { width: 375, height: 667 },
  { width: 1280, height: 800 },
]) {
  test(`a record in a dialog at ${viewport.width} px: what is clicked after a wrong entry is met`, async ({ signedInProfile, site }) => {
    const { page } = await signedInProfile({ viewport });
    const list = recordsPage(page, redirects, site.id);
    await list.open('/new');
    await expect(list.field('From')).toBeFocused();
    await page.evaluate(animationsEnded);
    await page.evaluate(watchStillness);
    await list.fill({ From: 'no address' });
    const to = await list.field('To').elementHandle();
    if (to) expect(await heldClick(page, to as ElementHandle<HTMLElement>)).toBeNull();
    expect(await page.evaluate(takeShifts)).toEqual([]);
    // The summary comes after a failed Save alone, and moves nothing when it comes or goes.
    const summary = list.form.getByRole('region', { name: 'What needs another look' });
    const still = [list.form, list.field('From'), list.field('To'), list.save];
    const boxes = () => Promise.all(still.map((each) => each.boundingBox()));
    const before = await boxes();
    await list.save.click();
    await expect(summary).toBeFocused();
    expect(await boxes()).toEqual(before);
    if (to) expect(await heldClick(page, to as ElementHandle<HTMLElement>)).toBeNull();
    // What it covers can be scrolled from under it.
    const rewrite = list.form.getByRole('checkbox', { name: 'Rewrite', exact: true });
    await rewrite.click();
    await expect(rewrite).toBeChecked();
    await rewrite.click();
    await list.field('From').scrollIntoViewIfNeeded();
    await list.form.evaluate((dialog) => {
      for (const element of dialog.querySelectorAll('*')) element.scrollTop = 0;
    });
    await list.fill({ From: '/from', To: '/to' });
    await expect(summary).toBeHidden();
    expect(await boxes()).toEqual(before);
  });
}

test('the buttons of a record’s dialog stay under the pointer when the record is there', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  for (const resource of [redirects, domains, users, popups]) {
    const list = recordsPage(page, resource, demoWebsites.versatile);
    await list.open();
    await page.evaluate(watchFoot);
    await list.names.first().click();
    await expect(list.form.locator('[data-field]').first()).toBeVisible();
    const tops = await page.evaluate(takeFootTops);
    // Whether a help text takes one line or two is not known before. A button is 36 px high.
    expect(Math.max(...tops) - Math.min(...tops), `${resource.labels.many}: ${tops.join(', ')}`).toBeLessThan(18);
    await list.cancel.click();
    await expect(list.form).toBeHidden();
  }
});

test('a file whose code comes late moves nothing below it', async ({ signedInProfile }) => {
  const { page } = await signedInProfile({ viewport: { width: 1440, height: 1800 } });
  const late = Promise.withResolvers<void>();
  await page.route(/\/file-field-[^/]+\.js$/, async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.goto(settingsPage(page, siteInfo).path(demoWebsites.versatile));
  await expect(page.getByRole('textbox', { name: 'Site title' })).toBeVisible();
  const below = page.getByRole('heading', { level: 2, name: 'Region' });
  const before = await below.boundingBox();
  late.resolve();
  await expect(page.getByRole('img', { name: 'Apple touch icon' })).toBeVisible();
  const after = await below.boundingBox();
  // Whether the help takes one line or two is not known before.
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? Number.NaN))).toBeLessThan(24);
});

test('the skeleton of a screen that differs by theme is drawn once, for the theme', async ({ signedInProfile }) => {
  const { page } = await signedInProfile({ viewport: { width: 1440, height: 900 } });
  const form = settingsPage(page, header);
  await form.open(demoWebsites.versatile);
  await page.addInitScript(watchStillness);
  // The form comes late, so that the skeleton is seen.
  await page.route('**/settings/**', async (route) => {
    await new Promise<void>((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.goto(form.path(demoWebsites.byron));
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading Header' }).getByRole('heading').first()).toBeVisible();
  expect((await page.evaluate(takeShifts)).filter((shift) => shift.includes('SECTION'))).toEqual([]);
});

test('a counter stands beside the help, and never over it', async ({ signedInProfile }) => {
  const { page } = await signedInProfile({ viewport: { width: 375, height: 900 } });
  await settingsPage(page, seo).open(demoWebsites.versatile);
  for (const field of fieldsOf(seo).filter((each) => 'counter' in each)) {
    const [help, counter] = [page.locator(`[id="${field.key}-help"]`), page.locator(`[id="${field.key}-counter"]`)];
    await expect(counter).toBeVisible();
    const left = (await counter.boundingBox())?.x ?? 0;
    const right = await help.evaluate((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      return Math.max(...[...text.getClientRects()].filter((box) => box.width > 0).map((box) => box.right));
    });
    expect(right, field.key).toBeLessThanOrEqual(left);
  }
});
