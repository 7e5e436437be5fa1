import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareSettings, overlaySettings, type SettingsSaveBody } from './settings-save.ts';

const body = (value: string): SettingsSaveBody => ({
  category: 'social',
  settings: [{ key: 'fb_link', value: [value], category: 'social', type: null }],
});
const stored = (value: string) => [{ key: 'fb_link', value: [value] }];

describe('comparing a waiting save with the server', () => {
  it('sends where the server still has what was read', () => {
    expect(compareSettings(body('mine'), { fb_link: ['base'] }, stored('base'))).toEqual({ kind: 'send' });
  });
  it('is done where the server already has ours', () => {
    expect(compareSettings(body('mine'), { fb_link: ['base'] }, stored('mine'))).toEqual({ kind: 'done' });
  });
  it('asks where all three differ', () => {
    expect(compareSettings(body('mine'), { fb_link: ['base'] }, stored('theirs'))).toEqual({
      kind: 'conflict',
      fields: [{ key: 'fb_link', base: ['base'], mine: ['mine'], theirs: ['theirs'] }],
    });
  });
  it('reads a key that the server does not have as null', () => {
    expect(compareSettings(body('mine'), {}, [])).toEqual({ kind: 'send' });
  });

  describe('that may have been applied', () => {
    const both = (value: string, other: string | null): SettingsSaveBody => ({
      category: 'social',
      settings: [
        { key: 'fb_link', value: [value], category: 'social', type: null },
        { key: 'ig_link', value: other === null ? null : [other], category: 'social', type: null },
      ],
    });
    const base = { fb_link: ['base'], ig_link: ['other base'] };
    const held = (other: string | null) => [...stored('base'), { key: 'ig_link', value: other === null ? null : [other] }];

    it('asks where a field shows its base, and another one what was saved with it: somebody has put it back', () => {
      expect(compareSettings(both('mine', 'mine too'), base, held('mine too'), {}, true)).toEqual({
        kind: 'conflict',
        fields: [{ key: 'fb_link', base: ['base'], mine: ['mine'], theirs: ['base'] }],
      });
    });
    it('sends where nothing tells that it was applied', () => {
      const sends = { kind: 'send' };
      expect(compareSettings(both('mine', 'mine too'), base, held('other base'), {}, true)).toEqual(sends);
      expect(compareSettings(both('mine', 'mine too'), base, held('mine too'), {}, false)).toEqual(sends);
      // An earlier save may have put that there, the edit began from it, or somebody else has emptied the field.
      expect(compareSettings(both('mine', 'mine too'), base, held('mine too'), { ig_link: [['mine too']] }, true)).toEqual(sends);
      expect(compareSettings(both('mine', 'other base'), base, held('other base'), {}, true)).toEqual(sends);
      expect(compareSettings(both('mine', null), base, held(null), {}, true)).toEqual(sends);
    });
  });
});

describe('laying saves over what is stored', () => {
  it('the last save of a key is what shows, whatever came before', () => {
    const writes = fc.array(
      fc.record({
        key: fc.constantFrom('a', 'b', 'c'),
        value: fc.array(fc.string(), { maxLength: 1 }),
        category: fc.constant('social' as const),
        type: fc.constant(null),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(writes, (list) => {
        const shown = new Map(overlaySettings(stored('x'), list).map((setting) => [setting.key, setting.value]));
        for (const key of ['a', 'b', 'c']) {
          expect(shown.get(key)).toEqual(list.findLast((write) => write.key === key)?.value);
        }
        expect(shown.get('fb_link')).toEqual(['x']);
      }),
    );
  });
});
