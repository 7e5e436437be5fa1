import { hints } from './hints.ts';
import { limits } from '../limits.ts';
import { pictureTypes } from './picture-types.ts';
import { settingsScreen } from './screen.ts';
import { enableKeywords, tagWarnings } from './seo.ts';

export const homepageSeo = settingsScreen({
  id: 'homepage-seo',
  path: 'homepage-seo',
  title: 'Homepage SEO',
  intro:
    'How search engines and social networks show the homepage. What Edit SEO of the page at the homepage’s address says goes before what is here.',
  category: 'homepage_seo_info',
  seoPreview: { titleKey: 'homepage_seo_title', descriptionKey: 'homepage_seo_description', urlKey: 'homepage_seo_canonical_url' },
  looksAt: [enableKeywords],
  hints,
  warnings: tagWarnings(['homepage_seo_title', 'homepage_seo_description']),
  sections: [
    {
      fields: [
        {
          kind: 'text',
          key: 'homepage_seo_title',
          label: 'Page title',
          counter: { characters: limits.seoTitleCharacters, limit: 'soft' },
        },
        {
          kind: 'multiline',
          key: 'homepage_seo_description',
          label: 'Description',
          rows: 3,
          counter: { characters: limits.seoDescriptionCharacters, limit: 'hard' },
        },
        {
          kind: 'text',
          key: 'homepage_seo_keywords',
          label: 'Keywords',
          help: 'Separated by commas.',
          when: { setting: { category: 'seo', key: 'seo_enable_keywords' }, is: [true] },
        },
        {
          kind: 'url',
          accepts: 'web',
          key: 'homepage_seo_canonical_url',
          label: 'Canonical URL',
          help: 'The address that search engines should list if the homepage has several.',
        },
        {
          kind: 'image',
          key: 'homepage_seo_image',
          label: 'Social image',
          accept: pictureTypes,
          help: 'Shown when the homepage is shared.',
        },
      ],
    },
  ],
  events: { save: 'updated homepage seo' },
});
