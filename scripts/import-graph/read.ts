import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from '../inputs.mjs';

export interface Import {
  readonly from: string;
  readonly specifier: string;
  /** The file of ours that it names, from the root; null for a package. */
  readonly target: string | null;
  readonly exists: boolean;
  /** Loads later: it closes no circle at start. */
  readonly deferred: boolean;
}

const houses = ['contract', 'db', 'machines', 'src', 'server', 'scripts', 'tests'];

/** Aliases of package.json's "imports". */
const aliases: Readonly<Record<string, string>> = { '#styled/': 'styled-system/' };

export function projectFiles(): readonly string[] {
  return houses.flatMap((house) =>
    readdirSync(join(root, house), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
      .map((name) => posix.join(house, name.replaceAll('\\', '/')))
      .sort(),
  );
}

export const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
export const houseOf = (file: string) => file.split('/')[0] ?? '';

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
const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** Reads the imports off the text: the code is formatted by one tool, so their shape is known. */
export function importsOf(file: string): readonly Import[] {
  const text = textOf(file).replace(comments, '');
  const found = [
    ...[...text.matchAll(statement)].map(([, specifier]) => ({ specifier, deferred: false })),
    ...[...text.matchAll(dynamic)].map(([, specifier]) => ({ specifier, deferred: true })),
  ];
  return found.flatMap(({ specifier = '', deferred }) => {
    const bare = specifier.split('?')[0] ?? specifier;
    const target = targetOf(file, bare);
    return [{ from: file, specifier, target, exists: target !== null && existsSync(join(root, target)), deferred }];
  });
}
