import { redirects } from '#contract/resources/redirects.ts';
import { redirects as redirectsTable } from '../tables/websites.ts';
import { redirectHooks } from './redirects.ts';
import type { ServedResource } from './resource.ts';

/** Every resource, with its table and what is special of it. A new one is a line here. */
export const served: readonly ServedResource[] = [{ definition: redirects, table: redirectsTable, hooks: redirectHooks }];
