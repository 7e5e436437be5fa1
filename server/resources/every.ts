import { listings } from '#contract/resources/without-screen/listings.ts';
import { listings as listingsTable } from '../tables/content.ts';
import { hooks as listingsHooks } from './listings.ts';
import type { ServedResource } from './resource.ts';
import { served } from './served.gen.ts';

/** Every resource, with those that have no screen. */
export const everyServed: readonly ServedResource[] = [...served, { definition: listings, table: listingsTable, hooks: listingsHooks }];
