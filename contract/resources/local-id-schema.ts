import * as v from 'valibot';
import { localPrefix } from './local-id.ts';

/** Apart from `local-id.ts`, which bundles without Valibot import. */
export const localIdSchema = v.pipe(v.string(), v.startsWith(localPrefix));
