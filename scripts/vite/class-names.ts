import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAst, type Plugin } from 'vite';
import * as v from 'valibot';
import { root } from '../inputs.mjs';

/**
 * Replaces calls of Panda's `css` and `cva` in the build by the class names that they return, so that no browser computes them at each
 * start. Panda does this itself from version 2 on, which is not released yet.
 */
export function classNames(): Plugin {
  let styles: Styles | null = null;
  return {
    name: 'frontage-class-names',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      const module: unknown = await import(join(root, 'styled-system/css/index.js'));
      styles = v.parse(stylesSchema, module);
    },
    resolveId: (id) => (id === variantsModule ? { id, moduleSideEffects: false } : null),
    load: (id) => (id === variantsModule ? variantsCode : null),
    transform: {
      filter: { id: [/[\\/]src[\\/].+\.tsx?(\?|$)/, /[\\/]styled-system[\\/].+\.js$/] },
      async handler(code, id) {
        // Without calls that stay, Rolldown can leave these modules out.
        if (/[\\/]styled-system[\\/]/u.test(id)) return { code, map: null, moduleSideEffects: false };
        if (styles === null || !code.includes(stylesImport)) return null;
        const read = async (source: string) => {
          const resolved = await this.resolve(source, id);
          return resolved === null ? null : { id: resolved.id, code: await readFile(resolved.id.replace(/\?.*$/u, ''), 'utf8') };
        };
        return { code: await withClassNames(code, styles, read), map: null };
      },
    },
  };
}

type Style = { readonly [property: string]: unknown };

const isFunction = <F>() => v.custom<F>((value) => typeof value === 'function');
export const stylesSchema = v.object({
  css: v.intersect([
    isFunction<(...styles: readonly Style[]) => string>(),
    v.custom<{ readonly raw: (...styles: readonly Style[]) => Style }>((value) => typeof value === 'function' && 'raw' in value),
  ]),
  cva: isFunction<(recipe: Style) => (chosen: Readonly<Record<string, string | boolean>>) => string>(),
});
export type Styles = v.InferOutput<typeof stylesSchema>;

const stylesImport = '#styled/css/index.js';
const variantsModule = 'virtual:frontage-variants';
/** `false` chooses nothing. It overrides no default that is `true`: `recipeSchema` takes only names as defaults. */
export const variantsCode = `export const variants = (always, keys, defaults, others) => (chosen = {}) => {
  const names = others[keys.map((key) => (chosen[key] ?? defaults[key]) || '').join()];
  return names ? always + ' ' + names : always;
};`;

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [part: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
const nodesIn = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const textOf = (node: unknown, part: string): string | null => {
  const value = isNode(node) ? node[part] : undefined;
  return typeof value === 'string' ? value : null;
};

/** Which of Panda's functions a node calls; null for any other node. */
function calleeOf({ type, callee }: Node): 'css' | 'css.raw' | 'cva' | null {
  if (type !== 'CallExpression' || !isNode(callee)) return null;
  const name = textOf(callee, 'name');
  if (name === 'css' || name === 'cva') return name;
  return textOf(callee['object'], 'name') === 'css' && textOf(callee['property'], 'name') === 'raw' ? 'css.raw' : null;
}

/** Reads an imported module; null where it can't be resolved. */
export type Read = (source: string) => Promise<{ readonly id: string; readonly code: string } | null>;

/** Thrown for an expression whose value is not known before the code runs; its call stays. */
class NotConstant extends Error {}

/** The code with class names in place of the calls whose styles are constant. Lines keep their numbers, for the source maps. */
export async function withClassNames(code: string, styles: Styles, read: Read): Promise<string> {
  const module = moduleOf(code, styles, read);
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  let hasVariants = false;
  for (const call of nodesOf(module.body, (node) => calleeOf(node) !== null)) {
    const name = calleeOf(call);
    try {
      let text: string | null = null;
      if (name === 'css' || name === 'css.raw') text = JSON.stringify(await module.evaluate(call));
      else if (name === 'cva' && isOnlyCalled(module.body, call)) {
        text = variantsOf(styles, v.parse(recipeSchema, await module.evaluateEach(call['arguments'])));
        hasVariants = true;
      }
      if (text === null) continue;
      const lines = code.slice(call.start, call.end).split('\n').length - 1;
      edits.push({ start: call.start, end: call.end, text: text + '\n'.repeat(lines) });
    } catch (error) {
      if (!(error instanceof NotConstant)) throw error;
    }
  }
  const edited = edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: names }) => text.slice(0, start) + names + text.slice(end), code);
  return hasVariants ? `import { variants as __variants } from '${variantsModule}';${edited}` : edited;
}

const recipeSchema = v.tuple([
  v.looseObject({
    variants: v.optional(v.record(v.string(), v.record(v.string(), v.unknown())), {}),
    defaultVariants: v.optional(v.record(v.string(), v.string()), {}),
  }),
]);

/** The class names that every choice of variants has, and those that each choice has besides. */
function variantsOf({ cva }: Styles, [recipe]: v.InferOutput<typeof recipeSchema>): string {
  const namesOf = cva(recipe);
  const keys = Object.keys(recipe.variants);
  const choices = keys.reduce<readonly (readonly string[])[]>(
    (all, key) => all.flatMap((chosen) => ['', ...Object.keys(recipe.variants[key] ?? {})].map((value) => [...chosen, value])),
    [[]],
  );
  const byChoice = choices.map((chosen) => {
    const props = Object.fromEntries(keys.flatMap((key, index) => (chosen[index] ? [[key, givenAs(chosen[index])]] : [])));
    return [
      chosen.map((value, index) => value || (recipe.defaultVariants[keys[index] ?? ''] ?? '')).join(),
      namesOf(props).split(' '),
    ] as const;
  });
  const always = (byChoice[0]?.[1] ?? []).filter((name) => byChoice.every(([, names]) => names.includes(name)));
  const others = Object.fromEntries(byChoice.map(([chosen, names]) => [chosen, names.filter((name) => !always.includes(name)).join(' ')]));
  return `__variants(${[always.join(' '), keys, recipe.defaultVariants, others].map((part) => JSON.stringify(part)).join(', ')})`;
}

/** Compound variants of Panda compare with `===`: their `true` does not match the name 'true', which it has as a key of the recipe. */
const givenAs = (choice: string): string | true => choice === 'true' || choice;

/** Whether the code only calls a recipe's function: what replaces it lacks the function's properties, such as `raw`. */
function isOnlyCalled(body: readonly Node[], call: Node): boolean {
  const [declared] = nodesOf(body, ({ type, init }) => type === 'VariableDeclarator' && init === call);
  const name = textOf(declared?.['id'], 'name');
  if (name === null) return false;
  const calls = nodesOf(body, ({ type, callee }) => type === 'CallExpression' && textOf(callee, 'name') === name);
  return nodesOf(body, (node) => node.type === 'Identifier' && node['name'] === name).length === calls.length + 1;
}

/** The part of a node that holds the name of a property, which is no use of a variable of that name. */
const propertyNamePart = ({ type, computed }: Node): string | null =>
  computed === true ? null : type === 'MemberExpression' ? 'property' : /Property/u.test(type) ? 'key' : null;

function nodesOf(value: unknown, isWanted: (node: Node) => boolean): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap((each) => nodesOf(each, isWanted));
  if (!isNode(value)) return [];
  const inside = Object.entries(value).filter(([part]) => part !== propertyNamePart(value));
  return [...(isWanted(value) ? [value] : []), ...inside.flatMap(([, part]) => nodesOf(part, isWanted))];
}

interface Module {
  readonly body: readonly Node[];
  readonly evaluate: (node: unknown) => Promise<unknown>;
  readonly evaluateEach: (nodes: unknown) => Promise<readonly unknown[]>;
  readonly exported: (name: string) => Promise<unknown>;
}

function moduleOf(code: string, styles: Styles, read: Read): Module {
  const body = nodesIn(parseAst(code, { lang: 'tsx' }).body);
  const evaluateEach = async (nodes: unknown) => Promise.all(nodesIn(nodes).map(evaluate));
  return { body, evaluate, evaluateEach, exported: constantNamed };

  async function evaluate(node: unknown): Promise<unknown> {
    if (!isNode(node)) throw new NotConstant();
    switch (node.type) {
      case 'Literal':
        return node['value'];
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
        return evaluate(node['expression']);
      case 'TemplateLiteral': {
        const [text, ...others] = nodesIn(node['quasis']);
        if (others.length > 0) throw new NotConstant();
        return v.parse(v.object({ cooked: v.string() }), text?.['value']).cooked;
      }
      case 'Identifier':
        return constantNamed(textOf(node, 'name') ?? '');
      case 'ObjectExpression':
        return Object.fromEntries((await Promise.all(nodesIn(node['properties']).map(entriesOf))).flat());
      case 'ArrayExpression':
        return evaluateEach(node['elements']);
      case 'CallExpression':
        return evaluateCall(node);
      default:
        throw new NotConstant();
    }
  }

  /** Whether a parameter or a variable inside a function has the name too: which of them is meant is not known here. */
  function isHidden(name: string): boolean {
    const isNamed = (node: Node) => node.type === 'Identifier' && node['name'] === name;
    const variables = nodesOf(body, ({ type, id }) => type === 'VariableDeclarator' && nodesOf(id, isNamed).length > 0);
    return variables.length > 1 || nodesOf(body, ({ params }) => nodesOf(params, isNamed).length > 0).length > 0;
  }

  async function entriesOf(property: Node): Promise<readonly (readonly [string, unknown])[]> {
    if (property.type === 'SpreadElement')
      return Object.entries(v.parse(v.record(v.string(), v.unknown()), await evaluate(property['argument'])));
    if (property['kind'] !== 'init') throw new NotConstant();
    const { key } = property;
    const name = property['computed'] === true ? await evaluate(key) : isNode(key) ? (key['name'] ?? key['value']) : undefined;
    return [[String(name), await evaluate(property['value'])]];
  }

  async function evaluateCall(call: Node): Promise<unknown> {
    const name = calleeOf(call);
    if (name === null || name === 'cva') throw new NotConstant();
    const given = v.parse(v.array(v.record(v.string(), v.unknown())), await evaluateEach(call['arguments']));
    return name === 'css.raw' ? styles.css.raw(...given) : styles.css(...given);
  }

  /** A constant of the module's top level, its own or imported. */
  async function constantNamed(name: string): Promise<unknown> {
    if (isHidden(name)) throw new NotConstant();
    for (const statement of body) {
      const declared = statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement;
      if (isNode(declared) && declared.type === 'VariableDeclaration' && declared['kind'] === 'const') {
        const found = nodesIn(declared['declarations']).find((each) => textOf(each['id'], 'name') === name);
        if (found) return evaluate(found['init']);
      }
      if (statement.type !== 'ImportDeclaration') continue;
      const imported = nodesIn(statement['specifiers']).find((each) => textOf(each['local'], 'name') === name);
      if (imported?.type !== 'ImportSpecifier') continue;
      const file = await read(textOf(statement['source'], 'value') ?? '');
      if (file === null) throw new NotConstant();
      return moduleOf(file.code, styles, read).exported(textOf(imported['imported'], 'name') ?? '');
    }
    throw new NotConstant();
  }
}
