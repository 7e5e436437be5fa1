import { findChromium } from '../../scripts/find-chromium.mjs';

interface ChromiumOptions {
  readonly headless: boolean;
  readonly args: string[];
  readonly executablePath?: string;
}

/**
 * How every test and script starts Chromium; `whole` starts the full browser that people use, for measurements. Without an executable
 * Playwright looks for its own, and reports if there is none.
 */
export function chromiumOptions({ whole = false }: { readonly whole?: boolean } = {}): ChromiumOptions {
  const executablePath = findChromium({ whole });
  const asRoot = process.getuid?.() === 0;
  return {
    headless: true,
    args: [
      // Chromium refuses its sandbox to root; nobody else should run without it.
      ...(asRoot ? ['--no-sandbox'] : []),
      '--disable-gpu',
      // Nobody looks at the window: this saves the process that composes its frames.
      ...(whole ? [] : ['--in-process-gpu']),
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    ...(executablePath === null ? {} : { executablePath }),
  };
}
