import { hints } from './hints.ts';
import type { Field } from '../fields/field.ts';
import { limits } from '../limits.ts';
import { pictureTypes } from './picture-types.ts';
import { settingsScreen } from './screen.ts';
import { tagWarnings } from './tag-warnings.ts';
import { defaultTitleFormat } from './unset.ts';

export const enableKeywords: Field = {
  kind: 'checkbox',
  key: 'seo_enable_keywords',
  label: 'Enable keywords',
  help: 'Shows the Keywords field on Homepage SEO and wherever a page has SEO of its own.',
};

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
