import * as v from 'valibot';
import { bodyOf } from '#contract/resources/body.ts';
import type { RecordValues, ResourceDefinition, Values } from '#contract/resources/define.ts';
import { resources } from '#contract/resources/index.gen.ts';
import { sampleRecord } from '#contract/testing/sample-record.ts';
import type { Api } from './api.ts';

const paginationSchema = v.object({ total: v.number() });

/** One page of a kind of record, as the server answers it. */
export async function serverPage(
  api: Api,
  { calls, schema }: ResourceDefinition,
  websiteId: string,
  query: Readonly<Record<string, string>> = {},
) {
  const answer = await api.call('GET', `${calls.list.path.replace('{websiteId}', websiteId)}?${new URLSearchParams(query)}`);
  return v.parse(v.object({ data: v.array(schema), pagination: paginationSchema }), await answer.json());
}

/** Words of one length: none is a part of another. */
const wordAt = (at: number): string => `list-${String.fromCodePoint(97 + Math.floor(at / 26), 97 + (at % 26))}`;

/**
 * Creates records of a kind that has a create call, with sample values, the first of them those of number `from`: a domain is unique over
 * all websites of a server, and two tests of one kind share it. Returns them in the order of their creation.
 */
export async function seedRecords(
  api: Api,
  resource: ResourceDefinition,
  websiteId: string,
  count: number,
  from = 0,
): Promise<readonly RecordValues[]> {
  const { calls, fields, references } = resource;
  if (!calls.create) throw new Error(`${resource.labels.many} are not created`);
  const { method, path } = calls.create;
  const chosen: Record<string, string> = {};
  for (const { key, required } of fields) {
    const named = required ? resources.find(({ name }) => name === references[key]) : undefined;
    if (named) chosen[key] = (await serverPage(api, named, websiteId)).data[0]?.id ?? '';
  }
  const made: RecordValues[] = [];
  for (let at = from; at < from + count; at += 1) {
    const values = { ...withTicks(resource, sampleRecord(resource, wordAt(at)), at), ...chosen };
    const answer = await api.call(method, path.replace('{websiteId}', websiteId), bodyOf(resource, { websiteId, id: null }, values));
    if (answer.status !== 201) throw new Error(`The API answered ${answer.status}: ${await answer.text()}`);
    made.push(v.parse(v.object({ data: resource.schema }), await answer.json()).data);
  }
  return made;
}

/** Every other record has its ticks, so that a sort by them has something to sort. */
function withTicks({ fields, oneOf }: ResourceDefinition, values: Values, at: number): Values {
  const ticks = fields.filter(({ kind, key }) => kind === 'checkbox' && key in values && !oneOf.includes(key));
  return { ...values, ...Object.fromEntries(ticks.map(({ key }) => [key, at % 2 === 0])) };
}
