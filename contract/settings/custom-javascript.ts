import { bareCodeWarnings } from './bare-code.ts';
import { settingsScreen } from './screen.ts';

export const customJavascript = settingsScreen({
  id: 'custom-javascript',
  path: 'admin/custom-js',
  title: 'Custom Javascript',
  intro: 'Put on every page as it is. Include the script tags.',
  category: 'customjs',
  warnings: bareCodeWarnings(['header_js', 'footer_js']),
  sections: [
    {
      fields: [
        { kind: 'code', language: 'html', key: 'header_js', label: 'Header JS', help: 'At the end of the head.' },
        { kind: 'code', language: 'html', key: 'footer_js', label: 'Footer JS', help: 'At the end of the body.' },
      ],
    },
  ],
  events: { save: 'updated custom javascript' },
});
