import { writeFile } from 'node:fs/promises';
import { fieldDetailsPath, fieldDetailsText, fieldIndexPath, fieldIndexText } from './generate/field-index.ts';
import { summaryPath, summaryText } from './generate/settings-summary.ts';

await Promise.all([
  writeFile(summaryPath, await summaryText()),
  writeFile(fieldIndexPath, fieldIndexText()),
  writeFile(fieldDetailsPath, fieldDetailsText()),
]);
