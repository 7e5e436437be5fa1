import { type ElementHandle, expect, type Page } from 'playwright/test';
import type { Field, FieldValue } from '#contract/fields/field.ts';
import { isTyped, sampleValue, validateField } from '#contract/fields/index.ts';
import { settingsScreens } from '#contract/settings/index.ts';
import { fieldsOf, type SettingsScreen } from '#contract/settings/screen.ts';
import { textsOfReact } from '#src/jsx/testing/translate.ts';
import { demoWebsites } from '../support/accounts.ts';
import { animationsEnded } from '../support/animations-ended.ts';
import { coveringKinds } from '../support/settings-values.ts';
import { controlBoxes, heightSettled, takeShifts, watchStillness } from '../support/stillness.ts';
import { settingsPage } from './models/settings-page.ts';
import { ensureChange, expectClearControls } from './support/clear-controls.ts';
import { test, onOwnServer } from './support/fixtures.ts';
import { heldClick } from './support/held-click.ts';

// Every screen of the demo's own website is typed into.
onOwnServer('all-screens');

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

/** Types into a field of each kind, and clicks what a person would click next. */
async function typeAndClick(page: Page, screen: SettingsScreen): Promise<Counts> {
  const form = settingsPage(page, screen);
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
  return { clicks, wrong };
}

/** Saves what was changed: nothing moves, whatever comes of it. */
async function saveStill(page: Page, screen: SettingsScreen): Promise<void> {
  const form = settingsPage(page, screen);
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
}

for (const { viewport, typed } of [
  { viewport: { width: 1440, height: 900 }, typed: settingsScreens },
  // One screen of each kind of field.
  { viewport: { width: 375, height: 667 }, typed: coveringKinds(settingsScreens, fieldsOf) },
]) {
  const { width } = viewport;
  test(`at ${width} px a click after a wrong entry lands, and nothing moves; one Save and one Undo in view, and a name for every control`, async ({
    signedInProfile,
  }) => {
    const { page } = await signedInProfile({ viewport });
    const sum = { clicks: 0, wrong: 0, controls: 0 };
    for (const [at, screen] of settingsScreens.entries())
      await test.step(screen.title, async () => {
        const form = settingsPage(page, screen);
        // A page that is loaded for each screen takes a second longer.
        await (at === 0 ? form.open(demoWebsites.versatile) : form.follow(demoWebsites.versatile));
        await settled(page);
        if (typed.includes(screen)) {
          const { clicks, wrong } = await typeAndClick(page, screen);
          sum.clicks += clicks;
          sum.wrong += wrong;
        }
        await ensureChange(page, screen);
        sum.controls += await expectClearControls(page, screen);
        expect.soft(await page.locator('body').evaluate(textsOfReact), `${screen.title}: texts that a translator would break`).toEqual([]);
        if (typed.includes(screen)) await saveStill(page, screen);
        await form.discard();
      });
    if (typed === settingsScreens) expect(sum.wrong).toBeGreaterThanOrEqual(15);
    console.log(
      `${settingsScreens.length} screens at ${width} px: ${sum.clicks} clicks after an entry landed, ${sum.wrong} of them after a wrong one; no layout shift; ${sum.controls} controls, each with a name of its own.`,
    );
  });
}
