import { redirects } from '#contract/resources/redirects.ts';
import * as tables from '../tables/websites.ts';
import { resourceRoutes } from './crud.ts';
import { redirectHooks } from './redirects.ts';
import type { ServedResource } from './resource.ts';

/** Every resource, with its table and what is special of it. A new one is a line here. */
const served: readonly ServedResource[] = [{ definition: redirects, table: tables.redirects, hooks: redirectHooks }];

export const recordRoutes = resourceRoutes(served);
