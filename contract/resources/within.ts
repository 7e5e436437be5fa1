import type { ResourceDefinition, Values } from './define.ts';

type Parts = Pick<ResourceDefinition, 'within'>;

/** For the paths of list and create: the record of another resource that these values are a part of. */
export function parentParams({ within }: Parts, values: Values): Readonly<Record<string, string>> {
  return within ? { [within.param]: String(values[within.key] ?? '') } : {};
}

/** The values that stand in a body: the path names the record that they are a part of. */
export function withoutParent({ within }: Parts, values: Values): Values {
  return within ? Object.fromEntries(Object.entries(values).filter(([key]) => key !== within.key)) : values;
}

/** The path of a list. Where these values don't say what its records are parts of, only its beginning is known: that of the other list. */
export function pathWithin(
  { within, path }: Pick<ResourceDefinition, 'within' | 'path'>,
  values: Values,
): { readonly path: string; readonly isBeginning: boolean } {
  if (!within) return { path, isBeginning: false };
  const parent = values[within.key];
  if (typeof parent === 'string') return { path: path.replace(`{${within.param}}`, parent), isBeginning: false };
  return { path: path.replace(/\/.*/u, ''), isBeginning: true };
}
