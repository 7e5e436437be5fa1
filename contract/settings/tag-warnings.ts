import type { ScreenWarnings } from './screen.ts';

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
