import { and, eq, inArray } from 'drizzle-orm';
import type { FieldMessages } from '#contract/errors.ts';
import { type Json, sameJson } from '#contract/json.ts';
import { blankValue, fieldsFor, type ResourceDefinition, type Values } from '#contract/resources/define.ts';
import { fieldValue, hiddenKeys, hiddenValue } from '#contract/resources/hidden-fields.ts';
import { type Condition, type Field, type FieldValue, isItems, isSeveral } from '#contract/fields/field.ts';
import { itemLabel, shownItemFields } from '#contract/fields/item-rules.ts';
import { choiceListOf, emptyBecomes, isBlank, readWire, validateField } from '#contract/fields/index.ts';
import { settingOf } from '#contract/settings/index.ts';
import { type ConditionScope, isShown, resolveField } from '#contract/settings/screen.ts';
import { rowId } from '../calls/scope.ts';
import type { Database } from '../connect.ts';
import { unknownIn } from '../settings/references.ts';
import { storedValue } from '../settings/check.ts';
import { loadSettings } from '../settings/store.ts';
import { columnsOf, type ResourceColumns, type Scope, type ServedResource } from './resource.ts';

/** The resources by name: a field may contain the id of a record of any of them. */
export type ServedResources = ReadonlyMap<string, ServedResource>;

export type RecordCheck =
  | {
      readonly kind: 'checked';
      /** Every field of the record after the write, except unchanged secrets. */
      readonly values: Values;
      /** The fields that the write stores. */
      readonly stored: Values;
    }
  | { readonly kind: 'problems'; readonly fields: FieldMessages };

export interface WrittenRecord {
  /** The fields in the call, in the contract's shape. */
  readonly written: Values;
  /** The stored record; null for a new one. */
  readonly before: Values | null;
}

/**
 * Checks a record as it would be after a write against its fields. A field that is hidden then is not checked, and keeps its stored value,
 * whatever was sent; where the same write hides it and names it, it gets its blank value. What was wrong with the stored record already
 * counts only for the fields that the write changes.
 */
export async function checkRecord(
  db: Database,
  scope: Scope,
  { definition, columns }: Pick<ServedResource, 'definition'> & { readonly columns: ResourceColumns },
  resources: ServedResources,
  { written, before }: WrittenRecord,
): Promise<RecordCheck> {
  const fields = fieldsFor(before ? 'update' : 'create', definition.fields);
  const keptOf = (field: Field): Json => (before ? (before[field.key] ?? null) : blankValue(field));
  const sent = new Map(fields.map((field) => [field.key, written[field.key] ?? (field.key in written ? null : keptOf(field))]));
  const conditions: ConditionScope = {
    theme: scope.theme,
    value: (key) => (sent.has(key) ? fieldValue(sent.get(key)) : undefined),
    setting: await settingsNamedBy(db, scope, fields),
    isNew: before === null,
  };
  const storedConditions: ConditionScope = { ...conditions, value: (key) => fieldValue(before?.[key] ?? null), isNew: true };
  /** A problem that was stored before does not refuse a write that leaves it as it is. */
  const storedProblem = (declared: Field): string | null => {
    if (!isShown(declared.when, storedConditions)) return null;
    const [field, value] = [resolveField(declared, storedConditions), fieldValue(keptOf(declared))];
    return validateField(field, value) ?? sizeProblem(field, columns, value);
  };
  const hiddenByWrite = new Set(hiddenKeys(fields, written));
  const values = new Map<string, Json>();
  const stored = new Map<string, Json>();
  const problems: Record<string, string> = {};
  const named: Written[] = [];
  for (const declared of fields) {
    const { key } = declared;
    const isWritten = key in written;
    // The stored value of a secret is not known here.
    if (before && declared.secret && !isWritten) continue;
    // What a new record needs as a secret can be replaced, and not removed.
    const isKept = declared.secret === true && declared.requiredOnCreate === true;
    const field = resolveField(isKept ? { ...declared, required: true } : declared, conditions);
    if (!isShown(field.when, conditions)) {
      const isCleared = !before || ((hiddenByWrite.has(key) || field.clearedWhenHidden === true) && !field.secret);
      if (isCleared) stored.set(key, hiddenValue(field));
      if (isCleared || !field.secret) values.set(key, isCleared ? hiddenValue(field) : keptOf(field));
      continue;
    }
    const isShownAgain = before !== null && !isWritten && !isShown(declared.when, storedConditions);
    const json = sent.get(key) ?? (isShownAgain ? blankValue(field) : null);
    const value = fieldValue(json);
    const found = validateField(field, value) ?? sizeProblem(field, columns, value);
    const isUntouched = before !== null && !declared.secret && sameJson(json, keptOf(field));
    const problem = isUntouched && found === storedProblem(declared) ? null : found;
    if (problem !== null) problems[key] = problem;
    const kept = isBlank(field, value) ? (emptyBecomes(field)?.value ?? emptyIn(columns, field, json)) : json;
    values.set(key, kept);
    if (isWritten || isShownAgain || !before) stored.set(key, kept);
    if (isWritten) named.push({ key, field, value: idsOf(value) }, ...namedInItems(field, value));
  }
  if (Object.keys(problems).length > 0) return { kind: 'problems', fields: problems };
  const unknown = await unknownNamed(db, scope, definition, resources, named);
  if (Object.keys(unknown).length > 0) return { kind: 'problems', fields: unknown };
  return { kind: 'checked', values: Object.fromEntries(values), stored: Object.fromEntries(stored) };
}

interface Written {
  readonly key: string;
  readonly field: Field;
  /** The reference, where the field is of a kind that names a record or file. */
  readonly value: string[];
}

/** References in a write that the website does not have, by the key of their field. */
async function unknownNamed(
  db: Database,
  scope: Scope,
  { references }: ResourceDefinition,
  resources: ServedResources,
  written: readonly Written[],
): Promise<FieldMessages> {
  const ofResources = written.filter(({ key }) => key in references);
  const ofLists = scope.websiteId === null ? [] : written.filter(({ key }) => !(key in references));
  return {
    ...(scope.websiteId === null ? {} : await unknownIn(db, scope.websiteId, ofLists)),
    ...(await unknownRecords(db, scope, references, resources, ofResources)),
  };
}

/** The references in the items of a list, each named apart in messages. */
function namedInItems(field: Field, value: FieldValue): readonly Written[] {
  if (field.kind !== 'items' || !isItems(value)) return [];
  return value.flatMap((item, at) =>
    shownItemFields(field, item)
      .filter((each) => choiceListOf(each) !== null)
      .map((each) => ({
        key: field.key,
        field: { ...each, label: `${itemLabel(field, at)}: ${each.label}` },
        value: idsOf(item[each.key] ?? null),
      })),
  );
}

function idsOf(value: FieldValue): string[] {
  if (isSeveral(value)) return [...value];
  return typeof value === 'string' && value !== '' ? [value] : [];
}

/** What an empty value is stored as: its column may not take null, where the field has a default. */
function emptyIn(columns: ResourceColumns, field: Field, json: Json): Json {
  return json === null && columns.all.get(field.key)?.notNull ? blankValue(field) : json;
}

/** A number that the field accepts, but its column does not. */
function sizeProblem(field: Field, columns: ResourceColumns, value: FieldValue): string | null {
  if (typeof value !== 'number' || columns.all.get(field.key)?.columnType !== 'PgInteger') return null;
  if (!Number.isInteger(value)) return `${field.label} must be a whole number.`;
  return Math.abs(value) <= 2_147_483_647 ? null : `${field.label} must be at most 2147483647.`;
}

/** The settings that conditions of the fields read; no query where no condition reads any. */
async function settingsNamedBy(db: Database, { websiteId }: Scope, fields: readonly Field[]): Promise<ConditionScope['setting']> {
  const keys = new Set<string>();
  const visit = (condition: Condition | undefined): void => {
    if (!condition) return;
    if ('setting' in condition) keys.add(condition.setting.key);
    if ('all' in condition) condition.all.forEach(visit);
  };
  for (const field of fields) {
    visit(field.when);
    visit(field.requiredWhen);
  }
  const rows = keys.size === 0 || websiteId === null ? [] : await loadSettings(db, websiteId, [...keys]);
  const stored = new Map(rows.map(({ setting }) => [setting.key, storedValue(setting.value)]));
  return (_, key) => {
    const known = settingOf(key);
    return known && websiteId !== null ? readWire(known.field, stored.get(key)).value : undefined;
  };
}

/**
 * Referenced records of other resources that do not exist, or belong to another website. The others are locked, so that they can't be
 * deleted before the write ends.
 */
async function unknownRecords(
  db: Database,
  scope: Scope,
  references: ResourceDefinition['references'],
  resources: ServedResources,
  written: readonly Written[],
): Promise<FieldMessages> {
  const messages: Record<string, string> = {};
  for (const { key, field, value } of written) {
    const named = resources.get(references[key] ?? '');
    if (!named) throw new Error(`${key} names the resource ${references[key]}, which is not served`);
    const columns = columnsOf(named);
    const owner = named.definition.scope === 'website' ? scope.websiteId : scope.accountId;
    const ids = new Set(value);
    const wanted = [...ids].map(rowId).filter((id) => id !== null);
    const isOwn = and(eq(columns.scope, owner), inArray(columns.id, wanted));
    const found = wanted.length === 0 ? [] : await db.select({ id: columns.id }).from(named.table).where(isOwn).for('key share');
    if (found.length < ids.size) messages[key] = `${field.label} is not there any more. Choose it again.`;
  }
  return messages;
}
