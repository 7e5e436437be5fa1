import type { FormEntry } from '#contract/forms/form-field.ts';
import { sameJson, toJson } from '#contract/json.ts';
import { idOf } from './form-builder.operations.ts';
import type { BuilderField, FormBuilderContext } from './form-builder.types.ts';

/**
 * The fields that the form around the builder has now, each with the id that it had here: undo, Discard or somebody else's change must not
 * lose the selected row or the open editor.
 */
export function replace(context: FormBuilderContext, fields: readonly FormEntry[]): FormBuilderContext {
  const known: (BuilderField | null)[] = [...context.fields];
  const take = (isSame: (each: BuilderField, at: number) => boolean): string | null => {
    const at = known.findIndex((each, place) => each !== null && isSame(each, place));
    const id = known[at]?.id ?? null;
    if (at >= 0) known[at] = null;
    return id;
  };
  const json = fields.map((field) => toJson(field));
  const ids: (string | null)[] = fields.map((_, at) => take((each) => sameJson(toJson(each.field), json[at])));
  for (const [at, field] of fields.entries()) {
    ids[at] ??= take((each) => field.type !== 'unread' && each.field.type === field.type && each.field.key === field.key);
  }
  // A field whose key was typed, or followed its label: by its place.
  for (const [at, field] of fields.entries()) ids[at] ??= take((each, place) => place === at && each.field.type === field.type);
  // A field that is back after it was deleted here.
  const removed = new Map(context.removals.map(({ removed: { id, field } }) => [JSON.stringify(toJson(field)), id]));
  let { lastId } = context;
  const next = fields.map((field, at): BuilderField => {
    const back = removed.get(JSON.stringify(json[at]));
    const id = ids[at] ?? (back !== undefined && !ids.includes(back) ? back : null);
    if (id !== null) {
      ids[at] = id;
      return { id, field };
    }
    lastId += 1;
    return { id: idOf(lastId), field };
  });
  const isThere = (id: string | null): boolean => next.some((each) => each.id === id);
  const { selectedId, addBelow, lifted } = context;
  return {
    ...context,
    fields: next,
    lastId,
    selectedId: isThere(selectedId) ? selectedId : null,
    addBelow: isThere(addBelow) ? addBelow : null,
    lifted: lifted?.source.kind === 'field' && !isThere(lifted.source.id) ? null : lifted,
  };
}

export function isOther({ fields }: FormBuilderContext, next: readonly FormEntry[]): boolean {
  return fields.length !== next.length || fields.some(({ field }, at) => field !== next[at] && !sameJson(toJson(field), toJson(next[at])));
}
