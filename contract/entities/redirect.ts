import * as v from 'valibot';
import { limits } from '../limits.ts';
import { idSchema } from './id.ts';

/** Sends who asks for one address of a website to another. */
export const redirectSchema = v.object({
  id: idSchema,
  /** A path of the website, or an address on one of its domains. */
  redirects_from: v.string(),
  /** A path of the website, or any http(s) address. */
  redirects_to: v.string(),
  /** The visitor stays at the address that was asked for, and sees there what is at the other. */
  rewrite: v.fallback(v.boolean(), false),
  /** With `rewrite`: who asks for the other address itself is sent to this one. */
  redirect_to_rewrite: v.fallback(v.boolean(), false),
});
export type Redirect = v.InferOutput<typeof redirectSchema>;

const addressSchema = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(limits.urlCharacters));

export const redirectCreateSchema = v.object({
  redirects_from: addressSchema,
  redirects_to: addressSchema,
  rewrite: v.optional(v.boolean(), false),
  redirect_to_rewrite: v.optional(v.boolean(), false),
});

/** What is not named stays as it is. */
export const redirectUpdateSchema = v.object({
  redirects_from: v.optional(addressSchema),
  redirects_to: v.optional(addressSchema),
  rewrite: v.optional(v.boolean()),
  redirect_to_rewrite: v.optional(v.boolean()),
});
