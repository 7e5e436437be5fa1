import * as v from 'valibot';
import { bulkUpdateBlocks, createBlock, deleteBlock, listBlocks, updateBlock, updateThemeSettings } from '#contract/calls/blocks.ts';
import { addableBlocks, canAddBlocks } from '#contract/blocks/catalogue.ts';
import { fromTop, inOrder } from '#contract/blocks/order.ts';
import { getTheme } from '#contract/calls/lists.ts';
import { getWebsite } from '#contract/calls/websites.ts';
import type { Block } from '#contract/entities/block.ts';
import type { ThemeKey } from '#contract/entities/website.ts';
import { sameJson } from '#contract/json.ts';
import type { Checked } from './checked.ts';
import { type Answer, dataOf, refusalProblem, successProblem } from './target.ts';

const fresh = () => ({ 'idempotency-key': crypto.randomUUID() });
const idsOf = (blocks: readonly Block[]) => fromTop(blocks).map((block) => block.id);
const saysOk = (answer: Answer): boolean => v.is(v.object({ ok: v.literal(true) }), answer.json);

/** Works on the blocks of one website, and puts them back as they were. */
export async function blockChecks(checked: Checked): Promise<void> {
  const { send, token, websiteId, found } = checked;
  const read = async (): Promise<readonly Block[]> => dataOf(await send(listBlocks, { token, params: { websiteId } }), listBlocks.answer);
  const before = fromTop(await read());
  found(
    'blocks have priorities of their own',
    new Set(before.map((block) => block.priority)).size === before.length ? null : 'some share one: their order is a matter of luck',
    'note',
  );
  found('a homepage has a static block', before.some((block) => block.static) ? null : 'none is: all can be moved', 'note');
  await orderChecks(checked, before, read);
  await oneBlockChecks(checked, before, read);
  await addingChecks(checked, read);
  found('the blocks are as they were before', sameJson(idsOf(await read()), idsOf(before)) ? null : 'they could not be put back');
}

type Read = () => Promise<readonly Block[]>;

async function orderChecks({ send, token, websiteId, found }: Checked, before: readonly Block[], read: Read): Promise<void> {
  const order = (ids: readonly string[]) =>
    send(bulkUpdateBlocks, {
      token,
      params: { websiteId },
      headers: fresh(),
      body: { items: ids.map((id, at) => ({ id, priority: at + 1 })) },
    });
  const turned = idsOf(before).toReversed();
  const answer = await order(['2147483647', ...turned]);
  if ([404, 405, 501].includes(answer.status))
    return found('an order is saved at once', 'it is not: one call a block is sent instead', 'note');
  found('an order is saved at once', successProblem(bulkUpdateBlocks, answer));
  const expected = inOrder(before, turned).map((block) => block.id);
  found(
    'static blocks keep their places, and ids that are gone are passed over',
    sameJson(idsOf(await read()), expected) ? null : 'another order came back',
  );
  await order(idsOf(before));
}

async function oneBlockChecks({ send, token, websiteId, found }: Checked, before: readonly Block[], read: Read): Promise<void> {
  const block = before.find((item) => !item.static);
  if (!block) return;
  const show = (enabled: boolean) => send(updateBlock, { token, params: { blockId: block.id }, headers: fresh(), body: { enabled } });
  const hidden = await show(false);
  found('a block is hidden', successProblem(updateBlock, hidden));
  found('a hidden block is read as hidden', (await read()).find(({ id }) => id === block.id)?.enabled === false ? null : 'it is not');
  if (block.enabled !== false) await show(true);
  const locked = before.find((item) => item.static);
  if (locked) {
    const answer = await send(updateBlock, { token, params: { blockId: locked.id }, headers: fresh(), body: { enabled: false } });
    found('a static block can’t be hidden', refusalProblem(answer, [400, 403, 409, 422]), 'note');
  }
  const text = block.settings?.find((setting) => setting.type === 'text' && !setting.key.endsWith('_link'));
  if (!text) return;
  const save = (value: unknown) =>
    send(updateThemeSettings, {
      token,
      params: { websiteId, blockId: block.id },
      headers: fresh(),
      body: { data: { settings: [{ key: text.key, value }] } },
    });
  const saved = await save(['Conformance']);
  found('a block’s setting is saved', successProblem(updateThemeSettings, saved));
  const stored = (await read()).find(({ id }) => id === block.id)?.settings?.find(({ key }) => key === text.key);
  found('a block’s saved setting is read again', sameJson(stored?.value, ['Conformance']) ? null : 'another value came back');
  await save(text.value);
}

async function themeKey({ send, token, websiteId }: Checked): Promise<ThemeKey | null> {
  const website = dataOf(await send(getWebsite, { token, params: { websiteId } }), getWebsite.answer);
  if (website.theme_key || website.theme_id === null) return website.theme_key ?? null;
  const answer = await send(getTheme, { token, params: { themeId: website.theme_id } });
  return successProblem(getTheme, answer) === null ? dataOf(answer, getTheme.answer).key : null;
}

async function addingChecks(checked: Checked, read: Read): Promise<void> {
  const { send, token, websiteId, found } = checked;
  const theme = await themeKey(checked);
  const create = (key: string) =>
    send(createBlock, { token, params: { websiteId }, headers: fresh(), body: { key, label: 'Conformance' } });
  found('a block of no known kind is refused', refusalProblem(await create('no_such_block_7f3a'), [400, 422]));
  if (theme === null || !canAddBlocks(theme)) return;
  const [kind] = addableBlocks(theme);
  const made = await create(kind?.key ?? '');
  const problem = successProblem(createBlock, made);
  found('a block is added', problem);
  found('adding a block says ok', saysOk(made) ? null : 'there is no ok: the console reads it as a failure');
  if (problem !== null) return;
  const { id } = dataOf(made, createBlock.answer);
  found('a new block is in the list', (await read()).some((block) => block.id === id) ? null : 'it is missing');
  const gone = await send(deleteBlock, { token, params: { websiteId }, query: { id }, headers: fresh() });
  found('a block is deleted', successProblem(deleteBlock, gone));
  found('deleting a block says ok', saysOk(gone) ? null : 'there is no ok: the console reads it as a failure');
}
