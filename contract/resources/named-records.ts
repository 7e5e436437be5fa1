import type { ResourceDefinition, Values } from './define.ts';
import { isLocalId } from './local-id.ts';
import type { IdMap } from './mutation.ts';

/** Reads and replaces the ids of other records and of files that the fields of a resource contain. */
export function namedRecords(resource: ResourceDefinition) {
  const files = new Set(resource.fields.flatMap((field) => ('accept' in field ? [field.key] : [])));
  const canName = (key: string) => key in resource.references || files.has(key);

  /** Fields of the body that name a record or a file which was created on this device. */
  const localReferences = (body: { readonly values: Values }): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(body.values).flatMap(([key, value]) => {
        const id = canName(key) ? value : null;
        return isLocalId(id) ? [[key, id] as const] : [];
      }),
    );
  const withServerIds = (put: Values, ids: IdMap): Values =>
    Object.fromEntries(
      Object.entries(put).map(([key, value]) => [key, canName(key) && typeof value === 'string' ? (ids.get(value) ?? value) : value]),
    );

  return { localReferences, withServerIds };
}
