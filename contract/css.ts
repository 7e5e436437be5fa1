import type * as CssTree from 'css-tree';
import generator from 'css-tree/generator';
import parser from 'css-tree/parser';
import { ident as identifier } from 'css-tree/utils';
import walk from 'css-tree/walker';

export type { CssNode, List } from 'css-tree';

/** Never throws on a whole style sheet: what it can't read becomes a node of the type `Raw`. A single value that it can't read throws. */
export const parseCss: typeof CssTree.parse = parser;
export const generateCss: typeof CssTree.generate = generator;
/** Resolves the escapes of a name. */
export const ident: typeof CssTree.ident = identifier;
export const findNode: typeof CssTree.find = walk.find;
export const findNodes: typeof CssTree.findAll = walk.findAll;
