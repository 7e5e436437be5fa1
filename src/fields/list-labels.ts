import type { ChoiceList } from '#contract/entities/lists.ts';
import { upperFirst } from '#contract/upper-first.ts';

interface ListLabels {
  /** With its article. */
  readonly one: string;
  readonly many: string;
  /** The label where nothing is chosen. */
  readonly none: string;
}

/** The names of the lists that a field chooses from. */
export const listLabels: { readonly [List in ChoiceList]: ListLabels } = {
  menu: { one: 'a menu', many: 'menus', none: 'No menu' },
  form: { one: 'a form', many: 'forms', none: 'No form' },
  page: { one: 'a page', many: 'pages', none: 'No page' },
  sync: { one: 'a sync', many: 'syncs', none: 'None' },
  agency: { one: 'an agency profile', many: 'agency profiles', none: 'None' },
  staff: { one: 'a staff member', many: 'staff members', none: 'None' },
  testimonials: { one: 'a testimonial', many: 'testimonials', none: 'None' },
  posts: { one: 'a post', many: 'posts', none: 'None' },
  listings: { one: 'a listing', many: 'listings', none: 'None' },
};

/** The label of a chosen item whose name is not known. Where the whole list is loaded, the item no longer exists. */
export const unnamedLabel = (list: ChoiceList, isKnownWhole: boolean): string =>
  `${upperFirst(listLabels[list].one)} ${isKnownWhole ? 'that no longer exists' : 'further down the list'}`;
export const loadFailedMessage = (list: ChoiceList): string => `The ${listLabels[list].many} couldn't be loaded.`;
export const neverLoadedMessage = (list: ChoiceList): string => `The ${listLabels[list].many} have not been loaded on this device yet`;
