import { join } from 'node:path';
import type { ThemeKey } from '#contract/entities/website.ts';
import { isChosenResource } from '#contract/entities/lists.ts';
import type { Condition } from '#contract/fields/field.ts';
import { choiceListOf } from '#contract/fields/index.ts';
import { settingsScreens } from '#contract/settings/index.ts';
import type { SettingsScreen } from '#contract/settings/screen.ts';
import { root } from '../inputs.mjs';
import { quote } from './source.ts';

export const fieldIndexPath = join(root, 'contract', 'settings', 'field-index.gen.ts');
export const fieldDetailsPath = join(root, 'contract', 'settings', 'field-details.gen.ts');

/** Characters of a help text that the index keeps: it is searched, and never shown. */
const helpCharacters = 80;

const fieldLines = ({ sections }: SettingsScreen): readonly string[] =>
  sections.flatMap(({ fields }) =>
    fields.map((field) => {
      const list = choiceListOf(field);
      const parts = [
        `key: ${quote(field.key)}`,
        `label: ${quote(field.label)}`,
        ...(list !== null && isChosenResource(list) ? [`names: ${quote(list)}`] : []),
      ];
      return `      { ${parts.join(', ')} },`;
    }),
  );

const detailLines = ({ id, sections }: SettingsScreen): readonly string[] =>
  sections.flatMap(({ title, when, fields }) =>
    fields.flatMap((field) => {
      const themes = inBoth(themesOf(when), themesOf(field.when));
      const parts = [
        ...(field.help ? [`help: ${quote(field.help.slice(0, helpCharacters).trim())}`] : []),
        ...(title ? [`section: ${quote(title)}`] : []),
        ...(themes ? [`themes: [${themes.map(quote).join(', ')}]`] : []),
      ];
      return parts.length > 0 ? [`  ${quote(`${id}/${field.key}`)}: { ${parts.join(', ')} },`] : [];
    }),
  );

/** The themes in which a condition can hold; null where it names none. Its other parts depend on values. */
function themesOf(condition: Condition | undefined): readonly ThemeKey[] | null {
  if (!condition) return null;
  if ('theme' in condition) return condition.theme;
  return 'all' in condition ? condition.all.map(themesOf).reduce(inBoth, null) : null;
}

function inBoth(one: readonly ThemeKey[] | null, other: readonly ThemeKey[] | null): readonly ThemeKey[] | null {
  return one === null || other === null ? (one ?? other) : one.filter((theme) => other.includes(theme));
}

/** The content of `field-index.gen.ts` for the current catalogue. */
export function fieldIndexText(): string {
  return [
    '// Written by `npm run codegen` from the screens in index.ts.',
    "import type { IndexedScreen } from './screen.ts';",
    '',
    '/** Every field of every settings screen, for the command palette and the names of pending saves. */',
    'export const fieldIndex: readonly IndexedScreen[] = [',
    ...settingsScreens.flatMap((screen) => [
      '  {',
      `    id: ${quote(screen.id)},`,
      `    path: ${quote(screen.path)},`,
      `    title: ${quote(screen.title)},`,
      '    fields: [',
      ...fieldLines(screen),
      '    ],',
      '  },',
    ]),
    '];',
    '',
  ].join('\n');
}

/** The content of `field-details.gen.ts` for the current catalogue. */
export function fieldDetailsText(): string {
  return [
    '// Written by `npm run codegen` from the screens in index.ts.',
    "import type { IndexedField } from './screen.ts';",
    '',
    '/** What the command palette alone needs of the settings fields, by screen and key: no first screen loads it. */',
    "export const fieldDetails: Readonly<Record<string, Omit<IndexedField, 'key' | 'label' | 'names'>>> = {",
    ...settingsScreens.flatMap(detailLines),
    '};',
    '',
  ].join('\n');
}
