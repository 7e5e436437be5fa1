import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../inputs.mjs';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** The properties with which machines and calls describe themselves, and which no code reads while the console runs. */
const unread: ReadonlySet<string> = new Set(['description', 'meta', 'summary']);
/** And what only the server and OpenAPI read of a call. */
const unreadOfCalls: ReadonlySet<string> = new Set([...unread, 'errors', 'waits']);

/**
 * What nobody reads of a module; null where it does not describe itself. By its path within the project, which may itself stand in a folder of
 * such a name. What draws charts reads properties of the same names.
 */
export function unreadIn(id: string, project = root): ReadonlySet<string> | null {
  const path = relative(project, id);
  if (/^contract[\\/]calls[\\/]/u.test(path)) return unreadOfCalls;
  return /^machines[\\/](?!export[\\/])/u.test(path) ? unread : null;
}

/**
 * Removes the descriptions and requirements of machines and what documents calls from the build: about a tenth of its bytes. Tests,
 * development, exports and the server read the sources, where they stay.
 */
export function leanDescriptions(): Plugin {
  return {
    name: 'frontage-lean-descriptions',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /[\\/](machines|calls)[\\/].+\.ts$/ },
      handler(code, id) {
        const names = unreadIn(id);
        if (names === null) return null;
        const cuts: { readonly start: number; readonly end: number }[] = [];
        const visit = (node: Node): void => {
          if (isUnread(node, names)) {
            // A comma at the end of an object is allowed; a second one between two properties would not be.
            cuts.push({ start: node.start, end: node.end + (/^\s*,/u.exec(code.slice(node.end))?.[0].length ?? 0) });
            return;
          }
          for (const child of Object.values(node)) {
            if (isNode(child)) visit(child);
            else if (Array.isArray(child)) for (const item of child) if (isNode(item)) visit(item);
          }
        };
        const program: unknown = this.parse(code);
        if (isNode(program)) visit(program);
        let lean = code;
        for (const { start, end } of cuts.toSorted((a, b) => b.start - a.start)) lean = lean.slice(0, start) + lean.slice(end);
        return { code: lean, map: null };
      },
    },
  };
}

/** A description that is not a plain string is left unchanged. */
function isUnread({ type, key, value }: Node, names: ReadonlySet<string>): boolean {
  if (type !== 'Property' || !isNode(key) || !isNode(value) || typeof key['name'] !== 'string') return false;
  return names.has(key['name']) && ['Literal', 'TemplateLiteral', 'ObjectExpression', 'ArrayExpression'].includes(value.type);
}
