import type { Section } from '#contract/settings/screen.ts';

/**
 * For fields whose label another field of the screen has too, by key: where the field is, as in "Beds in Basic". A screen reader hears no
 * section around a control, so the label alone would not tell the two apart.
 */
export function labelPlaces(sections: readonly Section[]): ReadonlyMap<string, string> {
  const placed = sections.flatMap((section) => section.fields.map((field) => ({ field, place: placeOf(section, field.key) })));
  const byLabel = Map.groupBy(placed, ({ field }) => field.label);
  const repeated = [...byLabel.values()].filter((same) => same.length > 1).flat();
  return new Map(repeated.flatMap(({ field, place }) => (place === null ? [] : [[field.key, place] as const])));
}

/** The accessible name of a field: its label, and its place where it has one. */
export function nameWithPlace(label: string, place: string | null | undefined): string {
  return place ? `${label}${placeEnding(place)}` : label;
}

export const placeEnding = (place: string): string => ` in ${place}`;

/** The column of a table, else the section's title. */
function placeOf({ title, table }: Section, key: string): string | null {
  for (const { keys } of table?.rows ?? []) {
    const column = table?.columns[keys.indexOf(key)];
    if (column) return column;
  }
  return title ?? null;
}
