import { blockCatalogue } from '#contract/blocks/catalogue.ts';
import { expect, it } from 'vitest';
import { blockPictures } from './block-pictures.tsx';

it('there is a picture and a line for each type of block of all themes, and for no other', () => {
  const keys = new Set(Object.values(blockCatalogue).flatMap((blocks) => blocks.map(({ key }) => key)));
  expect(Object.keys(blockPictures).toSorted()).toEqual([...keys].toSorted());
  for (const [key, { line, shapes }] of Object.entries(blockPictures)) {
    expect(line, key).toMatch(/^[A-Z].+\.$/u);
    expect(shapes.length, key).toBeGreaterThan(2);
  }
  const drawings = Object.entries(blockPictures).filter(([key]) => key !== 'blog');
  expect(new Set(drawings.map(([, { shapes }]) => JSON.stringify(shapes))).size).toBe(drawings.length);
});
