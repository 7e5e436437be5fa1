import { writeFile } from 'node:fs/promises';
import { summaryPath, summaryText } from './generate/settings-summary.ts';

await writeFile(summaryPath, await summaryText());
