import * as v from 'valibot';
import { idSchema } from '../entities/id.ts';
import type { Field } from '../fields/field.ts';
import type { TextFormat } from '../fields/text-format.ts';
import { postIdSchema, postTypeSchema } from '../frames/messages.ts';
import { limits } from '../limits.ts';
import { pictureTypes } from '../settings/picture-types.ts';
import { enableKeywords, tagWarnings } from '../settings/seo.ts';
import { crudCalls } from './crud-calls.ts';
import { defineResource } from './define.ts';

/** How search engines and social networks show one page of a website: a post, a member of staff, a listing. */
const seoSchema = v.object({
  id: idSchema,
  /** With `post_type`: the page. A page has at most one such record. */
  post_id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  post_type: v.string(),
  title: v.fallback(v.nullable(v.string()), null),
  /** The description. */
  tagline: v.fallback(v.nullable(v.string()), null),
  keywords: v.fallback(v.nullable(v.string()), null),
  image_id: v.fallback(v.nullable(idSchema), null),
  /** The canonical URL. */
  permalink: v.fallback(v.nullable(v.string()), null),
});

const postType: TextFormat = {
  clean: (text) => text.trim(),
  problem: (text) => (v.is(postTypeSchema, text) ? null : 'Enter the type of a page, such as post.'),
  sample: () => 'post',
};
const postId: TextFormat = {
  clean: (text) => text.trim(),
  problem: (text) => (v.is(postIdSchema, text) ? null : 'Enter the number of a page, such as 12.'),
  sample: (n) => String(n + 1_000_000),
};

const fields: readonly Field[] = [
  { kind: 'text', key: 'post_type', label: 'Page type', required: true, format: postType },
  { kind: 'text', key: 'post_id', label: 'Page', required: true, format: postId },
  {
    kind: 'text',
    key: 'title',
    label: 'Page Title',
    counter: { characters: limits.seoTitleCharacters, limit: 'soft' },
    help: 'May hold the tags %site_title%, %post_title% and %post_content%, and so may the description.',
  },
  {
    kind: 'multiline',
    key: 'tagline',
    label: 'Description',
    rows: 3,
    counter: { characters: limits.seoDescriptionCharacters, limit: 'hard' },
  },
  {
    kind: 'url',
    accepts: 'web',
    key: 'permalink',
    label: 'Canonical Url',
    help: 'The address that search engines should list if the page has several.',
  },
  {
    kind: 'text',
    key: 'keywords',
    label: 'Keywords',
    help: 'Separated by commas.',
    when: { setting: { category: 'seo', key: enableKeywords.key }, is: [true] },
  },
  { kind: 'image', key: 'image_id', label: 'Social Image', accept: pictureTypes, help: 'Shown when the page is shared.' },
];

const about = ['post_type', 'post_id'];

/** SEO data of single pages. Framed pages ask for the dialog of one; the list is only where links to a record lead that has no such page. */
export const seo = defineResource({
  name: 'seo',
  scope: 'website',
  path: 'seo',
  schema: seoSchema,
  calls: crudCalls({
    one: 'Seo',
    many: 'Seo',
    entity: 'seo',
    collection: 'seo',
    schema: seoSchema,
    fields,
    sortable: ['title', 'post_type'],
    filters: about,
  }),
  fields,
  about,
  form: {
    looksAt: [enableKeywords],
    seoPreview: { titleKey: 'title', descriptionKey: 'tagline', urlKey: 'permalink' },
    warnings: tagWarnings(['title', 'tagline']),
  },
  list: {
    columns: [
      { key: 'title', label: 'Page Title', sortable: true },
      { key: 'post_type', label: 'Page type', sortable: true, width: '20%' },
      { key: 'post_id', label: 'Page', width: '20%' },
    ],
    isSearchable: true,
    defaultSort: 'title',
  },
  labels: {
    one: 'SEO data',
    many: 'SEO data',
    heading: 'SEO of single pages',
    intro: 'Pages that have SEO data of their own. Choose Edit SEO where a page is listed to change it.',
    create: 'Edit SEO',
    edit: 'Edit SEO',
    none: 'Choose Edit SEO beside a post, a member of staff or a listing, and it is listed here.',
  },
  nameKey: 'title',
  formWidth: '40rem',
  concurrency: 'etag',
  most: 100_000,
  findCreated: { searchBy: 'post_id', matching: ['post_type', 'post_id', 'title', 'tagline', 'keywords', 'image_id', 'permalink'] },
  confirmDelete: 'Are you sure you want to delete the SEO data of this page? Search engines see the website’s defaults then.',
});
