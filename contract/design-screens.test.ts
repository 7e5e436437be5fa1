import { expect, it } from 'vitest';
import { blockPath, homepagePath } from './blocks/paths.ts';
import { isDesignScreen } from './design-screens.ts';
import { settingsScreens } from './settings/index.ts';

it('the homepage, the editors of its blocks, the form builder and every settings screen with a preview are design screens, and no others', () => {
  const own = [homepagePath, `${homepagePath}/add`, blockPath('7'), 'forms/new', 'forms/edit/7', 'forms/edit/7/action'];
  const addresses = [...own, 'forms', 'forms/details/7', ...settingsScreens.map(({ path }) => path)];
  const design = addresses.filter((path) => isDesignScreen(`/website/1/${path}`));
  expect(design).toEqual([...own, ...settingsScreens.filter(({ preview }) => preview !== undefined).map(({ path }) => path)]);
  expect(isDesignScreen('/websites')).toBe(false);
});
