import { writeFile } from 'node:fs/promises';
import { resourceLists } from './generate/resource-lists.ts';

for (const { path, text } of await resourceLists()) await writeFile(path, text);
