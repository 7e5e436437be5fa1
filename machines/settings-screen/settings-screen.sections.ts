import { defaultValue, isBlank } from '#contract/fields/index.ts';
import { sameJson } from '#contract/json.ts';
import type { FieldView, SectionView } from './settings-screen.view.ts';

/** Whether a field has a value of its own: neither blank nor the default. What needs a person's eye counts too. */
function hasOwnValue({ field, value, changed, error, pending, conflict, malformed, isSet }: FieldView): boolean {
  if (changed || error !== null || pending !== null || conflict !== null || malformed !== null) return true;
  return isSet ?? (!isBlank(field, value) && !sameJson(value, defaultValue(field)));
}

/** The keys of all fields with a value of their own. */
export function ownKeysOf(sections: readonly SectionView[]): ReadonlySet<string> {
  return new Set(sections.flatMap(({ fields }) => fields.filter(hasOwnValue).map(({ field }) => field.key)));
}

/**
 * The sections with only the fields of `keys`, and those that have a value of their own by now: what was there when the form was narrowed
 * stays, so that nothing disappears while it is edited.
 */
export function onlyOf(sections: readonly SectionView[], keys: ReadonlySet<string>): readonly SectionView[] {
  return sections.flatMap((section): readonly SectionView[] => {
    const fields = section.fields.filter((view) => keys.has(view.field.key) || hasOwnValue(view));
    if (fields.length === 0) return [];
    const visibleKeys = new Set(fields.map(({ field }) => field.key));
    const rows = section.table?.rows.filter((row) => row.keys.some((key) => visibleKeys.has(key))) ?? [];
    return [{ ...section, fields, table: section.table && rows.length > 0 ? { ...section.table, rows } : null }];
  });
}
