import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { testMs, waitMs } from '../../support/limits.ts';
import { defects } from './defects.ts';
import { withDefect } from './plant.ts';

/** The project's tests in Node, with the defect that the environment names, or with none. */
const wanted = process.env['PLANTED'];
const defect = wanted === undefined ? null : (defects.find(({ name }) => name === wanted) ?? null);
if (wanted !== undefined && defect === null) throw new Error(`no planted defect is called ${wanted}`);
const root = fileURLToPath(new URL('../../../', import.meta.url));

export default defineConfig({
  root,
  define: { __APP_VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    include: ['**/*.test.ts'],
    setupFiles: ['tests/support/fake-device.ts'],
    testTimeout: testMs,
    hookTimeout: testMs,
    expect: { poll: { timeout: waitMs } },
    // It would keep a module with a defect for runs without.
    fsModuleCache: false,
  },
  plugins: [
    {
      name: 'planted-defect',
      enforce: 'pre',
      load: (id: string) => (defect !== null && id.split('?')[0] === `${root}${defect.file}` ? withDefect(defect) : null),
    },
  ],
});
