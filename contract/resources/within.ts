import type { ResourceDefinition, Values } from './define.ts';

type Parts = Pick<ResourceDefinition, 'within'>;

/** The path parameter of list and create: the id of the record that these values are a part of. */
export function parentParams({ within }: Parts, values: Values): Readonly<Record<string, string>> {
  return within ? { [within.param]: String(values[within.key] ?? '') } : {};
}

/** The values of a body: without the id of the record that they are a part of, which is in the path. */
export function withoutParent({ within }: Parts, values: Values): Values {
  return within ? Object.fromEntries(Object.entries(values).filter(([key]) => key !== within.key)) : values;
}

/**
 * The path of the list that a record is in. `isBeginning`: the values lack the id of the record that it is a part of, so this is only the
 * first part of the path, which is the list of those records: `forms` of `forms/edit/{formId}/action`.
 */
export function pathWithin(
  { within, path }: Pick<ResourceDefinition, 'within' | 'path'>,
  values: Values,
): { readonly path: string; readonly isBeginning: boolean } {
  if (!within) return { path, isBeginning: false };
  const parent = values[within.key];
  if (typeof parent === 'string') return { path: path.replace(`{${within.param}}`, parent), isBeginning: false };
  return { path: path.replace(/\/.*/u, ''), isBeginning: true };
}
