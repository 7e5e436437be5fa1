import * as v from 'valibot';
import { idSchema } from '#contract/entities/id.ts';
import { jsonSchema } from '#contract/json.ts';
import { valuesIn } from '#contract/resources/body.ts';
import { bulkCallsOf } from '#contract/resources/bulk-calls.ts';
import type { RecordCall, ResourceDefinition, Values } from '#contract/resources/define.ts';
import type { Database } from '../connect.ts';
import { itemNames } from '../http/fields.ts';
import { type Failure, invalidFields, ok, type Reply, type Success } from '../http/reply.ts';
import { type Input, type Route, serve } from '../serve.ts';
import { inTransaction } from '../write-once.ts';

type OnRecord = (input: Input<RecordCall>) => Promise<Reply<unknown>>;

/** The handlers of a resource's calls about one record, which its path names as `{id}`. */
export interface OneByOne {
  readonly read: OnRecord;
  readonly change: (input: Input<RecordCall>, written: Values) => Promise<Reply<unknown>>;
  readonly remove: OnRecord;
}

const itemsSchema = v.object({ items: v.array(v.objectWithRest({ id: idSchema }, jsonSchema)) });
const idsSchema = v.object({ ids: v.array(idSchema) });

/** The routes of a resource's calls about several records: each record goes through the handler of the call about one. */
export function bulkRoutes(definition: ResourceDefinition, { read, change, remove }: OneByOne): readonly Route[] {
  const calls = bulkCallsOf(definition);
  const several = (input: Input<RecordCall>) =>
    v.parse(itemsSchema, input.body).items.map(({ id, ...values }, at) => ({
      id,
      values: valuesIn(definition.fields, values),
      name: `items.${at}`,
      idName: `items.${at}.id`,
    }));
  const named = (input: Input<RecordCall>) =>
    v.parse(idsSchema, input.body).ids.map((id, at) => ({ id, values: {}, name: `ids.${at}`, idName: `ids.${at}` }));
  async function updateAll(input: Input<RecordCall>): Promise<Reply<readonly unknown[]>> {
    const changed = await forEach(several(input), input, change);
    // An item may have taken a flag from one before it.
    if (changed.kind === 'failure' || definition.oneOf.length === 0) return changed;
    const after = await forEach(several(input), input, read);
    return after.kind === 'failure' ? after : { ...changed, data: after.data };
  }
  return [
    ...(calls.update
      ? [
          serve(calls.update, updateAll, {
            again: (input) => forEach(several(input), input, read),
            namesOf: itemNames,
            writesOf: (body) => v.parse(itemsSchema, body).items.length,
          }),
        ]
      : []),
    ...(calls.remove
      ? [serve(calls.remove, (input) => forEach(named(input), input, remove), { writesOf: (body) => v.parse(idsSchema, body).ids.length })]
      : []),
  ];
}

interface Item {
  readonly id: string;
  readonly values: Values;
  /** The names of the item and of its id in the body, for messages. */
  readonly name: string;
  readonly idName: string;
}

/** Nobody reads more messages. */
const maxRefused = 20;

/**
 * Does the work for each item in its order. Where one is refused nothing is written: the refusal has the code of the first, and the
 * messages of all, at their items.
 */
async function forEach(
  items: readonly Item[],
  input: Input<RecordCall>,
  work: (input: Input<RecordCall>, values: Values) => Promise<Reply<unknown>>,
): Promise<Reply<readonly unknown[]>> {
  const twice = items.filter(({ id }, at) => items.findIndex((other) => other.id === id) < at);
  if (twice.length > 0) return invalidFields(Object.fromEntries(twice.map(({ idName }) => [idName, 'This record is named twice.'])));
  const done: Success<unknown>[] = [];
  const refused: (readonly [Item, Failure])[] = [];
  for (const item of items) {
    const reply = await inTransaction(input.db, (db: Database) =>
      work({ ...input, db, ifMatch: undefined, params: { ...input.params, id: item.id } }, item.values),
    );
    if (reply.kind === 'success') done.push(reply);
    else refused.push([item, reply]);
    if (refused.length === maxRefused) break;
  }
  const [first] = refused;
  if (first) return { ...first[1], fields: Object.fromEntries(refused.flatMap(([item, failure]) => messagesOf(item, failure))) };
  const following = done.flatMap(({ afterCommit }) => afterCommit ?? []);
  const data = done.map((reply) => reply.data);
  return following.length === 0 ? ok(data) : ok(data, { afterCommit: async () => void (await Promise.all(following.map((run) => run()))) });
}

/** The messages of a refusal at its item; that of a refusal without any field at the item's id. */
function messagesOf({ name, idName }: Item, { fields = {}, message }: Failure): readonly (readonly [string, string])[] {
  const entries = Object.entries(fields);
  return entries.length === 0 ? [[idName, message]] : entries.map(([key, text]) => [`${name}.${key}`, text]);
}
