import { expect, type Locator, type Page } from 'playwright/test';
import { dragByTouch } from '../support/drag-by-touch.ts';

/** The form builder of one form's screen. */
export function formBuilder(page: Page, websiteId: string) {
  const fields = page.getByRole('list', { name: 'Fields' });
  const form = page.getByRole('group', { name: 'Form', exact: true });
  const palette = page.getByRole('region', { name: 'Field types' });
  const handle = (label: string) => page.getByRole('button', { name: `Move ${label}`, exact: true });
  const announcement = (text: string) => page.getByRole('status').filter({ hasText: text });
  const centreOf = async (element: Locator) => {
    const box = await element.boundingBox();
    if (!box) throw new Error('the element is not shown');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, bottom: box.y + box.height };
  };
  return {
    form,
    fields,
    palette,
    handle,
    announcement,
    rows: fields.getByRole('listitem'),
    type: (name: string) => palette.getByRole('button', { name, exact: true }),
    row: (label: string) => fields.getByRole('listitem').filter({ has: handle(label) }),
    edit: (label: string) =>
      fields
        .getByRole('listitem')
        .filter({ has: handle(label) })
        .locator('[data-row-focus]'),
    /** Of the editor. */
    control: (label: string) => page.locator('[data-editor]').getByLabel(label, { exact: true }),
    add: page.getByRole('button', { name: 'Add a field', exact: true }),
    search: page.getByRole('combobox', { name: 'Search field types' }),
    async open(formId: string): Promise<void> {
      await page.goto(`/website/${websiteId}/forms/edit/${formId}`);
      await expect(form).toBeVisible();
    },
    /** The labels in their order. */
    async labels(): Promise<readonly string[]> {
      const names = await fields.locator('[data-handle]').evaluateAll((handles) => handles.map((each) => each.getAttribute('aria-label')));
      return names.map((name) => (name ?? '').replace(/^Move /u, ''));
    },
    /** Drags a type from the palette to the end of the form. */
    async dragIn(name: string): Promise<void> {
      const type = palette.getByRole('button', { name, exact: true });
      const isEmpty = (await fields.count()) === 0;
      const target = isEmpty ? page.getByText('No fields yet') : fields.getByRole('listitem').last();
      // Near an edge of the window, a drag would scroll the page. The palette stays in view beside the form.
      await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      const [from, to] = [await centreOf(type), await centreOf(target)];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + 10, from.y, { steps: 3 });
      await page.mouse.move(to.x, isEmpty ? to.y : to.bottom - 3, { steps: 8 });
      await expect(announcement(`${name} moved to`)).toBeAttached();
      await page.mouse.up();
      await expect(announcement(`${name} added at`)).toBeAttached();
      // By the keyboard: for a moment after a drag, dnd-kit takes clicks for a part of it.
      await expect(page.locator('[data-editor] :focus')).toBeAttached();
      await page.keyboard.press('Escape');
      await expect(page.locator('[data-editor]')).toBeHidden();
    },
    /** Holds a type of the palette with a finger, and drags it over a field; or swipes over it, which scrolls the page. */
    async touchType(name: string, by: { readonly holdThenDragOver: string } | { readonly swipeDown: number }): Promise<void> {
      const item = palette.getByRole('button', { name, exact: true });
      // Near an edge of the window, a drag would scroll the page. The palette stays in view beside the form.
      if (!('swipeDown' in by)) await handle(by.holdThenDragOver).evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await item.scrollIntoViewIfNeeded();
      const from = await centreOf(item);
      const to = 'swipeDown' in by ? { x: from.x, y: from.y + by.swipeDown } : await centreOf(handle(by.holdThenDragOver));
      const finger = await page.context().newCDPSession(page);
      const sendTouch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
        finger.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }],
        });
      const start = sendTouch('touchStart', 0);
      // A swipe does not wait for its start: a finger that moves no sooner than that is answered would be one that holds the type.
      if ('swipeDown' in by) await Promise.all([start, sendTouch('touchMove', 0.1), sendTouch('touchMove', 0.2)]);
      else await expect(announcement(`${name} lifted`)).toBeAttached();
      for (let step = 1; step <= 10; step += 1) await sendTouch('touchMove', step / 10);
      if (!('swipeDown' in by)) await expect(announcement(`${name} moved to`)).toBeAttached();
      await sendTouch('touchEnd', 1);
      await finger.detach();
    },
    /** Drags a field to the place of another, with a finger. */
    async dragByTouch(label: string, over: string): Promise<void> {
      await handle(label).scrollIntoViewIfNeeded();
      const [from, to] = [await centreOf(handle(label)), await centreOf(handle(over))];
      await dragByTouch(page, label, from, to);
    },
  };
}
