import { hints } from './hints.ts';
import type { Field } from '../fields/field.ts';
import { limits } from '../limits.ts';
import { pictureTypes } from './picture-types.ts';
import { type ScreenWarnings, settingsScreen } from './screen.ts';
import { defaultTitleFormat } from './unset.ts';

export const enableKeywords: Field = {
  kind: 'checkbox',
  key: 'seo_enable_keywords',
  label: 'Enable keywords',
  help: 'Shows the Keywords field on Homepage SEO and wherever a page has SEO of its own.',
};

const tags: readonly string[] = ['site_title', 'post_title', 'post_content'];

/** Warns of what looks like a tag in a title or description and is none: it would stand in search results as it was typed. */
export function tagWarnings(keys: readonly string[]): ScreenWarnings {
  return {
    keys,
    list: ({ fields, values }) =>
      keys.flatMap((key) => {
        const text = fields.has(key) ? values[key] : null;
        if (typeof text !== 'string') return [];
        const typed = Array.from(text.matchAll(/%([a-z]\w*)%|\{\{[^{}]{1,60}\}\}/giu), ([whole, name = '']) => ({ whole, name }));
        const unknown = [...new Set(typed.flatMap(({ whole, name }) => (tags.includes(name) ? [] : [whole])))];
        if (unknown.length === 0) return [];
        const known = tags.map((name) => `%${name}%`).join(', ');
        return [{ key, message: `${unknown.join(', ')} would be shown as it stands: the tags are ${known}.` }];
      }),
  };
}

export const seo = settingsScreen({
  id: 'seo',
  path: 'admin/seo',
  title: 'SEO',
  intro: 'Defaults for search engines and social networks, for pages without settings of their own.',
  category: 'seo',
  seoPreview: { titleKey: 'seo_title_format', blankTitle: defaultTitleFormat, descriptionKey: 'seo_default_description' },
  hints,
  warnings: tagWarnings(['seo_title_format', 'seo_default_description']),
  sections: [
    {
      title: 'Search results',
      fields: [
        {
          kind: 'text',
          key: 'seo_title_format',
          label: 'Title format',
          help: 'May hold the tags %site_title%, %post_title% and %post_content%.',
          counter: { characters: limits.seoTitleCharacters, limit: 'soft' },
        },
        {
          kind: 'multiline',
          key: 'seo_default_description',
          label: 'Default description',
          rows: 3,
          help: 'For pages without a description of their own.',
          counter: { characters: limits.seoDescriptionCharacters, limit: 'hard' },
        },
        enableKeywords,
        {
          kind: 'checkbox',
          key: 'seo_noindex',
          label: 'Hide the website from search engines',
          help: 'Asks search engines to list no page of the website (noindex).',
        },
      ],
    },
    {
      title: 'Social networks',
      fields: [
        {
          kind: 'image',
          key: 'site_image',
          label: 'Site image',
          accept: pictureTypes,
          help: 'Shown when a page without a social image of its own is shared.',
        },
      ],
    },
  ],
  events: { save: 'updated seo' },
});
