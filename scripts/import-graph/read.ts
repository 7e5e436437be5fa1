import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from '../inputs.mjs';

export interface Import {
  readonly from: string;
  readonly specifier: string;
  /** The project's file that it names, from the root; null for a package. */
  readonly target: string | null;
  readonly exists: boolean;
}

/** The top-level folders with code. */
const layers = ['contract', 'db', 'machines', 'src', 'server', 'scripts', 'tests'];

/** Aliases of package.json's "imports". */
const aliases: Readonly<Record<string, string>> = { '#styled/': 'styled-system/' };

/** Every code file of the layers, as a path from the root. */
export function projectFiles(): readonly string[] {
  return layers.flatMap((layer) =>
    readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
      .map((name) => posix.join(layer, name.replaceAll('\\', '/')))
      .sort(),
  );
}

/** The text of a file; `file` is a path from the root. Throws where there is none. */
export const fileText = (file: string) => readFileSync(join(root, file), 'utf8');
/** The top-level folder of a file. */
export const layerOf = (file: string) => file.split('/')[0] ?? '';

/** The package that an import names: `hono` of `hono/cors`, `@xstate/react` with its scope. */
export function packageOf(specifier: string): string {
  const [scope = '', name = ''] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

function targetOf(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(dirname(from), specifier);
  if (!specifier.startsWith('#')) return null;
  const alias = Object.keys(aliases).find((start) => specifier.startsWith(start));
  return alias ? (aliases[alias] ?? '') + specifier.slice(alias.length) : specifier.slice(1);
}

const statement = /(?:^|\n)\s*(?:import|export)\s+(?:type\s)?(?:[\w*{}\s,$]+?\sfrom\s+)?'([^'\n]+)'/g;
const dynamic = /\bimport\(\s*'([^'\n]+)'\s*\)/g;
/** A module that is the entry of a thread or a process. */
const started = /\bnew URL\(\s*'([^'\n]+\.(?:ts|tsx|mjs))',\s*import\.meta\.url\s*\)/g;
const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** Finds the imports in the text: one tool formats the code, so their shape is known. */
export function importsOf(file: string): readonly Import[] {
  const text = fileText(file).replace(comments, '');
  const found = [
    ...[...text.matchAll(statement)].map(([, specifier]) => ({ specifier })),
    ...[...text.matchAll(dynamic)].map(([, specifier]) => ({ specifier })),
    ...[...text.matchAll(started)].map(([, specifier = '']) => ({
      specifier: specifier.startsWith('.') ? specifier : `./${specifier}`,
    })),
  ];
  return found.flatMap(({ specifier = '' }) => {
    const bare = specifier.split('?')[0] ?? specifier;
    const target = targetOf(file, bare);
    return [{ from: file, specifier, target, exists: target !== null && existsSync(join(root, target)) }];
  });
}
