import { settingsBodySchema } from '#contract/resources/settings.ts';
import { compareSettings } from '#contract/resources/settings-mutation.ts';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import type { NewMutation } from './append.ts';
import { conflictFixture, error, hide, enqueued, save, saveBlock } from './testing/conflict-fixture.ts';

const { append, claim, collide, drained, fail, describeEntries, resolve, entries, applyResult } = conflictFixture();

describe('a save after one of which too many attempts have failed', () => {
  const base = { fb_link: 'old', ig_link: 'old' };
  let first: string;

  beforeEach(async () => {
    first = await append(save({ fb_link: 'first' }, base));
    await fail(first);
    await append(save({ fb_link: 'second' }, base));
    for (let attempts = 1; attempts < 5; attempts += 1) await fail(first);
    await append(save({ ig_link: 'other' }, base));
  });

  it('never sends an older value of a field after a newer one', async () => {
    expect(await describeEntries()).toEqual(['pending: fb_link=second,ig_link=other']);
    expect(await drained()).toEqual({ fb_link: ['second'], ig_link: ['other'] });
  });

  it('knows the values of the first one that the server may hold', async () => {
    const [entry] = await entries();
    expect(entry).toMatchObject({ base: { fb_link: ['old'] }, maybeOurs: { fb_link: [['first']] } });
  });
});

it('a rejected save of a block is merged into the newer one, also behind a change of another kind', async () => {
  const first = await append(saveBlock({ title: 'first', text: 'kept' }));
  await claim(first);
  await append(hide);
  await append(saveBlock({ title: 'second' }));
  await applyResult(first, { kind: 'rejected', error: error({ code: 'bad_request', status: 400 }) });
  await append(saveBlock({ colour: 'red' }));
  expect(await drained()).toEqual({ title: ['second'], text: ['kept'], colour: ['red'] });
});

describe('the fields of a save that are not in conflict', () => {
  const base = { fb_link: 'old', ig_link: 'old' };

  it('are merged into a newer save of the same fields, and not sent after it', async () => {
    const first = await append(save({ fb_link: 'mine', ig_link: 'older' }, base));
    await claim(first);
    await append(save({ ig_link: 'newer' }, base));
    await collide(first, { fb_link: ['theirs'] });
    expect(await describeEntries()).toEqual(['conflict: fb_link=mine', 'pending: ig_link=newer']);
    expect(await drained()).toEqual({ ig_link: ['newer'] });
  });

  it('of a block too, behind a change of another kind', async () => {
    const first = await append(saveBlock({ title: 'mine', text: 'older' }));
    await claim(first);
    await append(hide);
    await append(saveBlock({ text: 'newer' }));
    await collide(first, { '7/setting/title': ['theirs'] });
    expect(await describeEntries()).toEqual(['conflict: title=mine', 'pending: ', 'pending: text=newer']);
  });

  it('may be applied already, which does not make a save that is merged into them indeterminate', async () => {
    const first = await append(save({ fb_link: 'mine', ig_link: 'mine' }, base));
    await fail(first);
    await claim(first);
    await collide(first, { ig_link: ['theirs'] });
    await append(save({ pinterest_link: 'later' }, { pinterest_link: 'old' }));
    const rest = (await entries()).find(({ status }) => status === 'pending');
    if (!rest) throw new Error('Nothing waits.');
    const stored = [
      { key: 'fb_link', value: ['mine'], category: 'social' as const },
      { key: 'pinterest_link', value: ['old'], category: 'social' as const },
    ];
    const body = v.parse(settingsBodySchema, rest.body);
    expect(body.settings.map(({ key }) => key).toSorted()).toEqual(['fb_link', 'pinterest_link']);
    expect(compareSettings(body, rest.base, stored, rest)).toEqual({ kind: 'send' });
    // Somebody has reverted the value that was sent together with it.
    const putBack = v.parse(settingsBodySchema, {
      ...body,
      settings: [...body.settings, { key: 'ig_link', value: ['x'], category: 'social', type: null }],
    });
    const current = [...stored, { key: 'ig_link', value: ['old'], category: 'social' as const }];
    expect(compareSettings(putBack, { ...rest.base, ig_link: ['old'] }, current, rest)).toMatchObject({ kind: 'conflict' });
  });

  it('are sent before a save that waits for the decision and does not change them', async () => {
    const first = await append(save({ fb_link: 'mine', ig_link: 'mine' }, base));
    await claim(first);
    await append(save({ fb_link: 'newer' }, base));
    await collide(first, { fb_link: ['theirs'] });
    expect(await drained()).toEqual({ ig_link: ['mine'] });
    expect(await describeEntries()).toEqual(['conflict: fb_link=newer']);
  });
});

describe('a choice', () => {
  const base = { fb_link: 'old', ig_link: 'old' };

  it('of mine over a field that somebody cleared begins from the cleared field', async () => {
    const opId = await append(save({ fb_link: 'mine' }, base));
    await claim(opId);
    await collide(opId, { fb_link: null });
    await enqueued(resolve(opId, { fb_link: 'mine' }));
    expect(await entries()).toMatchObject([{ status: 'pending', base: { fb_link: null } }]);
  });

  it('of mine over a setting of a block that somebody cleared does too', async () => {
    const field = '7/setting/title';
    const opId = await append({ ...saveBlock({ title: 'mine' }), base: { [field]: ['old'] } });
    await claim(opId);
    await collide(opId, { [field]: null });
    await enqueued(resolve(opId, { [field]: 'mine' }));
    expect(await entries()).toMatchObject([{ status: 'pending', base: { [field]: null } }]);
  });

  it.each(['mine', 'theirs'] as const)('of %s for one field leaves the others in conflict', async (side) => {
    const opId = await append(save({ fb_link: 'mine', ig_link: 'mine' }, base));
    await claim(opId);
    await collide(opId, { fb_link: ['theirs'], ig_link: ['theirs'] });
    await enqueued(resolve(opId, { fb_link: side }));
    expect(await drained()).toEqual(side === 'mine' ? { fb_link: ['mine'] } : {});
    expect(await entries()).toMatchObject([
      { opId, status: 'conflict', base: { ig_link: ['old'] }, lastError: { theirs: { ig_link: ['theirs'] } } },
    ]);
    expect(await describeEntries()).toEqual(['conflict: ig_link=mine']);
    expect(await resolve(opId, { fb_link: 'mine' })).toMatchObject({ kind: 'refused', code: 'gone' });
    expect(await resolve(opId, { ig_link: 'theirs' })).toEqual({ kind: 'dequeued', opIds: [opId] });
  });

  it('does not overwrite a newer value that is pending behind the conflict', async () => {
    const opId = await append(save({ fb_link: 'mine', ig_link: 'mine' }, base));
    await claim(opId);
    await append(save({ fb_link: 'newer' }, base));
    await collide(opId, { fb_link: ['theirs'], ig_link: ['theirs'] });
    await enqueued(resolve(opId, { fb_link: 'mine' }));
    expect(await describeEntries()).toEqual(['conflict: ig_link=mine', 'pending: fb_link=newer']);
    expect((await entries()).at(-1)).toMatchObject({ base: { fb_link: ['theirs'] } });
    expect(await drained()).toEqual({ fb_link: ['newer'] });
  });
});

it('an order knows the values that the one before it may have applied in part', async () => {
  const order = (...ids: readonly string[]): NewMutation<'block.reorder'> => {
    const base = { order: ['1', '2', '3'] };
    return { userId: 'u1', accountId: 'a1', websiteId: 'w1', resource: 'block', mutation: 'reorder', body: { order: [...ids] }, base };
  };
  const first = await append(order('3', '2', '1'));
  await claim(first);
  const refused = error({ code: 'too_many_requests', status: 429 });
  await applyResult(first, { kind: 'notApplied', at: null, error: refused, holdsOutbox: false, isPartial: true });
  expect(await entries()).toMatchObject([{ status: 'indeterminate', mayHaveBeenApplied: true }]);
  for (let attempts = 1; attempts < 5; attempts += 1) await fail(first);
  await append(order('2', '3', '1'));
  expect((await entries()).map(({ maybeOurs }) => maybeOurs)).toEqual([
    {
      order: [
        ['3', '2', '1'],
        ['3', '1', '2'],
        ['3', '2', '1'],
      ],
    },
  ]);
});
