import { writeFile } from 'node:fs/promises';
import { fieldHelpPath, fieldHelpText, fieldIndexPath, fieldIndexText } from './generate/field-index.ts';
import { summaryPath, summaryText } from './generate/settings-summary.ts';

await Promise.all([
  writeFile(summaryPath, await summaryText()),
  writeFile(fieldIndexPath, fieldIndexText()),
  writeFile(fieldHelpPath, fieldHelpText()),
]);
