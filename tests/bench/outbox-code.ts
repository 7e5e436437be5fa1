import type { Page } from 'playwright';
import { build } from 'vite';
import { root } from '../../scripts/inputs.mjs';

/** `outbox-in-page.ts` as one script. */
export async function inPageCode(): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    // Everything is in one file here, and Vite warns about each module that is loaded lazily elsewhere.
    logLevel: 'error',
    // The style functions are not needed.
    css: { postcss: {} },
    build: {
      write: false,
      target: 'esnext',
      rolldownOptions: { input: 'tests/bench/outbox-in-page.ts', output: { codeSplitting: false } },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error('Nothing was built.');
  return output.output[0].code;
}

/** Runs it in the page, whose policy has to be bypassed. */
export async function withOutbox(page: Page, code: string): Promise<void> {
  await page.addScriptTag({ type: 'module', content: code });
  await page.waitForFunction(() => globalThis.outboxInPage !== undefined);
}
