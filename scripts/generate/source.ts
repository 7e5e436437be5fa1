const reserved =
  /^(?:break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|import|in|instanceof|new|null|return|super|switch|this|throw|true|try|typeof|var|void|while|with|let|static|yield|await|package|private|protected|public|interface|implements|eval|arguments)$/u;

export const brandColorsFile = 'brand-colors.ts';

/** A text in kebab case: "Opening Hours" is `opening-hours`. */
export function kebab(text: string): string {
  return (text.toLowerCase().match(/[a-z0-9]+/gu) ?? []).join('-');
}

/** From kebab or snake case: `openingHours`. */
export const camel = (name: string): string => name.replaceAll(/[-_]([a-z0-9])/gu, (_, letter: string) => letter.toUpperCase());

/** A name for an export: `suffix` is added where the language reserves the name, or one of `taken` or of these texts has it. */
export function exportName(title: string, suffix: string, taken: readonly string[], ...texts: readonly string[]): string {
  const name = camel(kebab(title));
  const isTaken = reserved.test(name) || taken.includes(name) || texts.some((text) => new RegExp(`\\b${name}\\b`, 'u').test(text));
  return isTaken ? `${name}${suffix}` : name;
}

export const quote = (text: string): string =>
  text.includes("'") && !text.includes('"') ? `"${text.replaceAll('\\', '\\\\')}"` : quoted(text);
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/**
 * The text of a module with one more import of a file in `folder` ("./", "../tables/"), sorted among the existing ones. Throws where it
 * imports none from there.
 */
export function withImport(text: string, folder: string, file: string, name: string): string {
  const lines = text.split('\n');
  const own = lines.flatMap((line, at) => {
    const [, from = ''] = /^import .* from '([^']+)\.ts';$/u.exec(line) ?? [];
    const other = from.slice(folder.length);
    return from.startsWith(folder) && !other.includes('/') ? [{ at, file: other }] : [];
  });
  const [first] = own;
  if (!first) throw new Error(`there is no import of ${folder} to stand beside.`);
  const after = own.findLast((each) => each.file < file)?.at ?? first.at - 1;
  lines.splice(after + 1, 0, `import { ${name} } from '${folder}${file}.ts';`);
  return lines.join('\n');
}

/** The text with one more item at the end of the list that `export const {list}` declares. Throws where there is no such list. */
export function withItem(text: string, list: string, item: string): string {
  const declared = text.indexOf(`export const ${list}`);
  const opening = declared < 0 ? -1 : text.indexOf('= [', declared);
  if (opening < 0) throw new Error(`there is no list ${list} to add to.`);
  const end = closingOf(text, opening + 2);
  const before = text.slice(0, end).trimEnd();
  return `${before}${before.endsWith(',') || before.endsWith('[') ? '' : ','} ${item},\n${text.slice(end)}`;
}

const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']' };

/** The position of the bracket that closes the first one opened from `from` on; brackets in strings do not count. */
export function closingOf(text: string, from: number): number {
  const start = text.slice(from).search(/[([]/u) + from;
  const [open, close] = [text.charAt(start), pairs[text.charAt(start)]];
  let depth = 0;
  let string = '';
  for (let at = start; at < text.length && start >= from; at += 1) {
    const sign = text.charAt(at);
    if (string !== '') {
      if (sign === '\\') at += 1;
      else if (sign === string) string = '';
    } else if (sign === "'" || sign === '"') string = sign;
    else if (sign === open) depth += 1;
    else if (sign === close && --depth === 0) return at;
  }
  throw new Error('a bracket does not close.');
}
