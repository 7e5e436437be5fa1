import type { Category } from '#contract/entities/setting.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import type { ListName } from '#contract/entities/lists.ts';
import type { Field, FieldValue } from '#contract/fields/field.ts';
import { type SettingsScreen, shownSections } from '#contract/settings/screen.ts';

type Choices = readonly { readonly id: string; readonly label: string }[];

/** Ids of what a website has to choose from. */
export interface Chosen {
  readonly menus: Choices;
  readonly forms: Choices;
  readonly records?: Readonly<Partial<Record<ListName, Choices>>>;
}

type Word = 'online' | 'offline';

/** A value that the field takes, different for each word. Files have a test of their own. */
export function validValue(field: Field, word: Word, { menus, forms, records }: Chosen = { menus: [], forms: [] }): FieldValue {
  const online = word === 'online';
  switch (field.kind) {
    case 'url':
      return `https://${word}.example/${field.key}`;
    case 'text':
      return field.digits ? (online ? '12' : '24') : `${field.label} ${word}`;
    case 'email':
      return `${word}@bay.example`;
    case 'telephone':
      return online ? '02 9000 1111' : '02 9000 2222';
    case 'multiline':
    case 'lines':
      return `${field.key} ${word}\nSecond line`;
    case 'code':
      return field.language === 'css' ? `.${word} { color: red; }` : `<!-- ${field.key} ${word} -->`;
    case 'checkbox':
    case 'toggle':
      return online;
    case 'number':
      return online ? 120 : 240;
    case 'opacity':
      return online ? 0.45 : 0.6;
    case 'color':
      return online ? '#1a2b3c' : '#3c2b1a';
    case 'select':
    case 'radio':
    case 'themeColor':
    case 'logo':
      return field.options.at(online ? -1 : 0)?.value ?? null;
    case 'menu':
      return menus.at(online ? 1 : 2)?.id ?? null;
    case 'form':
      return forms.at(online ? 1 : 2)?.id ?? null;
    case 'slider':
      return online ? 35 : 70;
    case 'record':
      return records?.[field.list]?.at(online ? 0 : 1)?.id ?? null;
    case 'records':
      return (records?.[field.list] ?? []).slice(0, online ? 2 : 1).map(({ id }) => id);
    case 'images':
      return [];
    case 'image':
    case 'file':
      return null;
  }
}

export interface FilledField {
  readonly field: Field;
  readonly value: FieldValue;
}

interface Filling {
  readonly theme: ThemeKey;
  readonly word: Word;
  readonly chosen: Chosen;
  /** What is stored in other categories, where a condition names it. */
  readonly setting: (category: Category, key: string) => FieldValue | undefined;
}

/** Every field that the screen shows once it is filled, in order, with what it is filled with. */
export function filling(screen: SettingsScreen, { theme, word, chosen, setting }: Filling): readonly FilledField[] {
  const values = new Map(screen.sections.flatMap(({ fields }) => fields.map((field) => [field.key, validValue(field, word, chosen)])));
  const shown = shownSections(screen, { theme, value: (key) => values.get(key), setting });
  return shown
    .flatMap((section) => section.fields)
    .filter((field) => field.kind !== 'image' && field.kind !== 'images' && field.kind !== 'file')
    .map((field) => ({ field, value: validValue(field, word, chosen) }));
}

/** Few of these forms that have every kind of field between them which any of them has: each time the one that adds most. */
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
