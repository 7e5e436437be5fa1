import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import type { Defect } from './defect.ts';

const projectUrl = new URL('../../../', import.meta.url);

/** The source of a defect's file with the defect in it. Throws where `from` is not there exactly once: the list has rotted. */
export function withDefect({ name, file, from, to }: Defect): string {
  const source = readFileSync(new URL(file, projectUrl), 'utf8');
  const matches = source.split(from).length - 1;
  if (matches !== 1) throw new Error(`${name}: its text is ${matches} times in ${file}, not once`);
  return source.replace(from, () => to);
}

/** From now on this process gets the mutated file wherever it imports that. Answers whether it has been imported. */
export function plant(defect: Defect): () => boolean {
  const source = withDefect(defect);
  const { href } = new URL(defect.file, projectUrl);
  let isLoaded = false;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (url !== href) return loaded;
      isLoaded = true;
      return { ...loaded, source };
    },
  });
  return () => isLoaded;
}
