import { isBlankText } from '../invisible.ts';
import { shortened } from './line-rules.ts';
import type { TextFormat } from './text-format.ts';

/** Where a text stops being JSON: line and column from 1, in characters of the text. */
export interface JsonProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Deeper nesting than this is refused, since reading it takes a call for each level. */
const mostLevels = 100;

/** Signals the place of the first mistake; it never leaves this file. */
class Mistake extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

const literal = /true|false|null/uy;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/uy;
// Without quotes, backslashes and most control characters, which JSON texts can only have escaped.
const plainText = /(?:[^"\\\p{Cc}]|[\u007f-\u009f])*/uy;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/uy;
const space = /[ \t\r\n]*/uy;

/** Parsed here, because the places in the messages of `JSON.parse` differ from browser to browser. Null where the text is JSON. */
export function jsonProblem(text: string): JsonProblem | null {
  try {
    const end = skipSpace(text, valueEnd(text, skipSpace(text, 0), 0));
    if (end < text.length) throw unexpected(text, end, 'the end');
    return null;
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    const before = text.slice(0, error.at).split(/\r\n?|\n/u);
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message: error.message };
  }
}

function valueEnd(text: string, at: number, level: number): number {
  if (level > mostLevels) throw new Mistake(at, 'this is nested too deeply.');
  const first = text.charAt(at);
  if (first === '{') {
    const names = new Set<string>();
    return membersEnd(text, at, '}', (from) => pairEnd(text, from, level, names));
  }
  if (first === '[') return membersEnd(text, at, ']', (from) => valueEnd(text, from, level + 1));
  if (first === '"') return stringEnd(text, at);
  const end = matchEnd(literal, text, at) ?? numberEnd(text, at);
  if (end === null) throw unexpected(text, at, 'a value');
  return end;
}

/** A number that would be read as another one is a mistake: it would match what nobody asked for. */
function numberEnd(text: string, at: number): number | null {
  const end = matchEnd(number, text, at);
  if (end === null) return null;
  const written = text.slice(at, end);
  const read = Number(written);
  const isOther = Math.abs(read) > Number.MAX_SAFE_INTEGER && decimalOf(written) !== decimalOf(String(read));
  const isLost = isOther || (read === 0 && /[1-9]/u.test(written.replace(/e.*$/iu, '')));
  if (isLost) throw new Mistake(at, `the number ${shortened(written)} can’t be kept exactly. Write it as a text, in double quotes.`);
  return end;
}

/** A number's digits and the power of ten of the last one: equal for two spellings of one number, such as 1e16 and 10000000000000000. */
function decimalOf(written: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/iu.exec(written) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/u, '');
  const kept = digits.replace(/(?<!0)0+$/u, '');
  return `${sign}${kept}e${Number(power) - fraction.length + digits.length - kept.length}`;
}

/** Reads an object or a list to its end, member by member with `memberEnd`. */
function membersEnd(text: string, start: number, closing: '}' | ']', memberEnd: (from: number) => number): number {
  let at = skipSpace(text, start + 1);
  if (text.charAt(at) === closing) return at + 1;
  for (;;) {
    at = skipSpace(text, memberEnd(at));
    if (text.charAt(at) === closing) return at + 1;
    if (text.charAt(at) !== ',') throw unexpected(text, at, `a comma or ${closing}`);
    at = skipSpace(text, at + 1);
  }
}

/** `names`: the object's earlier names. */
function pairEnd(text: string, at: number, level: number, names: Set<string>): number {
  if (text.charAt(at) !== '"') throw unexpected(text, at, 'a name in double quotes');
  const end = stringEnd(text, at);
  // Two spellings of one name: "a" and "\u0061".
  const name: string = JSON.parse(text.slice(at, end));
  if (names.has(name)) throw new Mistake(at, `the name “${shortened(name)}” stands twice in one object.`);
  names.add(name);
  const colon = skipSpace(text, end);
  if (text.charAt(colon) !== ':') throw unexpected(text, colon, 'a colon');
  return valueEnd(text, skipSpace(text, colon + 1), level + 1);
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    at = matchEnd(plainText, text, at) ?? at;
    if (text.charAt(at) === '"') return at + 1;
    const next = text.charAt(at) === '\\' ? matchEnd(escaped, text, at) : null;
    if (next === null) throw new Mistake(at, 'this text has no end, or a character that must be escaped.');
    at = next;
  }
}

function unexpected(text: string, at: number, wanted: string): Mistake {
  const found = at >= text.length ? 'the text ends' : `“${text.charAt(at)}” stands`;
  return new Mistake(at, `${found} where ${wanted} is expected.`);
}

function matchEnd(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

const skipSpace = (text: string, at: number): number => matchEnd(space, text, at) ?? at;

/**
 * A pasted text without what nobody sees between its values: a byte order mark, blanks that JSON does not know. Each becomes a space, so that
 * places stay; texts in quotes stay as they are.
 */
export const pastedJson = (text: string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"|(?![ \t\r\n])[\s\p{Default_Ignorable_Code_Point}]/gu, (found) =>
    found.startsWith('"') ? found : ' ',
  );

/** A text that must parse as a JSON object, or is blank. */
export const jsonObject: TextFormat = {
  clean: (text) => text,
  problem(text) {
    const problem = json.problem(text);
    if (problem !== null || isBlankText(text) || pastedJson(text).trimStart().startsWith('{')) return problem;
    return 'Enter a JSON object, such as {"status": "For sale"}.';
  },
  sample: (n) => JSON.stringify({ sample: n }),
};

/** A text that must parse as JSON, or is blank. */
export const json: TextFormat = {
  clean: (text) => text,
  problem(text) {
    const problem = isBlankText(text) ? null : jsonProblem(pastedJson(text));
    return problem && `Not valid JSON: in line ${problem.line}, column ${problem.column}, ${problem.message}`;
  },
  sample: (n) => JSON.stringify({ sample: n }),
};
