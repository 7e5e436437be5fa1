import type { ElementType, Key, ReactElement } from 'react';
import { Fragment, type JSX, type JSXSource, jsxDEV as reactJsxDev } from 'react/jsx-dev-runtime';
import { withOwnElements } from './own-elements.ts';

export { Fragment, type JSX };

type Rest = readonly [key: Key | undefined, isStatic: boolean, source?: JSXSource, self?: unknown];

/** What JSX is compiled to by the development server and in tests. */
export const jsxDEV = (type: ElementType, props: object, ...rest: Rest): ReactElement =>
  reactJsxDev(type, withOwnElements(type, props), ...rest);
