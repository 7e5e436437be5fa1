import { expect, it } from 'vitest';
import { blockPath, homepagePath, movedBlockPath } from './paths.ts';

it.each([
  ['design/homepage/7', blockPath('7')],
  ['design/homepage/local:1', blockPath('local:1')],
  ['design/homepage/blocks', homepagePath],
  [homepagePath, undefined],
  [blockPath('7'), undefined],
  ['design/homepages/7', undefined],
])('%s has moved to %j', (path, target) => {
  expect(movedBlockPath(path)).toBe(target);
});
