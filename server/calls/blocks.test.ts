import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blockCatalogue } from '#contract/blocks/catalogue.ts';
import { blockSchema } from '#contract/entities/block.ts';
import { codeOf, type Got, type Harness, messagesOf, startHarness } from '../testing/harness.ts';

let harness: Harness;
let token: string;
beforeAll(async () => {
  harness = await startHarness();
  token = await harness.signIn();
});
afterAll(() => harness.close());

const blocksOf = (got: Got) => v.parse(v.object({ data: v.array(blockSchema) }), got.json).data;
const list = async (websiteId = 1) => blocksOf(await harness.call('GET', `/api/websites/${websiteId}/blocks`, { token }));

describe('the list', () => {
  it.each([
    [1, 'versatile'],
    [2, 'byron'],
    [3, 'minimal'],
    [4, 'versatile'],
  ] as const)('of website %i has the blocks of %s, with their settings', async (websiteId, theme) => {
    const all = await list(websiteId);
    expect(all.map((block) => block.key)).toEqual(blockCatalogue[theme].map((kind) => kind.key));
    expect(all.map((block) => block.settings?.map((setting) => setting.key))).toEqual(
      blockCatalogue[theme].map((kind) => kind.settings.map((setting) => setting.key)),
    );
  });
});
void codeOf;
void messagesOf;
