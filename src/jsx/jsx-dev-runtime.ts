import type { ElementType, Key, ReactElement } from 'react';
import { Fragment, type JSX, type JSXSource, jsxDEV as reactJsxDev } from 'react/jsx-dev-runtime';
import { withOwnElements } from './own-elements.ts';

export { Fragment, type JSX };

/** What JSX is compiled to by the development server and in tests. */
export function jsxDEV(
  type: ElementType,
  props: object,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
): ReactElement {
  const own = withOwnElements(type, props, isStatic);
  // Several texts have become one.
  return reactJsxDev(type, own, key, isStatic && 'children' in own && Array.isArray(own.children), source, self);
}
