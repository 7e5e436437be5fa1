import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import base from '../../../vitest.config.ts';
import { defects } from './defects.ts';
import { withDefect } from './plant.ts';

/** The project's tests, with the defect that the environment names, or with none. */
const wanted = process.env['PLANTED'];
const defect = wanted === undefined ? null : (defects.find(({ name }) => name === wanted) ?? null);
if (wanted !== undefined && defect === null) throw new Error(`no planted defect is called ${wanted}`);
const root = fileURLToPath(new URL('../../../', import.meta.url));

export default mergeConfig(base, {
  root,
  // It would keep a module with a defect for runs without.
  test: { fsModuleCache: false },
  plugins: [
    {
      name: 'planted-defect',
      enforce: 'pre',
      load: (id: string) => (defect !== null && id.split('?')[0] === `${root}${defect.file}` ? withDefect(defect) : null),
    },
  ],
});
