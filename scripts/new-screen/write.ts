import { idOf, kinds, type NewField, type NewScreen } from './plan.ts';

const reserved =
  /^(?:break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|import|in|instanceof|new|null|return|super|switch|this|throw|true|try|typeof|var|void|while|with|let|static|yield|await|package|private|protected|public|interface|implements|eval|arguments)$/u;

/** What the written file imports. */
const imported: readonly string[] = ['settingsScreen', 'brandColorOptions'];

/** The name under which the screen is exported; never one that index.ts or the file itself already uses. */
export function nameOf(title: string, index: string): string {
  const name = idOf(title).replaceAll(/-([a-z0-9])/gu, (_, letter: string) => letter.toUpperCase());
  return reserved.test(name) || imported.includes(name) || new RegExp(`\\b${name}\\b`, 'u').test(index) ? `${name}Screen` : name;
}

const quote = (text: string): string => (text.includes("'") && !text.includes('"') ? `"${text.replaceAll('\\', '\\\\')}"` : quoted(text));
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

export function screenFile(screen: NewScreen, name: string): string {
  const brand = screen.fields.some((field) => kinds[field.kind].needs === 'brandColors');
  const lines = [
    ...(brand ? ["import { brandColorOptions } from './brand-colors.ts';"] : []),
    "import { settingsScreen } from './screen.ts';",
    '',
    `export const ${name} = settingsScreen({`,
    `  id: ${quote(idOf(screen.title))},`,
    `  path: ${quote(screen.path)},`,
    `  title: ${quote(screen.title)},`,
    `  category: ${quote(screen.category)},`,
    '  sections: [',
    '    {',
    '      fields: [',
    ...screen.fields.flatMap(fieldLines),
    '      ],',
    '    },',
    '  ],',
    `  events: { save: ${quote(`updated ${screen.title.toLowerCase()}`)} },`,
    '});',
    '',
  ];
  return lines.join('\n');
}

function fieldLines(field: NewField): readonly string[] {
  const { needs, written } = kinds[field.kind];
  return [
    '        {',
    `          kind: ${quote(field.kind)},`,
    `          key: ${quote(field.key)},`,
    `          label: ${quote(field.label)},`,
    ...(field.required ? ['          required: true,'] : []),
    ...(written === undefined ? [] : [`          ${written},`]),
    ...(needs === 'brandColors' ? ['          options: brandColorOptions,'] : []),
    ...(needs === 'options'
      ? [
          '          options: [',
          ...field.options.map(({ value, label }) => `            { value: ${quote(value)}, label: ${quote(label)} },`),
          '          ],',
        ]
      : []),
    '        },',
  ];
}

/** The catalogue with the screen imported and at the end of the list. Throws where the file has not the shape that is known. */
export function withScreen(index: string, id: string, name: string): string {
  const lines = index.split('\n');
  const own = lines.flatMap((line, at) => {
    const [, file] = /^import .* from '\.\/(.+)\.ts';$/u.exec(line) ?? [];
    return file === undefined ? [] : [{ at, file }];
  });
  const after = own.findLast(({ file }) => file < id)?.at ?? (own[0]?.at ?? 0) - 1;
  lines.splice(after + 1, 0, `import { ${name} } from './${id}.ts';`);
  const opening = lines.findIndex((line) => line.startsWith('export const settingsScreens') && line.endsWith('['));
  const closing = lines.indexOf('];', opening);
  if (own.length === 0 || opening < 0 || closing < 0) throw new Error('contract/settings/index.ts has no list of screens to add to.');
  lines.splice(closing, 0, `  ${name},`);
  return lines.join('\n');
}

/** The navigation with an entry at the end of the group's untitled section, or of its last one where all have titles. */
export function withEntry(navigation: string, screen: NewScreen): string {
  const group = navigation.indexOf(`id: '${screen.group}'`);
  const groupEnd = navigation.indexOf('\n  },', group);
  const untitled = /section\(\s*null,/u.exec(navigation.slice(group, groupEnd));
  const section = untitled ? group + untitled.index : navigation.lastIndexOf('section(', groupEnd);
  if (group < 0 || groupEnd < 0 || section < group) throw new Error(`contract/navigation.ts has no group ${screen.group} to add to.`);
  const end = closingOf(navigation, section + 'section'.length);
  const before = navigation.slice(0, end).trimEnd();
  return `${before}${before.endsWith(',') ? '' : ','} [${quote(screen.title)}, ${quote(screen.path)}]${navigation.slice(end)}`;
}

/** Where the bracket that opens at `from` closes; brackets in strings do not count. */
function closingOf(text: string, from: number): number {
  let depth = 0;
  let string = '';
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (string !== '') {
      if (sign === '\\') at += 1;
      else if (sign === string) string = '';
    } else if (sign === "'" || sign === '"') string = sign;
    else if (sign === '(') depth += 1;
    else if (sign === ')' && --depth === 0) return at;
  }
  throw new Error('a bracket in contract/navigation.ts does not close.');
}
