import { sameJson } from '#contract/json.ts';
import { bodyOf } from '#contract/resources/body.ts';
import { bulkCallsOf } from '#contract/resources/bulk-calls.ts';
import type { RecordCall, Values } from '#contract/resources/define.ts';
import { namedBy, sampleRecord } from '#contract/testing/sample-record.ts';
import { type ResourceClient, noId } from './resource-client.ts';
import { dataOf, refusalProblem, successProblem } from './target.ts';

const oneByOne = 'it is not offered: other programs than the console make a call for each';

/** The calls about several records at once, with two that this run has made. */
export async function bulkChecks(client: ResourceClient, made: string[], word: string): Promise<void> {
  const { update, remove } = bulkCallsOf(client.definition);
  const [one, two] = made;
  if (one === undefined || two === undefined) return;
  if (update) await bulkUpdateChecks(client, update, [one, two], word);
  if (remove && (await bulkDeleteChecks(client, remove, [one, two]))) made.splice(0, 2);
}

type Two = readonly [string, string];

async function bulkUpdateChecks({ definition, found, read, ask, calls }: ResourceClient, call: RecordCall, [one, two]: Two, word: string) {
  const key = namedBy(definition);
  const renamed = (letter: string): Values => ({ [key]: sampleRecord(definition, `${word}-${letter}`)[key] ?? null });
  // As a body has it: a value may stand in a group.
  const sent = (id: string, letter: string): Values => ({
    ...bodyOf({ fields: definition.fields }, { websiteId: '', id }, renamed(letter)),
    id,
  });
  const items = [sent(one, 'g'), sent(two, 'h')];
  const answer = await ask(call, '', { items });
  if ([404, 405, 501].includes(answer.status)) return found('several are changed at once', oneByOne, 'note');
  found(`${call.name} answers its shape`, successProblem(call, answer));
  const others = [sent(one, 'i'), sent(noId, 'j')];
  found('a bulk change with an unknown one is refused', refusalProblem(await ask(call, '', { items: others }), [404, 422]));
  if (!calls.read) return;
  const stored = dataOf(await read(one), definition.schema);
  found('a refused bulk change changes none', sameJson(stored[key], renamed('g')[key]) ? null : 'another value came back for the first');
}

/** Whether they are gone. */
async function bulkDeleteChecks({ found, read, ask, calls }: ResourceClient, call: RecordCall, [one, two]: Two): Promise<boolean> {
  const refused = await ask(call, '', { ids: [one, noId] });
  if ([405, 501].includes(refused.status)) {
    found('several are deleted at once', oneByOne, 'note');
    return false;
  }
  found('a bulk delete with an unknown one is refused', refusalProblem(refused, [404, 422]));
  const answer = await ask(call, '', { ids: [one, two] });
  found(`${call.name} answers its shape`, successProblem(call, answer));
  if (answer.status >= 300) return false;
  if (calls.read) found('those that a bulk delete names are gone', refusalProblem(await read(two), [404, 410]));
  return true;
}

/** The named actions on a record, such as running a sync. */
export async function actChecks({ definition, found, ask, read, calls }: ResourceClient, made: readonly string[]): Promise<void> {
  const [id = ''] = made;
  for (const { call, puts } of Object.values(definition.acts)) {
    const body = call.body ? {} : undefined;
    const answer = await ask(call, id, body);
    found(`${call.name} answers its shape`, successProblem(call, answer));
    found(`${call.name} of an unknown one is not found`, refusalProblem(await ask(call, noId, body), [404]));
    // What is answered with 202 happens later.
    if (call.success === 202 || answer.status >= 300 || !calls.read) continue;
    const after = dataOf(await read(id), definition.schema);
    const differing = Object.keys(puts).filter((key) => !sameJson(after[key], puts[key]));
    found(`what ${call.name} does is read again`, differing.length === 0 ? null : `other values came back for ${differing.join(', ')}`);
  }
  // Actions of this resource's own rows: what they do comes later.
  for (const { call } of definition.list.rowActions ?? []) {
    if (call.entity !== definition.name) continue;
    found(`${call.name} answers its shape`, successProblem(call, await ask(call, id)));
    found(`${call.name} of an unknown one is not found`, refusalProblem(await ask(call, noId), [404]));
  }
}
