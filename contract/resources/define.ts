import type * as v from 'valibot';
import type { Call } from '../calls/define.ts';
import type { Json } from '../json.ts';
import type { Field } from '../fields/field.ts';
import type { Target, TargetScope } from '../outbox-entry.ts';
import { defaultValue, normaliserOf } from '../fields/index.ts';
import type { NavigationGroup } from '../navigation.ts';
import type { RecordDetailsDefinition } from './details.ts';
import type { Column, RecordListDefinition } from './list-definition.ts';
import type { RecordViewDefinition } from './view.ts';
import type { RecordFormDefinition } from './record-form-definition.ts';

/** Values of a record's fields, by key. An absent field reads as null. */
export type Values = Readonly<Record<string, Json>>;

/** A record as the API answers it. */
export type RecordValues = Values & { readonly id: string };
export type RecordSchema = v.GenericSchema<unknown, RecordValues> & { readonly entries: v.ObjectEntries };

export type RecordCall = Call & { readonly auth: 'bearer' };

/**
 * The calls of a resource. Their paths contain the website as `{websiteId}`, where they have one, and the record as `{id}`. Without one of
 * them, the console does not offer what it does.
 */
export interface ResourceCalls {
  readonly list: RecordCall;
  readonly read?: RecordCall;
  readonly create?: RecordCall;
  readonly update?: RecordCall;
  readonly remove?: RecordCall;
}

/** A named action of the server on one record, such as "make primary": what it does to the record's fields, and its call. */
export interface Act {
  readonly call: RecordCall;
  readonly label: string;
  readonly puts: Values;
}

/** How records of a resource name those of another one without their ids, as a redirect names a domain by its address. */
export interface Mention {
  /** The text for which the list of the naming records is searched. */
  readonly searchFor: (named: Values) => string;
  readonly names: (record: Values, named: Values) => boolean;
}

/** What the server last did with a record: in one line, and the lines behind it. */
export interface RecordReport {
  readonly summary: string;
  readonly items: readonly string[];
}

/** Who deletes a record, and how many there are in its scope; null where this device does not know that. */
export interface DeleteQuestion {
  readonly userId: string;
  readonly total: number | null;
}

/** The place of a list's entry in the side navigation: after the entry of another path, or at the end of a section. */
type NavigationPlace = { readonly after: string } | { readonly group: NavigationGroup['id']; readonly section: string | null };

/**
 * One kind of record, as data. Its calls, list, form, validation on both sides, mutations, texts of the sync centre and server handlers
 * follow from this.
 */
export interface ResourceDefinition<Calls extends ResourceCalls = ResourceCalls> {
  /** Its name in entries and cache keys: `redirect`. */
  readonly name: string;
  readonly scope: 'website' | 'account';
  /**
   * The path of the list's screen, under /website/{websiteId}/ unless it begins with `account/`. The form is at `{path}/new` and
   * `{path}/edit/{id}`, a view at `{path}/{id}`, the details at `{path}/details/{id}`.
   */
  readonly path: string;
  /** In place of `new`. */
  readonly newPath?: string;
  /** Its entry, with the list's heading as its label by default. Absent: there is none, or `navigation.ts` has it. */
  readonly navigation?: NavigationPlace & { readonly label?: string };
  readonly schema: RecordSchema;
  readonly calls: Calls;
  /**
   * Its records are parts of one of another resource, such as the actions of a form: `key` of each has the id of that one, and the paths of
   * list and create name it as `{param}`. A record stays a part of the same one, and is deleted with it.
   */
  readonly within?: { readonly resource: string; readonly key: string; readonly param: string };
  /** In the order of the form. */
  readonly fields: readonly Field[];
  readonly list: RecordListDefinition;
  /** Records without it are opened in their form. */
  readonly view?: RecordViewDefinition;
  /** A screen of its own that shows a record at a glance. */
  readonly details?: RecordDetailsDefinition;
  readonly labels: {
    /** As in the middle of a sentence: "redirect". */
    readonly one: string;
    readonly many: string;
    readonly heading: string;
    readonly intro?: string;
    /** The button that opens the form of a new record; "Create New" by default. */
    readonly add?: string;
    /** Headings of the form. */
    readonly create: string;
    /** Absent where records are not changed. */
    readonly edit?: string;
    /** What a new record is not saved offline for, with its verb: "credentials are"; by default the label of the first secret. */
    readonly secret?: string;
    /** The text of the empty list, and what the first record is useful for. */
    readonly none: string;
  };
  /**
   * Fields that say what a record is about, where there is at most one record for each such thing, and it is created where that thing is
   * shown. They are set by the create alone, no form shows them, and the list is filtered by equality on them.
   */
  readonly about: readonly string[];
  /** The field with a record's name. */
  readonly nameKey: string;
  /** A record as an option of another one's field; its name by default. */
  readonly describeOption?: (record: Values) => string;
  /** The key of a date that the names of links and buttons add, where records have the same name. */
  readonly datedBy?: string;
  /** Of its dialog; a form that is a page has none. */
  readonly formWidth?: '40rem' | '80rem' | '80%';
  /** What differs from the form of most resources. */
  readonly form?: RecordFormDefinition;
  /** `none`: the API has no `ETag` for a record, so each send needs a preflight read. */
  readonly concurrency: 'etag' | 'none';
  /** By field: the value as the server stores it. Without this, a lost answer would look like somebody else's change. */
  readonly normalise: Readonly<Record<string, (value: Json) => Json>>;
  /**
   * How to find whether a create whose answer was lost was applied: the list is searched for the value of `searchBy`, and a record with the
   * same values of `matching`, that was not there before the first attempt, is the created one. Where the search finds over 1,000 records,
   * those beyond are not read. Null: that can't be found, and a person is asked whether the record is there.
   */
  readonly findCreated: { readonly searchBy: string; readonly matching: readonly string[] } | null;
  /**
   * What the bodies of create and update contain besides the fields, such as a value that every record gets. An API may ignore it. `id`:
   * null for a create.
   */
  readonly carries?: (record: { readonly websiteId: string; readonly id: string | null }) => Values;
  /** The values that the server derives from the fields, for a record with pending changes. */
  readonly derived?: (values: Values) => Values;
  /** Fields with the id of another record: the resource of each. A field of an item has the key of the list before its own: `triggers.form_id`. */
  readonly references: Readonly<Record<string, string>>;
  /** By resource: other ways in which a record names one of that resource. The dialog of a delete says what names the record. */
  readonly mentions?: Readonly<Record<string, Mention>>;
  readonly acts: Readonly<Record<string, Act>>;
  /** Maximum number of records of one website or account, or of one record that they are parts of: more than any has, a limit against a hostile client. */
  readonly most: number;
  /** Flags that at most one record of a scope has: where one gets it, the server takes it from the other. */
  readonly oneOf: readonly string[];
  /** The API's answers about a website contain these records: they are fetched again after each write. */
  readonly isInWebsite?: boolean;
  /** Empty where none is deleted. */
  readonly confirmDelete: string;
  /** Why a record can't be deleted; null where it can. Both sides ask: the list before the click, and the server. */
  readonly cannotDelete?: (record: RecordValues, asked: DeleteQuestion) => string | null;
  /** What the delete of a record causes, said after that question; null: nothing special. */
  readonly deleteNote?: (record: Values) => string | null;
  /**
   * Warnings about a record among the other records of its scope, and beside those of another resource (`warnedBeside`). An API that checks
   * all of them sends the warnings in the list's answer, as `warnings` of each record; for any other API, only the records on the device are
   * checked.
   */
  readonly warnings?: (record: Values, others: readonly RecordValues[], beside: readonly RecordValues[]) => readonly string[];
  /** The name of the other resource whose records the warnings consider. */
  readonly warnedBeside?: string;
  /** Of the warnings: those that a save asks about first, on this device and on the server. */
  readonly asksAbout: readonly string[];
  /** Warnings about a record as it is at a moment (ms), such as that it is overdue. They are found on this device alone. */
  readonly warningsNow?: (record: Values, now: number) => readonly string[];
  /** Shown below the record's name in the list. */
  readonly report?: (record: Values) => RecordReport | null;
}

type Defaulted = 'normalise' | 'references' | 'acts' | 'most' | 'oneOf' | 'about' | 'confirmDelete' | 'asksAbout';

/** Declares a resource, with the defaults of most of them. */
export function defineResource<const Calls extends ResourceCalls>(
  definition: Omit<ResourceDefinition<Calls>, Defaulted> & Partial<Pick<ResourceDefinition, Defaulted>>,
): ResourceDefinition<Calls> {
  const ofKinds = definition.fields.flatMap((field) => {
    const normalise = normaliserOf(field);
    return normalise ? [[field.key, normalise] as const] : [];
  });
  const defaults = { references: {}, acts: {}, most: 10_000, oneOf: [], about: [], confirmDelete: '', asksAbout: [] };
  const normalise = { ...Object.fromEntries(ofKinds), ...definition.normalise };
  return { ...defaults, ...definition, normalise };
}

/** The columns that a search covers: those with a text of their own. */
export function searchedColumns({ list }: Pick<ResourceDefinition, 'list'>): readonly Column[] {
  return list.columns.filter(({ kind = 'text', isSearched = true }) => isSearched && (kind === 'text' || kind === 'html'));
}

/** A field's value as the server stores it. */
export function normalValue(resource: ResourceDefinition, key: string, value: Json | undefined): Json {
  return resource.normalise[key]?.(value ?? null) ?? value ?? null;
}

/** A record's values together with those that the server derives from them. */
export function withDerived({ derived }: ResourceDefinition, values: Values): Values {
  return derived ? { ...values, ...derived(values) } : values;
}

/** The fields of a form or a body: for a new record, or for one that is stored. */
export function fieldsFor(kind: 'create' | 'update', fields: readonly Field[]): readonly Field[] {
  if (kind === 'update') return fields;
  return fields.map((field) => {
    const { requiredOnCreate = false, helpOnCreate } = field;
    return { ...field, ...(requiredOnCreate ? { required: true } : {}), ...(helpOnCreate === undefined ? {} : { help: helpOnCreate }) };
  });
}

/** Whether these values contain a secret, so that they may neither be stored on the device nor wait there. */
export function holdsSecret({ fields }: Pick<ResourceDefinition, 'fields'>, values: Values): boolean {
  return fields.some(({ key, secret }) => secret === true && (values[key] ?? null) !== null);
}

/** Whether a record can't be created without a secret, so that creating one needs a connection. */
export function isCreatedOnline({ fields }: Pick<ResourceDefinition, 'fields'>): boolean {
  return fieldsFor('create', fields).some(({ secret, required }) => secret === true && required === true);
}

/** The path of a record's dialog below its list; null: it has none. */
export function dialogPathOf({ view, calls }: Pick<ResourceDefinition, 'view' | 'calls'>, id: string): string | null {
  if (view) return id;
  return calls.update ? `edit/${id}` : null;
}

/** The identity of a record. */
export function recordTarget({ name, scope }: Pick<ResourceDefinition, 'name' | 'scope'>, owner: TargetScope, id: string): Target {
  return { entity: name, scope: (scope === 'website' ? owner.websiteId : owner.accountId) ?? '', id };
}

/** A call that a mutation needs. Throws where the resource has none, which is a defect in the code. */
export function callFor({ name, calls }: Pick<ResourceDefinition, 'name' | 'calls'>, kind: keyof ResourceCalls): RecordCall {
  const found = calls[kind];
  if (!found) throw new Error(`the resource ${name} has no call to ${kind} a record`);
  return found;
}

/** The value of a new record in a field that nobody filled. */
export function blankValue(field: Field): Json {
  if ('default' in field && field.default !== undefined) return field.default;
  const start = defaultValue(field);
  return start === '' ? null : start;
}

/** All calls of a resource: its own, those of its acts and of its rows' actions, its downloads, and that of its details. */
export function callsOf({ name, calls, acts, list, details }: ResourceDefinition): readonly Call[] {
  const { list: page, create, read, update, remove } = calls;
  // A row may offer an action of another resource's record.
  const ofRows = (list.rowActions ?? []).filter(({ call: { entity } }) => entity === name);
  const more = [...Object.values(acts), ...ofRows, ...(list.downloads ?? []), ...(details ? [details] : [])].map((each) => each.call);
  // Two actions may be the same call with another body.
  return [...new Set([page, create, read, update, remove, ...more])].filter((each) => each !== undefined);
}

/** What a save of a record asks about first; null: nothing. */
export function questionOf(
  { warnings, asksAbout }: Pick<ResourceDefinition, 'warnings' | 'asksAbout'>,
  record: Values,
  others: readonly RecordValues[],
  beside: readonly RecordValues[],
): string | null {
  const found = asksAbout.length === 0 ? [] : (warnings?.(record, others, beside) ?? []).filter((text) => asksAbout.includes(text));
  return found.length === 0 ? null : found.join(' ');
}
