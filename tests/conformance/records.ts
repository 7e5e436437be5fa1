import { sameJson } from '#contract/json.ts';
import type { RecordValues, Values } from '#contract/resources/define.ts';
import { namedBy, sampleRecord, withoutSecrets } from '#contract/testing/sample-record.ts';
import { type ResourceClient, idsOf, type Needed, noId } from './resource-client.ts';
import { dataOf, refusalProblem, successProblem, tagOf } from './target.ts';

/** What a record holds after a write, for records that this run has made. */
export async function storedChecks(
  client: ResourceClient,
  calls: Needed<'read'>,
  made: readonly string[],
  samples: readonly Values[],
): Promise<void> {
  const { definition, found, read, create } = client;
  const [id = ''] = made;
  const [values = {}] = samples;
  const answer = await read(id);
  const problem = successProblem(calls.read, answer);
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
export async function findingChecks(
  client: ResourceClient,
  word: string,
  made: readonly string[],
  samples: readonly Values[],
): Promise<void> {
  const { definition, found, list } = client;
  const { isSearchable, columns } = definition.list;
  if (!isSearchable) return;
  // A field of a fixed form, such as a host name, holds no word.
  const isShown = (values: Values) => columns.some(({ key }) => String(values[key] ?? '').includes(word));
  if (!samples.every(isShown)) {
    const [first] = columns;
    const name = String(samples[0]?.[first?.key ?? ''] ?? '');
    const ids = idsOf(client, await list({ q: name, per_page: '100' }));
    return found('q finds what holds the word', ids.includes(made[0] ?? '') ? null : 'it is missing', 'note');
  }
  const search = await list({ q: word, per_page: '100' });
  const ids = idsOf(client, search);
  found('q finds what holds the word', sameJson([...ids].sort(), [...made].sort()) ? null : 'other records came back', 'note');
  if (ids.length !== made.length) return;
  for (const { key } of columns.filter(({ sortable }) => sortable)) {
    const [up = [], down = []] = await Promise.all([key, `-${key}`].map(async (sort) => idsOf(client, await list({ q: word, sort }))));
    found(
      `they are sorted by ${key} both ways`,
      up.length === made.length && sameJson(up, down.toReversed()) ? null : 'they are not',
      'note',
    );
  }
  const pages = await Promise.all(made.map((_, page) => list({ q: word, page: String(page), per_page: '1' })));
  const paged = pages.flatMap((page) => idsOf(client, page));
  found('each stands on one page of a search', sameJson([...paged].sort(), [...made].sort()) ? null : 'some are missing or repeated');
}

export async function changingChecks(
  client: ResourceClient,
  calls: Needed<'update'>,
  made: readonly string[],
  word: string,
): Promise<void> {
  const { definition, found, read, update } = client;
  const { schema, concurrency } = definition;
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
    return found('If-Match is honoured', 'there is no strong ETag: a save of somebody else is noticed by a read before each save', 'note');
  const fits = await update(id, { [nameKey]: sampleRecord(definition, `${word}-e`)[nameKey] ?? null }, { 'if-match': etag });
  found('a change with the current tag goes through', successProblem(calls.update, fits));
  const stale = await update(id, renamed, { 'if-match': etag });
  if (stale.status < 300) found('If-Match is honoured', 'an old tag went through', 'note');
  else found('If-Match is honoured', refusalProblem(stale, [412]));
}

/** Checks that a create with its key, and a delete, have their effect once. */
export async function onceChecks(
  client: ResourceClient,
  calls: Needed<'create' | 'remove'>,
  made: string[],
  values: Values,
): Promise<void> {
  const { definition, found, create, read, remove } = client;
  const { schema } = definition;
  const key = crypto.randomUUID();
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
  if (client.calls.read) found('a deleted one is gone', refusalProblem(await read(id), [404, 410]));
  found('a second delete finds nothing', refusalProblem(await remove(id), [404, 410]));
}
