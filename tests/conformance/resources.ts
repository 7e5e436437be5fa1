import * as v from 'valibot';
import { sameJson } from '#contract/json.ts';
import { fieldsFor, type ResourceDefinition, type Values } from '#contract/resources/define.ts';
import { everyResource } from '#contract/resources/every.ts';
import { sampleRecord } from '#contract/testing/sample-record.ts';
import { actChecks, bulkChecks } from './bulk.ts';
import type { Checked, Extent } from './checked.ts';
import { type ResourceClient, resourceClient, idsOf, listed, noId } from './resource-client.ts';
import { changingChecks, findingChecks, onceChecks, storedChecks } from './records.ts';
import { withReferences } from './references.ts';
import { type Answer, dataOf, refusalProblem, successProblem } from './target.ts';

/** Every resource of the contract, or some. Unless the run may only read, a few records are added, changed and deleted again. */
export async function resourceChecks(checked: Checked, extent: Extent, some: readonly ResourceDefinition[] = everyResource): Promise<void> {
  for (const definition of some) {
    const whole = everyResource.find(({ name }) => name === definition.within?.resource);
    const of = whole ? resourceClient(checked, whole) : null;
    const [first] = of ? listed(of, await of.list({})) : [];
    const made = of && !first && extent !== 'reading' ? await oneMore(of) : null;
    const parent = first?.id ?? made ?? undefined;
    if (of && parent === undefined) continue;
    await checksOf(resourceClient(checked, definition, parent), extent);
    if (made !== null) await of?.remove(made);
  }
}

async function checksOf(client: ResourceClient, extent: Extent): Promise<void> {
  if (!(await readChecks(client)) || extent === 'reading') return;
  if (client.calls.remove) await writeChecks(client);
  else if (client.calls.create && extent === 'adding') await lastingChecks(client);
}

/** A record for those that are parts of one, where the website has none. Null: it can't be made. */
async function oneMore(client: ResourceClient): Promise<string | null> {
  const [values] = (await samplesOf(client, [`conformance-${crypto.randomUUID().slice(0, 8)}`])) ?? [];
  const answer = values && client.calls.create ? await client.create(values) : null;
  return answer && answer.status < 300 ? dataOf(answer, client.definition.schema).id : null;
}

/** False where there is no list, so that nothing else can be checked. */
async function readChecks(client: ResourceClient): Promise<boolean> {
  const { calls, definition, found, list, read } = client;
  if (!calls.list) return false;
  const all = await list({});
  const problem = successProblem(calls.list, all);
  found(`${calls.list.name} answers its shape`, problem);
  if (problem !== null) return false;
  const [first] = listed(client, all);
  if (calls.read && first) found(`${calls.read.name} answers its shape`, successProblem(calls.read, await read(first.id)));
  if (calls.read) found('an unknown one is not found', refusalProblem(await read(noId), [404]));
  const pages = await Promise.all(['0', '1'].map((page) => list({ page, per_page: '1' })));
  const [one = [], two = []] = pages.map((page) => idsOf(client, page));
  found('per_page is kept to', one.length <= 1 ? null : `asked for 1, answered ${one.length}`);
  found('two pages have different records', one.length === 0 || one[0] !== two[0] ? null : 'both have the same');
  if (!definition.list.isSearchable) return true;
  const nothing = idsOf(client, await list({ q: 'no record has this name 7f3a' }));
  found('q searches', nothing.length === 0 ? null : 'it is ignored: the list then shows all of them', 'note');
  return true;
}

async function writeChecks(client: ResourceClient): Promise<void> {
  const { calls, definition, found, create, list, remove } = client;
  const word = `conformance-${crypto.randomUUID().slice(0, 8)}`;
  const samples = await samplesOf(client, [`${word}-a`, `${word}-b`, `${word}-c`]);
  if (!samples || !calls.create || !calls.remove) return;
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
    if (calls.read) await storedChecks(client, { read: calls.read }, made, samples);
    await findingChecks(client, word, made, samples);
    if (calls.read && calls.update) await changingChecks(client, { update: calls.update }, made, word);
    await actChecks(client, made);
    const [again] = (await samplesOf(client, [`${word}-f`])) ?? [];
    if (again) await onceChecks(client, { create: calls.create, remove: calls.remove }, made, again);
    await bulkChecks(client, made, word);
  } finally {
    for (const id of made) await remove(id);
  }
  const after = paginationTotal(await list({ per_page: '1' }));
  found(`the ${definition.labels.many} are as many as before`, after === before ? null : `${before} before, ${after} now`);
}

/** For records that nobody can delete: one is added, read and changed, and stays. */
async function lastingChecks(client: ResourceClient): Promise<void> {
  const { calls, definition, found, create } = client;
  const [values] = (await samplesOf(client, [`conformance-${crypto.randomUUID().slice(0, 8)}`])) ?? [];
  if (!values || !calls.create) return;
  const answer = await create(values);
  const problem = successProblem(calls.create, answer);
  found(`${calls.create.name} answers its shape`, problem);
  if (problem !== null) return;
  const { id } = dataOf(answer, definition.schema);
  if (calls.read) await storedChecks(client, { read: calls.read }, [id], [values]);
  await actChecks(client, [id]);
}

/** A valid record for each word, with records of the website where it needs any; null where one of its fields can't be filled. */
async function samplesOf(client: ResourceClient, words: readonly string[]): Promise<readonly Values[] | null> {
  const { definition, found } = client;
  const samples = await Promise.all(words.map((word) => withReferences(client, sampleRecord(definition, word))));
  const missing = fieldsFor('create', definition.fields).filter(
    ({ key, required }) => required && samples.some((values) => key in values && isNothing(values[key])),
  );
  if (missing.length === 0) return samples;
  found('one can be added', `it needs ${missing.map(({ label }) => label).join(', ')}, which this run can’t choose`, 'note');
  return null;
}

const isNothing = (value: Values[string] | undefined): boolean => value === null || value === undefined || sameJson(value, []);

function paginationTotal(answer: Answer): number {
  return v.parse(v.object({ pagination: v.object({ total: v.number() }) }), answer.json).pagination.total;
}
