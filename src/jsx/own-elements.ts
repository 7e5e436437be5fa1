import { createElement, type ElementType, Fragment } from 'react';

const isText = (child: unknown): boolean => ['string', 'number', 'bigint'].includes(typeof child);
/** A text, or nothing, where a text may come. */
const isPart = (child: unknown): boolean => child === null || !['object', 'function'].includes(typeof child);
const textOf = (parts: readonly unknown[]): string => parts.filter(isText).join('');

/**
 * Gives each text that stands beside other children an element of its own. A browser's translator replaces a text by an element, which React
 * doesn't know: it can't remove such a text any more, nor put something in front of it, and a new text is never seen. Of an element with
 * nothing but a text React sets the whole content. What a component is given as one value is its own (`isStatic` false).
 */
export function withOwnElements(type: ElementType, props: object, isStatic: boolean): object {
  if (!('children' in props)) return props;
  const { children } = props;
  if (!Array.isArray(children)) return type === Fragment && isText(children) ? { ...props, children: own([children]) } : props;
  if (!isStatic && typeof type !== 'string') return props;
  if (type !== Fragment && children.every(isPart)) return { ...props, children: textOf(children) };
  // Text in a drawing, where there are no spans, and which no translator reads.
  return type === 'text' || type === 'tspan' ? props : { ...props, children: own(children) };
}

/** The children, with each run of texts as one element at the place of the first of them: the others keep their places, and their state. */
function own(children: readonly unknown[]): readonly unknown[] {
  const result = [...children];
  for (let start = 0; start < result.length; start += 1) {
    const child: unknown = result[start];
    let end = start;
    while (end < result.length && isPart(result[end])) end += 1;
    const text = textOf(result.slice(start, end));
    // Translators leave what is blank, and in a flex container an element of it would take a gap.
    if (text.trim() !== '') {
      result.fill(null, start, end);
      result[start] = createElement('span', { key: `text ${start}` }, text);
    } else if (Array.isArray(child)) result[start] = own(child);
    start = Math.max(start, end - 1);
  }
  return result;
}
