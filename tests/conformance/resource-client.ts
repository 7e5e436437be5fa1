import * as v from 'valibot';
import type { Call } from '#contract/calls/define.ts';
import { bodyOf } from '#contract/resources/body.ts';
import type { RecordCall, RecordValues, ResourceCalls, ResourceDefinition, Values } from '#contract/resources/define.ts';
import { parentParams } from '#contract/resources/within.ts';
import type { Checked } from './checked.ts';
import { type Answer, dataOf } from './target.ts';

type Headers = Readonly<Record<string, string>>;

/** The calls of one resource on one website. A call that the resource does not have throws. */
export interface ResourceClient extends Checked {
  readonly definition: ResourceDefinition;
  readonly calls: Partial<ResourceCalls>;
  readonly list: (query: Headers) => Promise<Answer>;
  readonly read: (id: string) => Promise<Answer>;
  readonly create: (values: Values, key?: string) => Promise<Answer>;
  readonly update: (id: string, values: Values, headers?: Headers) => Promise<Answer>;
  readonly remove: (id: string) => Promise<Answer>;
  /** Any other call about one of the records, or about several. */
  readonly ask: (call: Call, id: string, body?: unknown) => Promise<Answer>;
}

/** An id that no record has. */
export const noId = '2147483647';

const keyed = (key: string = crypto.randomUUID()): Headers => ({ 'idempotency-key': key });

/** `whole`: the id of the record that its records are parts of, where they are parts of one. */
export function resourceClient(checked: Checked, definition: ResourceDefinition, whole = ''): ResourceClient {
  const { send, token, websiteId } = checked;
  const calls: Partial<ResourceCalls> = definition.calls;
  const parts = parentParams(definition, { [definition.within?.key ?? '']: whole });
  const carried = (id: string | null, body: Values): Values => bodyOf(definition, { websiteId, id }, body);
  const ask = (call: Call | undefined, id: string, more: Parameters<typeof send>[1] = {}) => {
    if (!call) throw new Error(`${definition.labels.many} have no such call`);
    return send(call, { token, params: { websiteId, id, ...parts }, ...more });
  };
  return {
    ...checked,
    found: (check, problem, otherwise) => checked.found(`${definition.labels.many}: ${check}`, problem, otherwise),
    definition,
    calls,
    list: (query) => ask(calls.list, '', { query }),
    read: (id) => ask(calls.read, id),
    create: (body, key) => ask(calls.create, '', { body: carried(null, body), headers: keyed(key) }),
    update: (id, body, headers = {}) => ask(calls.update, id, { body: carried(id, body), headers: { ...keyed(), ...headers } }),
    remove: (id) => ask(calls.remove, id, { headers: keyed() }),
    ask: (call, id, body) => ask(call, id, { headers: keyed(), ...(body === undefined ? {} : { body }) }),
  };
}

export const listed = ({ definition }: ResourceClient, answer: Answer): readonly RecordValues[] =>
  dataOf(answer, v.array(definition.schema));
export const idsOf = (client: ResourceClient, answer: Answer): readonly string[] => listed(client, answer).map(({ id }) => id);

/** The calls that a group of checks needs, where the resource has all of them. */
export type Needed<Kind extends keyof ResourceCalls> = { readonly [K in Kind]: RecordCall };
