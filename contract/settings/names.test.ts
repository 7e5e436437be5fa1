import { expect, it } from 'vitest';
import { settingOf, settingsScreens } from './index.ts';
import { screenOfKeys, settingLabel } from './names.ts';
import { categoryOf, fieldsOf } from './screen.ts';

const settings = settingsScreens.flatMap((screen) =>
  fieldsOf(screen).map((field) => ({ key: field.key, category: categoryOf(screen, field), screen })),
);

it('names every setting as the screens do', () => {
  const firstOf = (key: string, category: string) => settings.find((each) => each.key === key && each.category === category)?.screen.title;
  expect(settings.map(({ key, category }) => [key, settingLabel(key), screenOfKeys(new Set([key]), category)?.title])).toEqual(
    settings.map(({ key, category }) => [key, settingOf(key)?.field.label, firstOf(key, category)]),
  );
});

it('knows nothing of a key that no screen has', () => {
  expect(settingLabel('no_such_setting')).toBeNull();
  expect(screenOfKeys(new Set(['no_such_setting']))).toBeNull();
});
