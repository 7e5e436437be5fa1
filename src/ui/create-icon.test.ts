import { Icon, type IconNode, type LucideProps } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import createIcon from './create-icon.ts';

const search: [tag: 'path' | 'circle', attributes: Record<string, string>][] = [
  ['path', { d: 'm21 21-4.34-4.34', key: 'tail' }],
  ['circle', { cx: '11', cy: '11', r: '8', key: 'glass' }],
];

it.each<LucideProps>([
  {},
  { size: 16 },
  { className: 'mark', strokeWidth: 1.5, color: 'red' },
  { 'aria-label': 'Search' },
  { role: 'img' },
  { 'aria-hidden': true, style: { opacity: 0.5 } },
  { children: createElement('title', { key: 'title' }, 'Search') },
])('draws what Lucide draws, but for its class names: %j', (props) => {
  const attributesOf = (markup: string) => {
    const [svg = '', ...inside] = markup.replaceAll(/ class="[^"]*"/gu, '').split('>');
    return [(svg.match(/[\w-]+="[^"]*"/gu) ?? []).toSorted(), inside];
  };
  const iconNode: IconNode = search;
  const theirs = renderToStaticMarkup(createElement(Icon, { iconNode, ...props }));
  const built = renderToStaticMarkup(createElement(createIcon({ node: search }), props));
  expect(attributesOf(built)).toEqual(attributesOf(theirs));
  if (props.className) expect(built).toContain(`class="${props.className}"`);
});
