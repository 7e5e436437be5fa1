import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { fieldDetailsPath, fieldDetailsText, fieldIndexPath, fieldIndexText } from './field-index.ts';
import { secretKeysOf, summaryPath, summaryText } from './settings-summary.ts';

it('lists each secret key once, of settings and of records', () => {
  const fields = [
    { key: 'login' },
    { key: 'password', secret: true, path: ['options', 'pass'] as const },
    { key: 'name', secret: false },
    { key: 'password', secret: true },
  ];
  expect(secretKeysOf(fields)).toEqual(['password', 'options']);
});

it('the summary of the settings screens is that of today', async () => {
  const isCurrent = (await readFile(summaryPath, 'utf8')) === (await summaryText());
  expect(isCurrent, 'contract/settings/summary.gen.ts is not what the screens say: run "npm run codegen".').toBe(true);
});

it('the index of the settings fields, and their details, are those of today', async () => {
  for (const [path, text] of [
    [fieldIndexPath, fieldIndexText()],
    [fieldDetailsPath, fieldDetailsText()],
  ] as const)
    expect((await readFile(path, 'utf8')) === text, `${path} is not what the screens say: run "npm run codegen".`).toBe(true);
});
