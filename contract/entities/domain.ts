import * as v from 'valibot';
import { idSchema } from './id.ts';

/** A website's domain as the website list embeds it. */
export const domainSchema = v.object({
  id: idSchema,
  domain: v.string(),
  is_primary: v.fallback(v.boolean(), false),
});
export type Domain = v.InferOutput<typeof domainSchema>;
