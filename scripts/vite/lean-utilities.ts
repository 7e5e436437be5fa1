import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../inputs.mjs';

const table = /(?<=const utilities = ")[^"]*(?=")/u;

/** Every identifier in the console's sources, the names of style properties among them. */
function wordsOfSources(): ReadonlySet<string> {
  const src = join(root, 'src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/u.test(file));
  return new Set(files.flatMap((file) => readFileSync(join(src, file), 'utf8').match(/\w+/gu) ?? []));
}

const hyphenated = (property: string): string => property.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

/**
 * The style functions with the class names of only those properties that a source names. A property without a class name here gets its
 * hyphenated name, so entries that are equal to that are removed too.
 */
export function withoutUnusedNames(code: string, identifiers: ReadonlySet<string>): string {
  if (!table.test(code)) throw new Error('The style functions have no table of class names as scripts/vite/lean-utilities.ts knows it.');
  return code.replace(table, (names) =>
    names
      .split(',')
      .filter((entry) => {
        const [property = '', name] = entry.split(':');
        return identifiers.has(property) && name !== hyphenated(property);
      })
      .join(','),
  );
}

/** Removes the class names of unused style properties from the build: some two hundred. */
export function leanUtilities(): Plugin {
  return {
    name: 'frontage-lean-utilities',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]styled-system[\\/]css[\\/]css\.js$/ },
      handler: (code) => ({ code: withoutUnusedNames(code, wordsOfSources()), map: null }),
    },
  };
}
