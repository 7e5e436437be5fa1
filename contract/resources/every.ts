import type { ResourceDefinition } from './define.ts';
import { resources } from './index.gen.ts';
import { listings } from './without-screen/listings.ts';

/**
 * Every resource that the API serves. Those of `without-screen` are for other programs: the console has neither screen nor entry for them,
 * and its bundle does not contain them. Code of the console imports `index.gen.ts` instead.
 */
export const everyResource: readonly ResourceDefinition[] = [...resources, listings];
