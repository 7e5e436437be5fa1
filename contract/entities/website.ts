import * as v from 'valibot';
import { idSchema } from './id.ts';

/** A website's domain as the website list embeds it. */
const domainSchema = v.object({
  id: idSchema,
  domain: v.string(),
  is_primary: v.fallback(v.boolean(), false),
});

export const themeKeys = ['versatile', 'byron', 'minimal'] as const;
export type ThemeKey = (typeof themeKeys)[number];

export const websiteSchema = v.object({
  id: idSchema,
  name: v.string(),
  theme_id: v.nullable(idSchema),
  /** The key of the website's theme, where the API says it; else the theme is read by `theme_id`. */
  theme_key: v.fallback(v.nullish(v.picklist(themeKeys)), undefined),
  /** The account's name, for the list's ACCOUNT column. */
  account: v.fallback(v.nullish(v.string()), undefined),
  created_at: v.nullable(v.string()),
  updated_at: v.fallback(v.nullable(v.string()), null),
  deleted_at: v.fallback(v.nullable(v.string()), null),
  domains: v.fallback(v.array(domainSchema), []),
});
export type Website = v.InferOutput<typeof websiteSchema>;

/** The domain that "Preview Website" opens; null hides the button. */
export function primaryDomain(website: Website): string | null {
  return website.domains.find((domain) => domain.is_primary)?.domain ?? null;
}

/** The switcher's sub-label. */
export function firstDomain(website: Website): string | null {
  return website.domains[0]?.domain ?? null;
}
