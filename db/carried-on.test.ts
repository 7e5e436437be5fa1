import { updateBodySchema } from '#contract/resources/record-bodies.ts';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { NewRecordMutation } from './append.ts';
import { ofBoth } from './merge-entries.ts';
import { conflictFixture, enqueued, hide, save } from './testing/conflict-fixture.ts';
import './testing/persons.ts';

/* An entry that carries another one on: what that one may have put on the server does not count as somebody else's, and its dependencies stay. */

const { append, claim, collide, fail, entries, resolve } = conflictFixture();
const base = { fb_link: 'old', ig_link: 'old' };
const both = { fb_link: 'mine', ig_link: 'mine' };
const last = async () => (await entries()).at(-1);

/** An entry whose attempts all end without a known outcome. */
async function failing(opId: string): Promise<void> {
  for (let attempts = 0; attempts < 5; attempts += 1) await fail(opId);
}

it('a save after a failing one knows its values, and which of them went together', async () => {
  await failing(await append(save(both, base)));
  await append(save({ fb_link: 'newer' }, base));
  expect(await entries()).toMatchObject([
    {
      attempts: 0,
      mayHaveBeenApplied: false,
      maybeOurs: { fb_link: [['mine']], ig_link: [['mine']] },
      maybeApplied: [{ fb_link: ['mine'], ig_link: ['mine'] }],
    },
  ]);
});

it('a save that joins another waits for what that one waits for', async () => {
  const [hidden, shown] = [await append(hide), await append({ ...hide, body: { ...hide.body, blockId: '8' } })];
  const waiting = await append({ ...save({ fb_link: 'mine' }, base), dependsOn: [hidden] });
  expect(await append({ ...save({ ig_link: 'mine' }, base), dependsOn: [shown] })).toBe(waiting);
  expect((await last())?.dependsOn.toSorted()).toEqual([hidden, shown].toSorted());
});

describe('a choice', () => {
  const asked = async () => {
    const opId = await append(save(both, base));
    await fail(opId);
    await claim(opId);
    await collide(opId, { fb_link: ['theirs'], ig_link: ['theirs'] });
    return opId;
  };

  it('knows the value that the entry in conflict may have put, and was never sent itself', async () => {
    await enqueued(resolve(await asked(), { fb_link: 'mine', ig_link: 'mine' }));
    const known = { fb_link: [['mine']], ig_link: [['mine']] };
    expect(await entries()).toMatchObject([{ status: 'pending', attempts: 0, mayHaveBeenApplied: false, maybeOurs: known }]);
  });

  it('of one field knows it too, and so does the choice of the other', async () => {
    const opId = await asked();
    await enqueued(resolve(opId, { fb_link: 'mine' }));
    expect(await last()).toMatchObject({ mayHaveBeenApplied: false, maybeOurs: { fb_link: [['mine']] } });
    await enqueued(resolve(opId, { ig_link: 'mine' }));
    const mine = expect.arrayContaining([['mine']]);
    expect((await entries()).map(({ maybeOurs }) => maybeOurs)).toMatchObject([{ fb_link: mine, ig_link: mine }]);
  });

  it('that is merged into a newer save behind it makes that know the value', async () => {
    const opId = await asked();
    await append(save({ tw_link: 'free' }, { tw_link: 'old' }));
    await enqueued(resolve(opId, { fb_link: 'mine', ig_link: 'mine' }));
    expect(await entries()).toMatchObject([{ mayHaveBeenApplied: false, maybeOurs: { fb_link: [['mine']] } }]);
  });

  it('of a newer value that went into the conflict knows the older one', async () => {
    const opId = await asked();
    expect(await append(save({ fb_link: 'newer' }, base))).toBe(opId);
    expect(await entries()).toMatchObject([{ status: 'conflict', mayHaveBeenApplied: true, maybeOurs: { fb_link: [['mine']] } }]);
    await enqueued(resolve(opId, { fb_link: 'mine', ig_link: 'theirs' }));
    expect(await entries()).toMatchObject([{ body: { settings: [{ value: ['newer'] }] }, maybeOurs: { fb_link: [['mine'], ['newer']] } }]);
  });
});

it('the fields of a save that are not in conflict know what it may have put', async () => {
  const opId = await append(save(both, base));
  await fail(opId);
  await claim(opId);
  await collide(opId, { ig_link: ['theirs'] });
  expect(await last()).toMatchObject({
    status: 'pending',
    maybeOurs: { fb_link: [['mine']] },
    maybeApplied: [{ fb_link: ['mine'], ig_link: ['mine'] }],
  });
});

it('an edit behind an act knows what the edit before the act may have put in the act’s field', async () => {
  const of = { userId: 'u1', accountId: 'a1', websiteId: 'w1', resource: 'person' } as const;
  const named = { id: '1', name: '1' };
  const edit = (values: Readonly<Record<string, string | boolean>>): NewRecordMutation => ({
    ...of,
    mutation: 'update',
    body: { ...named, values },
    base: {},
  });
  const act: NewRecordMutation = {
    ...of,
    mutation: 'act',
    body: { ...named, act: 'makeFirst', values: { first: true } },
    base: { first: false },
  };
  await failing(await append(edit({ first: false, phone: '1' })));
  await append(act);
  await append(edit({ name: 'Ada' }));
  const edited = await last();
  expect(v.parse(updateBodySchema, edited?.body).values).toEqual({ phone: '1', name: 'Ada' });
  expect(edited).toMatchObject({ maybeOurs: { phone: ['1'], first: [false] } });
});

it('of two joined changes, what was ours before the first counts', () => {
  const lists = { dependsOn: [], fileIds: [] };
  const both = ofBoth({ ...lists, joined: { fields: 'first' } }, { ...lists, joined: { fields: 'second', other: 'x' } });
  expect(both.joined).toEqual({ fields: 'first', other: 'x' });
  expect(ofBoth(lists, lists)).toEqual(lists);
});
