import { createElement, Fragment, type ElementType } from 'react';

/** Elements whose content is text alone, or whose texts a `span` would break. */
const isTextOnly = new Set<unknown>(['option', 'title', 'textarea', 'style', 'script', 'text', 'tspan', 'desc']);

const isPart = (child: unknown): boolean => child === null || ['string', 'number', 'bigint', 'boolean', 'undefined'].includes(typeof child);
const textOf = (parts: readonly unknown[]): string =>
  parts.filter((part) => part !== null && !['boolean', 'undefined'].includes(typeof part)).join('');

/**
 * Gives each text that stands beside other children an element of its own. A browser's translator replaces a text by an element, which React
 * doesn't know: it can't remove such a text any more, nor put something in front of it, and a new text is never seen. Of an element with
 * nothing but a text React sets the whole content.
 */
export function withOwnElements(type: ElementType, props: object): object {
  if (isTextOnly.has(type) || !('children' in props)) return props;
  const { children } = props;
  if (!Array.isArray(children)) return type === Fragment && isPart(children) ? { ...props, children: own([children])[0] } : props;
  if (type !== Fragment && children.every(isPart)) return { ...props, children: textOf(children) };
  return { ...props, children: own(children) };
}

/** The children, with each run of texts as one element at the place of the first of them: the others keep their places, and their state. */
function own(children: readonly unknown[]): readonly unknown[] {
  const result: unknown[] = [...children];
  for (let start = 0; start < children.length; start += 1) {
    if (!isPart(children[start])) continue;
    let end = start + 1;
    while (end < children.length && isPart(children[end])) end += 1;
    const text = textOf(children.slice(start, end));
    // Translators leave what is blank, and in a flex container an element of it would take a gap.
    if (text.trim() !== '') {
      result.fill(null, start, end);
      result[start] = createElement('span', null, text);
    }
    start = end;
  }
  return result;
}
