import type { ElementType, Key, ReactElement } from 'react';
import { Fragment, type JSX, jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime';
import { withOwnElements } from './own-elements.ts';

export { Fragment, type JSX };

/** What JSX of the console is compiled to. */
export const jsx = (type: ElementType, props: object, key?: Key): ReactElement => reactJsx(type, withOwnElements(type, props, false), key);
/** The same, of an element that is written with several children. */
export const jsxs = (type: ElementType, props: object, key?: Key): ReactElement => reactJsxs(type, withOwnElements(type, props, true), key);
