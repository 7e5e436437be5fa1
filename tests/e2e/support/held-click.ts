import type { ElementHandle, Page } from 'playwright/test';
import { forgetClick, framesFor } from '../../support/stillness.ts';

/** How long a person holds the button of the mouse. ms. */
const heldMs = 90;

/** Presses where the element is now, holds, and says what the click has met instead; null where it met the element. */
export async function heldClick(page: Page, element: ElementHandle<HTMLElement>, whileHeld?: () => Promise<void>): Promise<string | null> {
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
