import type { Category } from '#contract/entities/setting.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { isChosenResource, type ListName } from '#contract/entities/lists.ts';
import { type Field, type FieldValue, isSeveral } from '#contract/fields/field.ts';
import { choiceListOf, defaultValue, sampleValue } from '#contract/fields/index.ts';
import { type SettingsScreen, shownSections } from '#contract/settings/screen.ts';

type Choices = readonly { readonly id: string; readonly label: string }[];

/** Ids of the website's menus, forms and records. */
export interface Chosen {
  readonly menus: Choices;
  readonly forms: Choices;
  readonly records?: Readonly<Partial<Record<ListName, Choices>>>;
}

type Word = 'online' | 'offline';

/** A value that the field accepts, different for each word. Files have separate tests. */
function validValue(field: Field, word: Word, { menus, forms, records }: Chosen = { menus: [], forms: [] }): FieldValue {
  const online = word === 'online';
  if ('accept' in field) return defaultValue(field);
  const list = choiceListOf(field);
  if (list === null) return sampleValue(field, online ? 1 : 2);
  // Not the first menu or form: the seed's settings name those.
  if (list === 'menu' || list === 'form') return (list === 'menu' ? menus : forms).at(online ? 1 : 2)?.id ?? null;
  const ids = (list === 'page' || isChosenResource(list) ? [] : (records?.[list] ?? [])).map(({ id }) => id);
  if (isSeveral(defaultValue(field))) return ids.slice(0, online ? 2 : 1);
  return ids.at(online ? 0 : 1) ?? null;
}

export interface FilledField {
  readonly field: Field;
  readonly value: FieldValue;
}

interface Filling {
  readonly theme: ThemeKey;
  readonly word: Word;
  readonly chosen: Chosen;
  /** Stored values of other categories, for conditions that name them. */
  readonly setting: (category: Category, key: string) => FieldValue | undefined;
}

/** The flags that a rule of the screen wants on. */
function ruledFlags({ rules = [] }: SettingsScreen): ReadonlySet<string> {
  return new Set(rules.flatMap((rule) => (rule.kind === 'oneOn' ? rule.keys : rule.kind === 'choiceIsOn' ? Object.values(rule.on) : [])));
}

/** Every field that the screen shows once it is filled, in order, with the value that fills it. */
export function filling(screen: SettingsScreen, { theme, word, chosen, setting }: Filling): readonly FilledField[] {
  const flags = ruledFlags(screen);
  const fillOf = (field: Field) => (flags.has(field.key) ? true : validValue(field, word, chosen));
  const values = new Map(screen.sections.flatMap(({ fields }) => fields.map((field) => [field.key, fillOf(field)])));
  const shown = shownSections(screen, { theme, value: (key) => values.get(key), setting });
  return shown
    .flatMap((section) => section.fields)
    .filter((field) => !('accept' in field))
    .map((field) => ({ field, value: fillOf(field) }));
}

/** A few of these forms that together have every kind of field: each step adds the form with the most new kinds. */
export function coveringKinds<Form>(forms: readonly Form[], fieldsOfForm: (form: Form) => readonly Field[]): readonly Form[] {
  const kindsOf = (form: Form) => new Set(fieldsOfForm(form).map(({ kind }) => kind));
  const missing = new Set(forms.flatMap((form) => [...kindsOf(form)]));
  const chosen: Form[] = [];
  while (missing.size > 0) {
    const [next] = forms.toSorted((a, b) => kindsOf(b).intersection(missing).size - kindsOf(a).intersection(missing).size);
    if (next === undefined) break;
    chosen.push(next);
    for (const kind of kindsOf(next)) missing.delete(kind);
  }
  return forms.filter((form) => chosen.includes(form));
}
