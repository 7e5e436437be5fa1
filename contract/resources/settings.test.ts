import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlaySettings, type SettingsBody } from './settings.ts';
import { compareSettings } from './settings-mutation.ts';

const body = (value: string): SettingsBody => ({
  category: 'social',
  settings: [{ key: 'fb_link', value: [value], category: 'social', type: null }],
});
const stored = (value: string) => [{ key: 'fb_link', value: [value] }];

describe('comparing a pending save with the server', () => {
  it('sends where the server still has the read value', () => {
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
    const both = (value: string, other: string | null): SettingsBody => ({
      category: 'social',
      settings: [
        { key: 'fb_link', value: [value], category: 'social', type: null },
        { key: 'ig_link', value: other === null ? null : [other], category: 'social', type: null },
      ],
    });
    const base = { fb_link: ['base'], ig_link: ['other base'] };
    const serverHas = (other: string | null) => [...stored('base'), { key: 'ig_link', value: other === null ? null : [other] }];

    it('is in conflict where a field shows its base and another one the value saved with it: somebody has restored it', () => {
      expect(compareSettings(both('mine', 'mine too'), base, serverHas('mine too'), { mayHaveBeenApplied: true })).toEqual({
        kind: 'conflict',
        fields: [{ key: 'fb_link', base: ['base'], mine: ['mine'], theirs: ['base'] }],
      });
    });
    it('sends where nothing shows that it was applied', () => {
      const sends = { kind: 'send' };
      expect(compareSettings(both('mine', 'mine too'), base, serverHas('other base'), { mayHaveBeenApplied: true })).toEqual(sends);
      expect(compareSettings(both('mine', 'mine too'), base, serverHas('mine too'))).toEqual(sends);
      // An earlier save may have written that, the edit began from it, or somebody else has emptied the field.
      expect(
        compareSettings(both('mine', 'mine too'), base, serverHas('mine too'), {
          maybeOurs: { ig_link: [['mine too']] },
          mayHaveBeenApplied: true,
        }),
      ).toEqual(sends);
      expect(compareSettings(both('mine', 'other base'), base, serverHas('other base'), { mayHaveBeenApplied: true })).toEqual(sends);
      expect(compareSettings(both('mine', null), base, serverHas(null), { mayHaveBeenApplied: true })).toEqual(sends);
    });
    describe('by an earlier change that it carries on', () => {
      const carried = { fb_link: ['mine'], ig_link: ['earlier'] };
      const comparedAfter = (maybeApplied: readonly Readonly<Record<string, string[]>>[], mayHaveBeenApplied = false) =>
        compareSettings(both('mine', 'newest'), base, serverHas('earlier'), {
          maybeOurs: { fb_link: [['mine']], ig_link: [['earlier']] },
          maybeApplied,
          mayHaveBeenApplied,
        });

      it('is in conflict where another field shows a value of the same save', () => {
        const conflict = { kind: 'conflict', fields: [{ key: 'fb_link', theirs: ['base'] }] };
        expect(comparedAfter([carried])).toMatchObject(conflict);
        expect(comparedAfter([{ fb_link: ['mine'], ig_link: ['never came'] }, carried], true)).toMatchObject(conflict);
      });
      it('sends where that may have been put by one that left the field alone', () => {
        expect(comparedAfter([])).toEqual({ kind: 'send' });
        expect(comparedAfter([{ ig_link: ['earlier'] }, { fb_link: ['mine'] }])).toEqual({ kind: 'send' });
        expect(comparedAfter([carried, { ig_link: ['earlier'] }])).toEqual({ kind: 'send' });
        expect(comparedAfter([{ ...carried, fb_link: ['base'] }])).toEqual({ kind: 'send' });
      });
    });
  });
});

describe('applying saves to stored settings', () => {
  it('the last save of a key wins, whatever came before', () => {
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
