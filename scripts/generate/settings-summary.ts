import { join } from 'node:path';
import { wireType } from '#contract/fields/index.ts';
import type { Field } from '#contract/fields/field.ts';
import { resources } from '#contract/resources/index.gen.ts';
import { settingOf, settingsScreens } from '#contract/settings/index.ts';
import { categoriesOf, fieldsOf, type SettingsScreen } from '#contract/settings/screen.ts';
import { root } from '../inputs.mjs';
import { quote } from './source.ts';

export const summaryPath = join(root, 'contract', 'settings', 'summary.gen.ts');

const list = (texts: readonly string[]) => `[${texts.map(quote).join(', ')}]`;

/** The name under which a file exports its screen. */
async function exportOf(screen: SettingsScreen): Promise<string> {
  const exported: Readonly<Record<string, unknown>> = await import(`../../contract/settings/${screen.id}.ts`);
  const name = Object.keys(exported).find((candidate) => exported[candidate] === screen);
  if (name === undefined)
    throw new Error(`contract/settings/${screen.id}.ts does not export the screen with that id: name the file by it.`);
  return name;
}

async function screenLines(screen: SettingsScreen): Promise<readonly string[]> {
  const { id, path, aliases, redirectsFrom } = screen;
  return [
    '  {',
    `    id: ${quote(id)},`,
    `    path: ${quote(path)},`,
    ...(aliases ? [`    aliases: ${list(aliases)},`] : []),
    ...(redirectsFrom ? [`    redirectsFrom: ${list(redirectsFrom)},`] : []),
    `    categories: ${list(categoriesOf(screen))},`,
    `    load: async () => (await import(${quote(`./${id}.ts`)})).${await exportOf(screen)},`,
    '  },',
  ];
}

/** The keys of secret fields: the device never stores a value under one of them, whichever record it is in. */
export function secretKeysOf(fields: readonly Pick<Field, 'key' | 'secret' | 'path'>[]): readonly string[] {
  return [...new Set(fields.flatMap(({ key, secret, path }) => (secret === true ? [key, ...(path ? [path[0]] : [])] : [])))];
}

/** The content of `summary.gen.ts` for the current catalogue. */
export async function summaryText(): Promise<string> {
  const fields = [...new Map(settingsScreens.flatMap((screen) => fieldsOf(screen).map((field) => [field.key, field] as const))).values()];
  const files = fields.flatMap((field) => {
    const setting = settingOf(field.key);
    if (!setting || !('accept' in field)) return [];
    const type = wireType(field);
    return [
      `  ${field.key}: { category: ${quote(setting.category)}, type: ${type === null ? 'null' : quote(type)}, accept: ${list(field.accept)} },`,
    ];
  });
  const secretKeys = secretKeysOf([...fields, ...resources.flatMap((resource) => resource.fields)]);
  const lines = [
    '// Written by `npm run codegen` from the screens in index.ts.',
    "import type { FileSetting, ScreenSummary } from './screen.ts';",
    '',
    'export const screens: readonly ScreenSummary[] = [',
    ...(await Promise.all(settingsScreens.map(screenLines))).flat(),
    '];',
    '',
    `export const secretKeys: readonly string[] = ${list(secretKeys)};`,
    '',
    'export const fileSettings: Readonly<Record<string, FileSetting>> = {',
    ...files,
    '};',
    '',
  ];
  return lines.join('\n');
}
