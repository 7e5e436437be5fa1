import { isBlankText } from '../invisible.ts';
import { type ScreenWarnings, settingsScreen } from './screen.ts';

/** A tag or a comment of HTML. */
const tag = /<(?:!--|!doctype|\/?[a-z][a-z\d-]*[\s>/])/iu;

/** Warns of snippets without a tag, such as a script without its element: visitors would read the code. */
export function bareCodeWarnings(keys: readonly string[]): ScreenWarnings {
  return {
    keys,
    list: ({ fields, values }) =>
      keys.flatMap((key) => {
        const code = fields.has(key) ? values[key] : null;
        if (typeof code !== 'string' || isBlankText(code) || tag.test(code)) return [];
        return [{ key, message: 'This has no tags, so visitors would read it on the page. Put a script between <script> and </script>.' }];
      }),
  };
}

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
