import { expect, type Page } from 'playwright/test';

/** The API's error, as its body has it. */
interface RefusalError {
  readonly code: string;
  readonly message: string;
  readonly display_message: string;
}

/**
 * Has the API answer an address with an error, until `stop`. The console asks once more by itself when the API answers its probe: `stop`
 * waits for that, so that afterwards only "Try again" asks.
 */
export async function refuseReading(page: Page, address: string, error: RefusalError, status = 500) {
  let asked = 0;
  await page.route(address, (route) => {
    asked += 1;
    return route.fulfill({ status, json: { error } });
  });
  return {
    async stop() {
      await expect.poll(() => asked).toBeGreaterThan(1);
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
      await page.unroute(address);
    },
  };
}
