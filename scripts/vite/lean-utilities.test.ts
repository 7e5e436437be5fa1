import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../inputs.mjs';
import { withoutUnusedNames } from './lean-utilities.ts';

const code = 'const utilities = "zIndex:z,top:top,scaleX:scale-x,objectFit:obj-f";\nconst classNameByProp = new Map()';
const namesIn = (text: string) => /const utilities = "([^"]*)"/u.exec(text)?.[1];

it('keeps the class names of used properties, unless they equal the default name', () => {
  expect(withoutUnusedNames(code, new Set(['zIndex', 'top', 'scaleX']))).toBe(code.replace(/"[^"]*"/u, '"zIndex:z"'));
});

it('finds the table where the style functions have it', async () => {
  const generated = await readFile(join(root, 'styled-system/css/css.js'), 'utf8');
  expect(
    namesIn(withoutUnusedNames(generated, new Set(['zIndex', 'padding'])))
      ?.split(',')
      .toSorted(),
  ).toEqual(['padding:p', 'zIndex:z']);
});

it('does not guess where they have another shape', () => {
  expect(() => withoutUnusedNames('export const css = 1;', new Set())).toThrow('no table of class names');
});
