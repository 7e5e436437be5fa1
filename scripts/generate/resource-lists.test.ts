import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../inputs.mjs';
import { resourceLists } from './resource-lists.ts';

it('name every definition, its place, its table and its hooks', async () => {
  for (const { path, text } of await resourceLists()) {
    expect(await readFile(path, 'utf8'), `${relative(root, path)} is stale: run npm run codegen.`).toBe(text);
  }
});
