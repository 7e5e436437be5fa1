import { isBlankText } from '../invisible.ts';
import type { ScreenWarnings } from './screen.ts';

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
