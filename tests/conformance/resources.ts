import * as v from 'valibot';
import type { Call } from '#contract/calls/define.ts';
import { sameJson } from '#contract/json.ts';
import { fieldsFor, type RecordValues, type ResourceDefinition, type Values } from '#contract/resources/define.ts';
import { resources } from '#contract/resources/index.gen.ts';
import { namedBy, sampleRecord, withoutSecrets } from '#contract/testing/sample-record.ts';
import type { Checked } from './checked.ts';
import { type Answer, dataOf, refusalProblem, successProblem, tagOf } from './target.ts';

/** The calls of one resource on one website. */
interface Desk extends Checked {
  readonly definition: ResourceDefinition;
  readonly list: (query: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly read: (id: string) => Promise<Answer>;
  readonly create: (values: Values, key?: string) => Promise<Answer>;
  readonly update: (id: string, values: Values, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly remove: (id: string) => Promise<Answer>;
}

/** An id that no record has. */
const noId = '2147483647';

/** Every resource of the contract. Unless `readOnly` a few records are added, changed and deleted again. */
export async function resourceChecks(checked: Checked, readOnly: boolean): Promise<void> {
  for (const definition of resources) {
    const desk = deskOf(checked, definition);
    if (!(await readChecks(desk)) || readOnly) continue;
    await writeChecks(desk);
  }
}

function deskOf(checked: Checked, definition: ResourceDefinition): Desk {
  const { send, token, websiteId } = checked;
  const { calls } = definition;
  const carried = (id: string | null, body: Values): Values => ({ ...definition.carries?.({ websiteId, id }), ...body });
  const ask = (call: Call, id: string, more: Parameters<typeof send>[1] = {}) => send(call, { token, params: { websiteId, id }, ...more });
  const fresh = () => ({ 'idempotency-key': crypto.randomUUID() });
  return {
    ...checked,
    found: (check, problem, otherwise) => checked.found(`${definition.labels.many}: ${check}`, problem, otherwise),
    definition,
    list: (query) => ask(calls.list, '', { query }),
    read: (id) => ask(calls.read, id),
    create: (body, key) =>
      ask(calls.create, '', { body: carried(null, body), headers: key === undefined ? fresh() : { 'idempotency-key': key } }),
    update: (id, body, headers = {}) => ask(calls.update, id, { body: carried(id, body), headers: { ...fresh(), ...headers } }),
    remove: (id) => ask(calls.remove, id, { headers: fresh() }),
  };
}

const listed = (desk: Desk, answer: Answer): readonly RecordValues[] => dataOf(answer, v.array(desk.definition.schema));
const idsOf = (desk: Desk, answer: Answer): readonly string[] => listed(desk, answer).map(({ id }) => id);

/** False where there is no list, so that nothing else can be checked. */
async function readChecks(desk: Desk): Promise<boolean> {
  const { definition, found, list, read } = desk;
  const { calls } = definition;
  const all = await list({});
  const problem = successProblem(calls.list, all);
  found(`${calls.list.name} answers its shape`, problem);
  if (problem !== null) return false;
  const [first] = listed(desk, all);
  if (first) found(`${calls.read.name} answers its shape`, successProblem(calls.read, await read(first.id)));
  found('an unknown one is not found', refusalProblem(await read(noId), [404]));
  const pages = await Promise.all(['0', '1'].map((page) => list({ page, per_page: '1' })));
  const [one = [], two = []] = pages.map((page) => idsOf(desk, page));
  found('per_page is kept to', one.length <= 1 ? null : `asked for 1, answered ${one.length}`);
  found('two pages have different records', one.length === 0 || one[0] !== two[0] ? null : 'both have the same');
  const { isSearchable } = definition.list;
  if (!isSearchable) return true;
  const nothing = idsOf(desk, await list({ q: 'no record has this name 7f3a' }));
  found('q searches', nothing.length === 0 ? null : 'it is ignored: the list then shows all of them', 'note');
  return true;
}

async function writeChecks(desk: Desk): Promise<void> {
  const { definition, found, create, list, remove } = desk;
  const { fields, calls, labels } = definition;
  const word = `conformance-${crypto.randomUUID().slice(0, 8)}`;
  const samples = ['a', 'b', 'c'].map((letter) => sampleRecord(definition, `${word}-${letter}`));
  const missing = fieldsFor('create', fields).filter(
    ({ key, required }) => required && samples.some((values) => key in values && isNothing(values[key])),
  );
  if (missing.length > 0)
    return found('one can be added', `it needs ${missing.map(({ label }) => label).join(', ')}, which this run can’t choose`, 'note');
  const before = paginationTotal(await list({ per_page: '1' }));
  const made: string[] = [];
  try {
    for (const values of samples) {
      const answer = await create(values);
      const problem = successProblem(calls.create, answer);
      found(`${calls.create.name} answers its shape`, problem);
      if (problem !== null) return;
      made.push(dataOf(answer, definition.schema).id);
    }
    await storedChecks(desk, made, samples);
    await findingChecks(desk, word, made, samples);
    await changingChecks(desk, made, word);
    await onceChecks(desk, made, word);
  } finally {
    for (const id of made) await remove(id);
  }
  const after = paginationTotal(await list({ per_page: '1' }));
  found(`the ${labels.many} are as many as before`, after === before ? null : `${before} before, ${after} now`);
}

const isNothing = (value: Values[string] | undefined): boolean => value === null || value === undefined || sameJson(value, []);

function paginationTotal(answer: Answer): number {
  return v.parse(v.object({ pagination: v.object({ total: v.number() }) }), answer.json).pagination.total;
}

async function storedChecks(desk: Desk, made: readonly string[], samples: readonly Values[]): Promise<void> {
  const { definition, found, read, create } = desk;
  const [id = ''] = made;
  const [values = {}] = samples;
  const answer = await read(id);
  const problem = successProblem(definition.calls.read, answer);
  found('a new one is read by its id', problem);
  if (problem === null)
    found('a new one is read as it was sent', differing(dataOf(answer, definition.schema), withoutSecrets(definition, values)));
  const empty = await create({});
  if (!definition.fields.some(({ required }) => required)) return;
  found('an empty one is refused', refusalProblem(empty, [400, 422]), 'note');
}

/** The keys whose values differ in a record. */
function differing(record: RecordValues, values: Values): string | null {
  const keys = Object.keys(values).filter((key) => !sameJson(record[key], values[key]));
  return keys.length === 0 ? null : `other values came back for ${keys.join(', ')}`;
}

/** Only the records of this run, which a search for their common word finds. */
async function findingChecks(desk: Desk, word: string, made: readonly string[], samples: readonly Values[]): Promise<void> {
  const { definition, found, list } = desk;
  const { isSearchable, columns } = definition.list;
  if (!isSearchable) return;
  // A field of a fixed form, such as a host name, holds no word.
  const isShown = (values: Values) => columns.some(({ key }) => String(values[key] ?? '').includes(word));
  if (!samples.every(isShown)) {
    const [first] = columns;
    const name = String(samples[0]?.[first?.key ?? ''] ?? '');
    const ids = idsOf(desk, await list({ q: name, per_page: '100' }));
    return found('q finds what holds the word', ids.includes(made[0] ?? '') ? null : 'it is missing', 'note');
  }
  const search = await list({ q: word, per_page: '100' });
  const ids = idsOf(desk, search);
  found('q finds what holds the word', sameJson([...ids].sort(), [...made].sort()) ? null : 'other records came back', 'note');
  if (ids.length !== made.length) return;
  for (const { key } of columns.filter(({ sortable }) => sortable)) {
    const [up = [], down = []] = await Promise.all([key, `-${key}`].map(async (sort) => idsOf(desk, await list({ q: word, sort }))));
    found(
      `they are sorted by ${key} both ways`,
      up.length === made.length && sameJson(up, down.toReversed()) ? null : 'they are not',
      'note',
    );
  }
  const pages = await Promise.all(made.map((_, page) => list({ q: word, page: String(page), per_page: '1' })));
  const paged = pages.flatMap((page) => idsOf(desk, page));
  found('each stands on one page of a search', sameJson([...paged].sort(), [...made].sort()) ? null : 'some are missing or repeated');
}

async function changingChecks(desk: Desk, made: readonly string[], word: string): Promise<void> {
  const { definition, found, read, update } = desk;
  const { calls, schema, concurrency } = definition;
  const nameKey = namedBy(definition);
  const [id = ''] = made;
  const before = dataOf(await read(id), schema);
  const renamed = { [nameKey]: sampleRecord(definition, `${word}-d`)[nameKey] ?? null };
  const answer = await update(id, renamed);
  found(`${calls.update.name} answers its shape`, successProblem(calls.update, answer));
  const after = dataOf(await read(id), schema);
  found('a change is read again', differing(after, renamed));
  const { [nameKey]: _, ...others } = before;
  const kept = Object.fromEntries(definition.fields.flatMap(({ key }) => (key in others ? [[key, others[key] ?? null]] : [])));
  found('what a change does not name stays as it was', differing(after, kept));
  found('a change of an unknown one is not found', refusalProblem(await update(noId, renamed), [404]));
  const etag = tagOf(await read(id));
  if (concurrency === 'none') return;
  if (etag === null)
    return found('If-Match is honoured', 'there is no strong ETag: two people saving at once are told apart by a read before', 'note');
  const fits = await update(id, { [nameKey]: sampleRecord(definition, `${word}-e`)[nameKey] ?? null }, { 'if-match': etag });
  found('a change with the current tag goes through', successProblem(calls.update, fits));
  const stale = await update(id, renamed, { 'if-match': etag });
  if (stale.status < 300) found('If-Match is honoured', 'an old tag went through', 'note');
  else found('If-Match is honoured', refusalProblem(stale, [412]));
}

/** Checks that a create with its key, and a delete, have their effect once. */
async function onceChecks(desk: Desk, made: string[], word: string): Promise<void> {
  const { definition, found, create, read, remove } = desk;
  const { calls, schema } = definition;
  const key = crypto.randomUUID();
  const values = sampleRecord(definition, `${word}-f`);
  const first = await create(values, key);
  found('one more is added', successProblem(calls.create, first));
  if (successProblem(calls.create, first) !== null) return;
  const { id } = dataOf(first, schema);
  made.push(id);
  const again = await create(values, key);
  const isSame = successProblem(calls.create, again) === null && dataOf(again, schema).id === id;
  if (!isSame && again.status < 300) made.push(dataOf(again, schema).id);
  found(
    'a create with a repeated Idempotency-Key is done once',
    isSame ? null : 'an unknown outcome is looked up before it is sent again',
    'note',
  );
  found(`${calls.remove.name} answers its shape`, successProblem(calls.remove, await remove(id)));
  found('a deleted one is gone', refusalProblem(await read(id), [404, 410]));
  found('a second delete finds nothing', refusalProblem(await remove(id), [404, 410]));
}
