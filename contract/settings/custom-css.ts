import { settingsScreen } from './screen.ts';

export const customCss = settingsScreen({
  id: 'custom-css',
  path: 'design/custom',
  title: 'Custom CSS',
  category: 'css',
  sections: [
    {
      fields: [
        {
          kind: 'code',
          language: 'css',
          key: 'custom_css',
          label: 'Custom CSS',
          help: "Loaded after the theme's own styles, on every page.",
        },
      ],
    },
  ],
  events: { save: 'updated custom css' },
});
