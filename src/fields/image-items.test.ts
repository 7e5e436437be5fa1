import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carriedKeys, keyOfTile, moved, withImage } from './image-items.ts';

describe('tiles', () => {
  it('stay the same when their file gets the server’s id', () => {
    const keys = carriedKeys(new Map([['local:b', 'new-1']]), ['a', 'local:b', 'local:c'], ['a', 'b', 'c']);
    expect(['a', 'b', 'c'].map((id) => keyOfTile(keys, id))).toEqual(['a', 'new-1', 'local:c']);
  });

  it('move with their file, and differ for other files', () => {
    const keys = new Map([['local:a', 'new-1']]);
    expect(carriedKeys(keys, ['local:a', 'local:b'], ['local:b', 'local:a'])).toBe(keys);
    expect(carriedKeys(keys, ['x', 'y'], ['z', 'y'])).toBe(keys);
    expect(carriedKeys(keys, ['x'], [])).toBe(keys);
  });
});

describe('images chosen together', () => {
  it('have the order of the choice, whichever is stored first', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 5 }), (arrivals) => {
        const turns = new Map<string, number>();
        let ids: readonly string[] = ['first', 'second'];
        for (const turn of arrivals) {
          turns.set(`n${turn}`, turn);
          ids = withImage(ids, `n${turn}`, turns);
        }
        expect(ids).toEqual(['first', 'second', 'n1', 'n2', 'n3', 'n4', 'n5']);
      }),
    );
  });

  it('do not move an image that was moved meanwhile', () => {
    const turns = new Map([
      ['n1', 1],
      ['n2', 2],
    ]);
    expect(withImage(['n2', 'first'], 'n1', turns)).toEqual(['n2', 'first', 'n1']);
  });
});

it('moves one image, and nothing beyond the ends', () => {
  const ids = ['a', 'b', 'c'];
  expect([moved(ids, 0, 2), moved(ids, 2, 1), moved(ids, 0, -1), moved(ids, 2, 3), moved(ids, 7, 0)]).toEqual([
    ['b', 'c', 'a'],
    ['a', 'c', 'b'],
    ids,
    ids,
    ids,
  ]);
});
