import { describe, expect, it } from 'vitest';
import { categories } from '../entities/setting.ts';
import { distinctLabel, navigation, workingNavigation } from '../navigation.ts';
import type { Condition } from '../fields/field.ts';
import { defaultValue, validateField } from '../fields/index.ts';
import { screenAt, settingOf, settingsScreens } from './index.ts';
import { categoriesOf, categoryOf, fieldsOf } from './screen.ts';
import { redirectTarget, summaryAt, summaryOf } from './summary.ts';

const everyField = settingsScreens.flatMap((screen) => fieldsOf(screen).map((field) => ({ screen, field })));

describe('the catalogue of settings screens', () => {
  it('has no two screens with one id or path', () => {
    const ids = settingsScreens.map((screen) => screen.id);
    const paths = settingsScreens.flatMap((screen) => [screen.path, ...(screen.aliases ?? []), ...(screen.redirectsFrom ?? [])]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('stores a key in one category, also where two screens show it', () => {
    for (const { screen, field } of everyField) expect(settingOf(field.key)?.category, field.key).toBe(categoryOf(screen, field));
  });

  it.each(everyField.map(({ screen, field }) => [screen.title, field.label, field] as const))(
    '%s: %s is well formed',
    (_screen, _label, field) => {
      expect(field.key).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(field.label.trim()).toBe(field.label);
      expect(field.label).not.toBe('');
      const fallback = defaultValue(field);
      if (fallback !== null && fallback !== '') expect(validateField(field, fallback)).toBeNull();
    },
  );

  it('reads the categories that a screen needs off its fields', () => {
    for (const screen of settingsScreens) {
      expect(categoriesOf(screen)).toContain(screen.category);
      for (const category of categoriesOf(screen)) expect(categories).toContain(category);
    }
  });

  it('has each screen by its id and its paths before its definition is loaded', async () => {
    for (const screen of settingsScreens) {
      expect(await summaryOf(screen.id)?.load()).toBe(screen);
      for (const path of [screen.path, ...(screen.aliases ?? [])]) expect(summaryAt(path)?.id).toBe(screen.id);
    }
    expect(summaryOf('nowhere')).toBeUndefined();
    expect(summaryAt('marketing/robots')).toBeUndefined();
  });

  it('brings with a screen the fields of others that its conditions look at', () => {
    const keysIn = (condition: Condition | undefined): readonly string[] => {
      if (!condition) return [];
      if ('all' in condition) return condition.all.flatMap(keysIn);
      return 'setting' in condition ? [condition.setting.key] : [];
    };
    const looked = settingsScreens.flatMap((screen) => {
      const fields = fieldsOf(screen);
      const conditions = [...screen.sections.map(({ when }) => when), ...fields.flatMap(({ when, requiredWhen }) => [when, requiredWhen])];
      return conditions.flatMap(keysIn).map((key) => ({ key, known: [...fields, ...(screen.looksAt ?? [])] }));
    });
    expect(looked.length).toBeGreaterThan(0);
    for (const { key, known } of looked) expect(known).toContain(settingOf(key)?.field);
  });

  it('keeps the spelling of the robots path and redirects the usual one', () => {
    expect(screenAt('marketing/robotss')?.title).toBe('Robots.txt');
    expect(redirectTarget('marketing/robots')).toBe('marketing/robotss');
    expect(screenAt('marketing/robots')).toBeUndefined();
    expect(redirectTarget('marketing/social')).toBeUndefined();
  });
});

describe('the side navigation', () => {
  it('has an entry for every settings screen', () => {
    const paths = navigation.flatMap((group) => group.sections.flatMap((section) => section.entries.map((entry) => entry.path)));
    expect(new Set(paths).size).toBe(paths.length);
    for (const screen of settingsScreens) expect(paths).toContain(screen.path);
  });

  it('gives every entry a name of its own', () => {
    const names = (groups: typeof navigation) =>
      groups.flatMap((group) => group.sections.flatMap((section) => section.entries.map((entry) => distinctLabel(groups, section, entry))));
    expect(names(navigation)).toContain('Index Page, Blog');
    expect(new Set(names(navigation)).size).toBe(names(navigation).length);
    const entries = [{ label: 'Menus', path: 'a' }];
    const alike = (['content', 'settings'] as const).map((id) => ({ id, title: id, sections: [{ title: null, entries: [...entries] }] }));
    expect(names(alike)).toEqual(['Menus, content', 'Menus, settings']);
  });

  it('shows only entries whose screens work, and no empty group', () => {
    const shown = workingNavigation((path) => path === 'marketing/social' || path === 'design/custom');
    expect(shown.map((group) => group.title)).toEqual(['Marketing', 'Settings']);
    expect(shown.flatMap((group) => group.sections.map((section) => [section.title, section.entries.map((entry) => entry.label)]))).toEqual(
      [
        [null, ['Social links']],
        ['Technical', ['Custom CSS']],
      ],
    );
  });
});
