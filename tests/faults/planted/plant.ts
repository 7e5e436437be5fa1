import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import type { Defect } from './defect.ts';

const projectUrl = new URL('../../../', import.meta.url);
const packagesUrl = new URL('node_modules/', projectUrl);
/** Part of the URL of each module that was loaded with a defect. */
const mark = 'planted';

/** The source of a defect's file with the defect in it. Throws where `from` does not occur exactly once: the defect is out of date. */
export function withDefect({ name, file, from, to }: Defect): string {
  const source = readFileSync(new URL(file, projectUrl), 'utf8');
  const matches = source.split(from).length - 1;
  if (matches !== 1) throw new Error(`${name}: its text is ${matches} times in ${file}, not once`);
  return source.replace(from, () => to);
}

/**
 * From now on the project's modules can be imported with a defect: as separate modules, which share nothing but packages with those of
 * other defects, or of none. Returns the URL to import from, and whether the defect's file was loaded.
 */
export function plantAll(defects: readonly Defect[]): {
  readonly urlWith: (defect: Defect, file: string) => string;
  readonly isMet: (defect: Defect) => boolean;
} {
  const sources = new Map<string, string>();
  const urlWith = (defect: Defect, file: string) => `${new URL(file, projectUrl).href}?${mark}=${defects.indexOf(defect)}`;
  for (const defect of defects) sources.set(urlWith(defect, defect.file), withDefect(defect));
  const met = new Set<string>();
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context);
      const { search } = new URL(context.parentURL ?? projectUrl);
      const { url } = resolved;
      const isOurs = url.startsWith(projectUrl.href) && !url.startsWith(packagesUrl.href);
      return isOurs && search.startsWith(`?${mark}=`) && !url.includes('?') ? { ...resolved, url: url + search } : resolved;
    },
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const source = sources.get(url);
      if (source === undefined) return loaded;
      met.add(url);
      return { ...loaded, source };
    },
  });
  return { urlWith, isMet: (defect) => met.has(urlWith(defect, defect.file)) };
}
