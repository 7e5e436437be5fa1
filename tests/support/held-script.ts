import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { root } from '../../scripts/inputs.mjs';

/**
 * Holds back a script of the console until `release` is called. Throws where the build has none of that name: a test that holds back nothing
 * would pass.
 */
export async function holdScript(page: Page, name: string): Promise<{ readonly release: () => void }> {
  const isWanted = (file: string) => file.startsWith(`${name}-`) && /^-[\w-]{7,8}\.js$/u.test(file.slice(name.length));
  const file = readdirSync(join(root, 'dist/assets')).find(isWanted);
  if (file === undefined) throw new Error(`The build has no script "${name}".`);
  const held = Promise.withResolvers<void>();
  await page.route(`**/assets/${file}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  return { release: held.resolve };
}
