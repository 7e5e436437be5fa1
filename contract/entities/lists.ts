import * as v from 'valibot';
import { idSchema } from './id.ts';
import { themeKeys } from './website.ts';

export const themeSchema = v.object({
  id: idSchema,
  key: v.picklist(themeKeys),
  name: v.string(),
  description: v.fallback(v.nullable(v.string()), null),
  version: v.fallback(v.nullable(v.string()), null),
  global: v.fallback(v.boolean(), true),
  system: v.fallback(v.boolean(), true),
});

export const menuSchema = v.object({ id: idSchema, name: v.string() });
export type WebsiteMenu = v.InferOutput<typeof menuSchema>;

export const pageSchema = v.object({ id: idSchema, title: v.string() });
export type Page = v.InferOutput<typeof pageSchema>;

/** An office of the website's agency. */
export const agencySchema = v.object({ id: idSchema, name: v.string(), address: v.string(), phone: v.string() });

/** An entry of `GET /lists/{name}`: a choice for a select. */
export const listItemSchema = v.object({ id: idSchema, label: v.string() });
export type ListItem = v.InferOutput<typeof listItemSchema>;

/** The lists that `GET /lists/{name}` knows. */
export const listNames = ['agency', 'staff', 'testimonials', 'posts', 'listings'] as const;
export type ListName = (typeof listNames)[number];

/** Resources of which a field chooses a record, by their names. */
const chosenResources = ['form', 'sync'] as const;
export type ChosenResource = (typeof chosenResources)[number];

/** All options of the fields of one website. */
export const choiceLists = ['menu', 'page', ...chosenResources, ...listNames] as const;
export type ChoiceList = (typeof choiceLists)[number];

export function isChosenResource(list: ChoiceList): list is ChosenResource {
  return chosenResources.some((name) => name === list);
}
