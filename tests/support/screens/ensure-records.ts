import * as v from 'valibot';
import { bodyOf } from '#contract/resources/body.ts';
import type { RecordCall, ResourceDefinition } from '#contract/resources/define.ts';
import { resources } from '#contract/resources/index.gen.ts';
import { sampleRecord } from '#contract/testing/sample-record.ts';
import type { Api } from '../api.ts';
import { websiteId } from '../ready-conditions.ts';

const pageSchema = v.object({ data: v.array(v.unknown()) });

const pathOf = ({ path }: RecordCall): string => path.replace('{websiteId}', websiteId);

/** Makes three records of each resource of which the seed has none, so that its list and dialogs can be visited. */
export async function ensureRecords(api: Api): Promise<void> {
  for (const resource of resources) {
    const answer = await api.call('GET', pathOf(resource.calls.list));
    const { data } = v.parse(pageSchema, await answer.json());
    if (data.length === 0) await makeRecords(api, resource);
  }
}

async function makeRecords(api: Api, resource: ResourceDefinition): Promise<void> {
  const { create } = resource.calls;
  if (!create) return;
  for (const word of ['first', 'second', 'third']) {
    const answer = await api.call(create.method, pathOf(create), bodyOf(resource, { websiteId, id: null }, sampleRecord(resource, word)));
    if (!answer.ok)
      throw new Error(`The seed has no ${resource.labels.one}, and none can be made: ${answer.status} ${await answer.text()}`);
  }
}
