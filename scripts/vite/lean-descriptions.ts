import type { Plugin } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** What statecharts and calls say of themselves, and nothing reads while the console runs. */
const emptied: Readonly<Record<string, string>> = { description: "''", meta: '{}', summary: "''" };

/**
 * Leaves the descriptions and requirements of statecharts and the summaries of calls out of what customers download: about
 * a tenth of their bytes. Tests, development, exports and the server read the sources, where they stay.
 */
export function leanDescriptions(): Plugin {
  return {
    name: 'frontage-lean-descriptions',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /[\\/](machines|contract[\\/]calls)[\\/].+\.ts$/ },
      handler(code) {
        const cuts: { readonly start: number; readonly end: number; readonly text: string }[] = [];
        const visit = (node: Node): void => {
          const text = emptyValueOf(node);
          if (text !== null && isNode(node['value'])) {
            cuts.push({ start: node['value'].start, end: node['value'].end, text });
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
        for (const { start, end, text } of cuts.toSorted((a, b) => b.start - a.start)) lean = lean.slice(0, start) + text + lean.slice(end);
        return { code: lean, map: null };
      },
    },
  };
}

/** What stands in the place of a property's value; null for any other node. A description that is not plain text is left alone. */
function emptyValueOf(node: Node): string | null {
  const { key, value } = node;
  if (node.type !== 'Property' || !isNode(key) || !isNode(value) || typeof key['name'] !== 'string') return null;
  const plain = value.type === 'Literal' || value.type === 'TemplateLiteral' || value.type === 'ObjectExpression';
  return plain ? (emptied[key['name']] ?? null) : null;
}
