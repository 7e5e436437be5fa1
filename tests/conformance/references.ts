import * as v from 'valibot';
import type { Call } from '#contract/calls/define.ts';
import { getList, listMenus, listPages } from '#contract/calls/lists.ts';
import type { ChoiceList } from '#contract/entities/lists.ts';
import type { Field } from '#contract/fields/field.ts';
import { choiceListOf } from '#contract/fields/index.ts';
import type { Json } from '#contract/json.ts';
import { fieldsFor, type Values } from '#contract/resources/define.ts';
import { everyResource } from '#contract/resources/every.ts';
import { isReference } from '#contract/testing/sample-record.ts';
import type { ResourceClient } from './resource-client.ts';

const listShape = v.object({ data: v.array(v.looseObject({ id: v.union([v.string(), v.number()]) })) });

/** The values of a record, with the first record of the website in each field that needs one. */
export async function withReferences(client: ResourceClient, values: Values): Promise<Values> {
  const { definition } = client;
  const chosen: Record<string, Json> = {};
  for (const field of fieldsFor('create', definition.fields))
    if (field.required && field.key in values && isReference(definition, field)) chosen[field.key] = await choose(client, field);
  return { ...values, ...chosen };
}

async function choose({ definition, send, token, websiteId }: ResourceClient, field: Field): Promise<Json> {
  const list = choiceListOf(field);
  const named = everyResource.find(({ name }) => name === (definition.references[field.key] ?? list));
  const call = named?.calls.list ?? (list === null ? null : listCall(list));
  if (!call) return null;
  const params = { websiteId, name: list ?? '' };
  const got = await send(call, { token, params, query: call === getList ? { website_id: websiteId } : {} });
  const read = v.safeParse(listShape, got.json);
  const [first] = read.success ? read.output.data : [];
  if (!first) return null;
  return field.kind === 'records' ? [String(first.id)] : String(first.id);
}

const ownLists: Partial<Readonly<Record<ChoiceList, Call>>> = { menu: listMenus, page: listPages };
const listCall = (list: ChoiceList): Call => ownLists[list] ?? getList;
