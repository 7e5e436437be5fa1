import type { Field } from '../fields/field.ts';
import { choiceListOf } from '../fields/index.ts';
import { isJsonObject, type Json } from '../json.ts';
import type { Mention, RecordValues, ResourceDefinition, Values } from './define.ts';

/** A resource whose records may name those of another one: by their ids, or as its `mentions` say. */
export interface Naming {
  readonly resource: ResourceDefinition;
  /** Null: by their ids, for which no list can be searched. */
  readonly mention: Mention | null;
  readonly names: (record: Values, named: RecordValues) => boolean;
}

/** Everything that may name records of a resource, among all definitions. */
export function namingsOf({ name }: Pick<ResourceDefinition, 'name'>, all: readonly ResourceDefinition[]): readonly Naming[] {
  return all.flatMap((resource): readonly Naming[] => {
    const mention = resource.mentions?.[name] ?? null;
    if (mention) return [{ resource, mention, names: mention.names }];
    const fields = resource.fields.filter((field) => mayName(resource, field, name));
    return fields.length === 0
      ? []
      : [
          {
            resource,
            mention: null,
            names: (record, { id }) => fields.some((field) => holdsId(resource, field, name, record[field.key] ?? null, id)),
          },
        ];
  });
}

/** Fields whose values are ids of records of another resource. `item`: the field of their items that is; null: they are it themselves. */
export interface NamingField {
  readonly key: string;
  readonly item: string | null;
}

export function namingFieldsOf(
  { references, fields }: Pick<ResourceDefinition, 'references' | 'fields'>,
  name: string,
): readonly NamingField[] {
  return fields.flatMap((field): readonly NamingField[] => {
    if (!mayName({ references }, field, name)) return [];
    if (field.kind !== 'items') return [{ key: field.key, item: null }];
    return field.fields.filter((each) => mayName({ references: {} }, each, name)).map(({ key }) => ({ key: field.key, item: key }));
  });
}

type References = Pick<ResourceDefinition, 'references'>;

function mayName({ references }: References, field: Field, name: string): boolean {
  if (references[field.key] === name || choiceListOf(field) === name) return true;
  return field.kind === 'items' && field.fields.some((each) => mayName({ references: {} }, each, name));
}

/** Whether a field's value is the id, or several with the id among them; of items, whether one of theirs is. */
function holdsId(resource: References, field: Field, name: string, value: Json, id: string): boolean {
  if (!mayName(resource, field, name)) return false;
  if (!Array.isArray(value)) return value === id;
  if (field.kind !== 'items') return value.includes(id);
  return value.some(
    (item) => isJsonObject(item) && field.fields.some((each) => holdsId({ references: {} }, each, name, item[each.key] ?? null, id)),
  );
}
