import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMarks, parsePins, weightOf, withPinToggled, withRecentWebsite, withUse } from './user-marks.ts';

const day = 24 * 60 * 60 * 1000;
const none = parseMarks(null);

describe('what is stored', () => {
  it('is read whatever it is', () => {
    const rubbish = fc.oneof(
      fc.string(),
      fc.json(),
      fc.record({ recent: fc.anything(), uses: fc.anything() }).map((value) => JSON.stringify(value) ?? 'undefined'),
      fc.array(fc.tuple(fc.string(), fc.tuple(fc.double(), fc.double()))).map((uses) => JSON.stringify({ recent: ['5'], uses })),
    );
    fc.assert(
      fc.property(fc.option(rubbish), (stored) => {
        const { recent, uses } = parseMarks(stored);
        expect(recent.length).toBeLessThanOrEqual(8);
        expect(recent.every((id) => typeof id === 'string')).toBe(true);
        for (const use of uses.values()) expect(Number.isFinite(weightOf(use, Date.now())) && weightOf(use, Date.now()) >= 0).toBe(true);
        expect(parsePins(stored).every((id) => typeof id === 'string')).toBe(true);
      }),
    );
  });

  it('keeps what can be read beside what can not', () => {
    expect(parseMarks('{"recent":"5","uses":[["a",[2,100]],["b",[-1,0]],["c"],7]}')).toEqual({
      recent: [],
      uses: new Map([['a', [2, 100]]]),
    });
  });
});

describe('uses', () => {
  it('count half after two weeks', () => {
    const twice = withUse(withUse(none, 'a', 0), 'a', 14 * day);
    expect(twice.uses.get('a')).toEqual([1.5, 14 * day]);
    // A clock that was put back does not raise a count.
    expect(weightOf([1, 14 * day], 0)).toBe(1);
  });

  it('are kept for the entries that are used most', () => {
    const many = Array.from({ length: 310 }, (_, at) => `entry ${at}`).reduce((marks, id, at) => withUse(marks, id, at * day), none);
    expect(many.uses.size).toBe(300);
    expect([many.uses.has('entry 309'), many.uses.has('entry 0')]).toEqual([true, false]);
  });
});

describe('websites', () => {
  it('opened last stand first, the last eight of them', () => {
    const opened = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '5'].reduce(withRecentWebsite, none);
    expect(opened.recent).toEqual(['5', '9', '8', '7', '6', '4', '3', '2']);
  });

  it('are pinned, and unpinned again', () => {
    expect(withPinToggled(['1'], '2')).toEqual(['1', '2']);
    expect(withPinToggled(['1', '2'], '1')).toEqual(['2']);
  });
});
