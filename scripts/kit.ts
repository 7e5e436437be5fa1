import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { build } from 'vite';
import { root } from './inputs.mjs';

// `npm run kit`: the test kit as a package, `frontage/testing`, for testers in other repositories. docs/model-based-tests.md shows its use.

const folder = join(root, 'dist-kit');
const versions = v.record(v.string(), v.string());
const manifest = v.parse(
  v.object({ name: v.string(), version: v.string(), license: v.string(), dependencies: versions, devDependencies: versions }),
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
);

rmSync(folder, { recursive: true, force: true });
execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(root, 'tests/kit/tsconfig.json')], { stdio: 'inherit' });
const result = await build({
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  build: { ssr: 'tests/kit/index.ts', outDir: folder, emptyOutDir: false, target: 'node22', minify: false },
});
if (!('output' in result)) throw new Error('the kit is built once, and not watched');
const imported = result.output.flatMap((file) => (file.type === 'chunk' ? [...file.imports, ...file.dynamicImports] : []));
const packages = new Set(
  imported.map((path) => /^(?:@[^/]+\/)?[^./][^/]*/u.exec(path)?.[0] ?? '').filter((name) => name in manifest.dependencies),
);
writeFileSync(
  join(folder, 'package.json'),
  `${JSON.stringify(
    {
      name: manifest.name,
      version: manifest.version,
      description: "Drives the machines of Frontage's console: in Node, and in a browser against a console that is deployed anywhere.",
      license: manifest.license,
      type: 'module',
      imports: { '#contract/*.ts': './types/contract/*.d.ts', '#machines/*.ts': './types/machines/*.d.ts' },
      exports: { './testing': { types: './types/tests/kit/index.d.ts', default: './index.js' } },
      dependencies: Object.fromEntries(Object.entries(manifest.dependencies).filter(([name]) => packages.has(name))),
      peerDependencies: { playwright: manifest.devDependencies['playwright'] },
    },
    null,
    2,
  )}\n`,
);
console.log('Built: dist-kit. `npm pack ./dist-kit` makes a file of it, which `npm install --save-dev` takes.');
