// Written by npm run codegen. Every resource with its table and what is special of it.
import { popups } from '#contract/resources/popups.ts';
import { popups as popupsTable } from '../tables/popups.ts';
import { hooks as popupsHooks } from './popups.ts';
import { redirects } from '#contract/resources/redirects.ts';
import { redirects as redirectsTable } from '../tables/redirects.ts';
import { hooks as redirectsHooks } from './redirects.ts';
import type { ServedResource } from './resource.ts';

export const served: readonly ServedResource[] = [
  { definition: popups, table: popupsTable, hooks: popupsHooks },
  { definition: redirects, table: redirectsTable, hooks: redirectsHooks },
];
