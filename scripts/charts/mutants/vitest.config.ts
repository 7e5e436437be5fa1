import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const switchFile = fileURLToPath(new URL('switch-machine.ts', import.meta.url));

export default defineConfig({
  root,
  define: { __APP_VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    include: ['scripts/charts/mutants/*.mutants.ts'],
    setupFiles: ['tests/support/fake-device.ts'],
    // A mutant may wait for ever.
    testTimeout: 10_000,
    expect: { poll: { timeout: 5000 } },
    // Found by its test all the same.
    dangerouslyIgnoreUnhandledErrors: true,
    // It would keep machines that can't be switched for other runs.
    fsModuleCache: false,
  },
  plugins: [
    {
      name: 'planted-mutants',
      enforce: 'pre',
      // The paths have been asked already.
      load: (id: string) => (id.endsWith('/machines/testing/test-paths.ts') ? 'export const testPaths = () => undefined;' : null),
      transform: (code: string, id: string) => {
        if (!/\/machines\/[^?]*\.machine\.ts$/u.test(id)) return null;
        const [, name] = /^export const (\w+Machine)\b/mu.exec(code) ?? [];
        if (name === undefined) return null;
        return [
          code.replace(`export const ${name}`, `const ${name}`),
          `import { switched } from ${JSON.stringify(switchFile)};`,
          `const switchedMachine = switched(${name});`,
          `export { switchedMachine as ${name} };`,
        ].join('\n');
      },
    },
  ],
});
