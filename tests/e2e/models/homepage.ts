import { expect, type FrameLocator, type Locator, type Page } from 'playwright/test';
import { animationsEnded } from '../../support/animations-ended.ts';
import { dragByTouch } from '../support/drag-by-touch.ts';
import { toasts } from './toasts.ts';

/** The homepage's blocks and what stands beside them, by their visible labels. */
export function homepage(page: Page) {
  const list = page.getByRole('list', { name: 'Blocks', exact: true });
  const rows = list.locator(':scope > li');
  const handle = (label: string): Locator => list.getByRole('button', { name: `Move ${label}`, exact: true });
  const more = (label: string): Locator => list.getByRole('button', { name: `More for ${label}`, exact: true });
  const editor = (label: string): Locator => page.getByRole('heading', { level: 1, name: label, exact: true });
  const addDialog = page.getByRole('dialog', { name: 'Add New Block' });
  const blockType = (kind: string): Locator =>
    addDialog
      .locator('label')
      .filter({ has: page.getByText(kind, { exact: true }) })
      .getByRole('radio');
  const deleteDialog = page.getByRole('alertdialog');
  const announcement = (text: string) => page.getByRole('status').filter({ hasText: text });
  /** Lifts a block by the keyboard. */
  const lift = async (label: string): Promise<void> => {
    await handle(label).focus();
    await page.keyboard.press('Space');
    await expect(announcement(`${label} lifted`)).toBeAttached();
  };
  const centres = async (label: string, over: string) => {
    await handle(label).scrollIntoViewIfNeeded();
    // Rows that an earlier move animates are not at their final place yet.
    await page.evaluate(animationsEnded);
    const [from, to] = [await handle(label).boundingBox(), await handle(over).boundingBox()];
    if (!from || !to) throw new Error('There is nothing to drag.');
    const centre = (box: typeof from) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    return [centre(from), centre(to)] as const;
  };

  return {
    list,
    rows,
    handle,
    editor,
    addDialog,
    blockType,
    deleteDialog,
    toasts: toasts(page),
    heading: page.getByRole('heading', { level: 1, name: 'Homepage', exact: true }),
    lock: (label: string) => list.getByRole('button', { name: `${label} is locked`, exact: true }),
    eye: (label: string) => list.getByRole('button', { name: `Hide ${label}`, exact: true }),
    edits: (label: string) => list.getByRole('button', { name: `Edit ${label}`, exact: true }),
    row: (label: string) => rows.filter({ has: page.getByRole('button', { name: `Edit ${label}`, exact: true }) }),
    addBlock: page.getByRole('button', { name: 'Add Block', exact: true }),
    deleteBlock: page.getByRole('main').getByRole('button', { name: 'Delete Block', exact: true }),
    back: page.getByRole('button', { name: 'Back', exact: true }),
    save: page
      .getByRole('main')
      .getByRole('button', { name: /^Save / })
      .first(),
    saveBar: page.getByRole('region', { name: 'Unsaved changes' }),
    undo: page.getByRole('button', { name: 'Undo', exact: true }).first(),
    /** The visible page in the preview. */
    preview: preview(page),
    previewPane: page.getByRole('region', { name: 'Preview', exact: true }),
    async open(websiteId: string): Promise<void> {
      await page.goto(`/website/${websiteId}/design/homepage`);
      await expect(rows.first()).toBeVisible();
    },
    async edit(label: string): Promise<void> {
      await list.getByRole('button', { name: `Edit ${label}`, exact: true }).click();
      await expect(editor(label)).toBeVisible();
    },
    more,
    async menu(label: string, item: string): Promise<void> {
      await more(label).click();
      await page.getByRole('menuitem', { name: item }).click();
    },
    async add(kind: string, name: string): Promise<void> {
      await page.getByRole('button', { name: 'Add Block', exact: true }).click();
      await blockType(kind).check();
      await addDialog.getByRole('textbox', { name: 'Name' }).fill(name);
      await addDialog.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(editor(name)).toBeVisible();
    },
    async confirmDelete(): Promise<void> {
      await expect(deleteDialog).toContainText('Are you sure you want to delete this block? This action cannot be reversed.');
      await expect(deleteDialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await deleteDialog.getByRole('button', { name: 'Delete Block', exact: true }).click();
      await expect(deleteDialog).toBeHidden();
    },
    /** Lifts a block by its handle, and drops it over another. */
    async dragByMouse(label: string, over: string): Promise<void> {
      const [from, to] = await centres(label, over);
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + 10, from.y + Math.sign(to.y - from.y) * 10, { steps: 5 });
      await page.mouse.move(from.x + 10, to.y, { steps: 10 });
      await expect(announcement(`${label} moved to`)).toBeAttached();
      await page.mouse.up();
      await expect(announcement(`${label} dropped at`)).toBeAttached();
    },
    /** The same with a finger. */
    async dragByTouch(label: string, over: string): Promise<void> {
      const [from, to] = await centres(label, over);
      await dragByTouch(page, label, from, to);
    },
    lift,
    /** Lifts a block by the keyboard and moves it by one place. */
    async moveByKeyboard(label: string, key: 'ArrowUp' | 'ArrowDown'): Promise<void> {
      await lift(label);
      await page.keyboard.press(key);
      await expect(announcement(`${label} moved to`)).toBeAttached();
      await page.keyboard.press('Space');
      await expect(announcement(`${label} dropped at`)).toBeAttached();
    },
    /** The names of the blocks from the top, as the list shows them. */
    async labels(): Promise<readonly string[]> {
      const rows = list.getByRole('button', { name: /^Edit /u });
      // After Back, the list appears a moment later.
      await rows.first().waitFor();
      const names = await rows.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
      return names.map((name) => name.replace(/^Edit /u, ''));
    },
    expectSaved: () => toasts(page).expect('Saved', 'Theme settings successfully updated'),
    expectPending: () => toasts(page).expect('Saved on this device', 'It will be sent when you are back online.'),
  };
}

function preview(page: Page): FrameLocator {
  return page.frameLocator('iframe[title^="Preview"]:not([aria-hidden])');
}
