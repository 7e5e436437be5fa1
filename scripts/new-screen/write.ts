import { fieldImports, fieldLines } from '../generate/new-field.ts';
import { exportName, kebab, quote, withImport, withItem } from '../generate/source.ts';
import type { NewScreen } from './plan.ts';

/** The name under which the screen is exported; never one that index.ts or the file itself already uses. */
export function screenExportName(title: string, index: string): string {
  return exportName(title, 'Screen', ['settingsScreen', 'brandColorOptions'], index);
}

export function screenFile(screen: NewScreen, name: string): string {
  const lines = [
    ...fieldImports(screen.fields, '.'),
    "import { settingsScreen } from './screen.ts';",
    '',
    `export const ${name} = settingsScreen({`,
    `id: ${quote(kebab(screen.title))},`,
    `path: ${quote(screen.path)},`,
    `title: ${quote(screen.title)},`,
    `category: ${quote(screen.category)},`,
    'sections: [',
    '{',
    'fields: [',
    ...screen.fields.flatMap((field) => fieldLines(field)),
    '],',
    '},',
    '],',
    `events: { save: ${quote(`updated ${screen.title.toLowerCase()}`)} },`,
    '});',
    '',
  ];
  return lines.join('\n');
}

/** The catalogue with the screen imported and added at the end of the list. Throws where the file has an unknown shape. */
export function withScreen(index: string, id: string, name: string): string {
  return withItem(withImport(index, './', id, name), 'settingsScreens', name);
}
