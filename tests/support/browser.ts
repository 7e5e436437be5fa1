import { findChromium } from '../../scripts/find-chromium.mjs';

interface ChromiumOptions {
  readonly headless: boolean;
  readonly args: string[];
  readonly executablePath?: string;
}

/**
 * How every test and script starts Chromium; `whole` for measurements, which are of what people have. Without an executable
 * Playwright looks for its own, and says so if there is none.
 */
export function chromiumOptions({ whole = false }: { readonly whole?: boolean } = {}): ChromiumOptions {
  const executablePath = findChromium({ whole });
  const asRoot = process.getuid?.() === 0;
  return {
    headless: true,
    args: [
      // Chromium refuses its sandbox to root; nobody else should go without.
      ...(asRoot ? ['--no-sandbox'] : []),
      '--disable-gpu',
      // Nobody looks: a process less that every frame is handed to.
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
