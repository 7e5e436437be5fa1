import { expect, type Page } from 'playwright/test';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** px between two moves of the finger. */
const step = 6;

/**
 * Drags what is at a place of the window up or down with a finger, and lets go once the page has announced the move. `name`: what it is
 * announced as.
 */
export async function dragByTouch(page: Page, name: string, from: Point, to: Pick<Point, 'y'>): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const sendTouch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: from.x, y }] });
  const announcement = (start: string) => page.getByRole('status').filter({ hasText: start });
  await sendTouch('touchStart', from.y);
  const steps = Math.ceil(Math.abs(to.y - from.y) / step);
  for (let count = 1; count <= steps; count += 1) await sendTouch('touchMove', from.y + ((to.y - from.y) * count) / steps);
  await expect(announcement(`${name} moved to`)).toBeAttached();
  await sendTouch('touchEnd', 0);
  await expect(announcement(`${name} dropped at`)).toBeAttached();
  await finger.detach();
}
