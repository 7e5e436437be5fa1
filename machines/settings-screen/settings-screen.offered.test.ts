import { describe, expect, it } from 'vitest';
import type { Condition, Field } from '#contract/fields/field.ts';
import { settingsScreen } from '#contract/settings/screen.ts';
import { emptyContext } from './settings-screen.empty.ts';
import { blur, change, problemsOf, revert } from './settings-screen.operations.ts';
import type { SettingsContext } from './settings-screen.types.ts';

const of = (type: string): Condition => ({ field: 'type', is: [type] });
const fields: readonly Field[] = [
  {
    kind: 'select',
    key: 'type',
    label: 'Type',
    default: 'window',
    options: [
      { value: 'window', label: 'Window' },
      { value: 'banner', label: 'Banner' },
    ],
  },
  {
    kind: 'select',
    key: 'position',
    label: 'Position',
    default: 'left',
    options: [
      { value: 'left', label: 'Left', when: of('window') },
      { value: 'right', label: 'Right', when: of('window') },
      { value: 'top', label: 'Top', when: of('banner') },
    ],
  },
  { kind: 'text', key: 'text', label: 'Text', requiredWhen: { isNew: false }, maxLength: 3 },
];
const screen = settingsScreen({ id: 's', path: 's', title: 'S', category: 'style', validatesOnBlur: false, sections: [{ fields }] });
const opened = (isNew = false): SettingsContext => emptyContext({ websiteId: 'w1', screen, isNew });

describe('a choice whose options depend on another field', () => {
  it('follows it where its option is no longer offered, and goes back to the stored one', () => {
    const stored = {
      ...opened(),
      loaded: { type: 'window', position: 'right', text: '' },
      values: { type: 'window', position: 'right', text: '' },
    };
    const banner = change(stored, 'type', 'banner');
    expect(banner.values).toMatchObject({ type: 'banner', position: 'top' });
    expect(banner.edited.toSorted()).toEqual(['position', 'type']);
    expect(change(banner, 'type', 'window').values).toMatchObject({ position: 'right' });
    expect(revert(banner, 'type').values).toEqual(stored.values);
    expect(revert(banner, 'type').edited).toEqual([]);
  });

  it('can’t be chosen against it', () => {
    expect(problemsOf(change(opened(true), 'position', 'top'))).toEqual({ position: 'Choose one of the options of Position.' });
  });
});

describe('a field that is required of stored records', () => {
  it('may be blank in a new one, and not in one that was stored without it', () => {
    expect(problemsOf(opened(true))).toEqual({});
    expect(problemsOf(opened())).toEqual({ text: 'Text is required.' });
  });
});

it('says nothing on blur where the screen is checked at its save alone', () => {
  const typed = change(opened(), 'text', 'too long');
  expect(blur(typed, 'text').errors).toEqual({});
  expect(blur({ ...typed, screen: settingsScreen({ ...screen, validatesOnBlur: undefined }) }, 'text').errors).toHaveProperty('text');
});
