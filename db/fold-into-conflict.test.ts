import type { NewMutation } from './append.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { conflictFixture, hide, enqueued, save, saveBlock } from './testing/conflict-fixture.ts';

const { append, awaitSaveStatus, claim, collide, drained, describeEntries, resolve, entries } = conflictFixture();

describe('a newer save of a field in conflict', () => {
  const base = { fb_link: 'old', ig_link: 'old', tw_link: 'old' };
  let first: string;

  beforeEach(async () => {
    first = await append(save({ fb_link: 'mine', ig_link: 'mine' }, base));
    await claim(first);
  });

  const collided = () => collide(first, { fb_link: ['theirs'], ig_link: ['theirs'] });

  it('is the value to choose', async () => {
    await collided();
    expect(await append(save({ fb_link: 'newer' }, { fb_link: 'theirs' }))).toBe(first);
    expect(await describeEntries()).toEqual(['conflict: fb_link=newer,ig_link=mine']);
    await enqueued(resolve(first, { fb_link: 'mine', ig_link: 'theirs' }));
    expect(await entries()).toMatchObject([{ status: 'pending', base: { fb_link: ['theirs'] } }]);
    expect(await drained()).toEqual({ fb_link: ['newer'] });
  });

  it('delays no other field of the same save, nor of a later one', async () => {
    await collided();
    await append(save({ fb_link: 'newer', tw_link: 'free' }, base));
    expect(await describeEntries()).toEqual(['conflict: fb_link=newer,ig_link=mine', 'pending: tw_link=free']);
    await append(save({ tw_link: 'later' }, base));
    expect(await drained()).toEqual({ tw_link: ['later'] });
  });

  it('is reported in conflict where it was pending behind the entry that came into conflict', async () => {
    const second = await append(save({ fb_link: 'newer', tw_link: 'free' }, base));
    await collided();
    expect(await describeEntries()).toEqual(['conflict: fb_link=newer,ig_link=mine', 'pending: tw_link=free']);
    expect(await awaitSaveStatus(second)).toMatchObject({ kind: 'conflict', opId: first });
    expect(await drained()).toEqual({ tw_link: ['free'] });
  });

  it('keeps its place with its other fields, before later saves', async () => {
    await collided();
    const second = await append(save({ yt_link: 'mine' }, { yt_link: 'old' }));
    await claim(second);
    await append(save({ yt_link: 'newer', tw_link: 'older' }, { ...base, yt_link: 'old' }));
    // The decided fields go to the end of the outbox, and the next save is merged into them.
    await enqueued(resolve(first, { fb_link: 'mine' }));
    await append(save({ tw_link: 'newest' }, base));
    await collide(second, { yt_link: ['theirs'] });
    expect((await drained())['tw_link']).toEqual(['older', 'newest']);
  });

  it('keeps its place behind a change of another kind too', async () => {
    const title = '7/setting/title';
    const opId = await append(saveBlock({ title: 'mine' }));
    await claim(opId);
    await append(saveBlock({ title: 'newer', text: 'older' }));
    await append(hide);
    await append(saveBlock({ text: 'newest' }));
    await collide(opId, { [title]: ['theirs'] });
    await enqueued(resolve(opId, { [title]: 'mine' }));
    expect((await drained())['text']).toEqual(['older', 'newest']);
  });

  it('is the value to choose for a block too', async () => {
    const field = '7/setting/title';
    const opId = await append(saveBlock({ title: 'mine' }));
    await claim(opId);
    await collide(opId, { [field]: ['theirs'] });
    await append(saveBlock({ title: 'newer', text: 'free' }));
    expect((await describeEntries()).slice(1)).toEqual(['conflict: title=newer', 'pending: text=free']);
  });
});

describe('a save of somebody else’s value of a field in conflict', () => {
  const base = { fb_link: 'old', ig_link: 'old' };
  const theirs = { fb_link: ['theirs'], ig_link: ['theirs'] };
  let first: string;

  beforeEach(async () => {
    first = await append(save({ fb_link: 'mine', ig_link: 'mine' }, base));
    await claim(first);
  });

  it('decides that field, and leaves the others in conflict', async () => {
    await collide(first, theirs);
    const second = await append(save({ fb_link: 'theirs' }, { fb_link: 'old' }));
    expect(await describeEntries()).toEqual(['conflict: ig_link=mine', 'pending: fb_link=theirs']);
    expect(await entries()).toMatchObject([
      { lastError: { theirs: { ig_link: ['theirs'] } } },
      { opId: second, base: { fb_link: ['theirs'] } },
    ]);
  });

  it('decides all where none is left, and a caller that awaits the first save gets its final status', async () => {
    await collide(first, theirs);
    await append(save({ fb_link: 'theirs', ig_link: 'theirs' }, base));
    expect(await describeEntries()).toEqual(['pending: fb_link=theirs,ig_link=theirs']);
    await drained();
    expect(await awaitSaveStatus(first)).toEqual({ kind: 'saved' });
  });

  it('decides where it was pending behind the entry that came into conflict', async () => {
    const second = await append(save({ fb_link: 'theirs', ig_link: 'newer' }, base));
    await collide(first, theirs);
    expect(await describeEntries()).toEqual(['conflict: ig_link=newer', 'pending: fb_link=theirs']);
    expect(await awaitSaveStatus(second)).toMatchObject({ kind: 'conflict', opId: first });
  });

  it('carries the other fields of the first save on where it was pending behind: that is called saved once all of it is', async () => {
    const second = await append(save({ fb_link: 'theirs' }, { fb_link: 'old' }));
    await collide(first, { fb_link: ['theirs'] });
    expect(await describeEntries()).toEqual(['pending: fb_link=theirs,ig_link=mine']);
    expect(await entries()).toMatchObject([{ opId: second }]);
    await drained();
    expect(await awaitSaveStatus(first)).toEqual({ kind: 'saved' });
  });

  it('decides all fields where it was pending behind', async () => {
    const second = await append(save({ fb_link: 'theirs', ig_link: 'theirs' }, base));
    await collide(first, theirs);
    expect(await entries()).toMatchObject([{ opId: second, status: 'pending', base: theirs }]);
  });
});

describe('a change of one field of the homepage that is in conflict', () => {
  const orderOf = (...order: string[]): NewMutation<'block.reorder'> => {
    return { ...{ userId: 'u1', accountId: 'a1', websiteId: 'w1' }, resource: 'block', mutation: 'reorder', body: { order }, base: {} };
  };

  it('is the value to choose', async () => {
    const opId = await append(orderOf('1', '2', '3'));
    await claim(opId);
    await collide(opId, { order: ['3', '2', '1'] });
    expect(await append(orderOf('2', '1', '3'))).toBe(opId);
    expect(await entries()).toMatchObject([{ opId, status: 'conflict', body: { order: ['2', '1', '3'] } }]);
  });

  it('is decided by somebody else’s order, as far as both know the blocks', async () => {
    const opId = await append(orderOf('1', '2', '3'));
    await claim(opId);
    await collide(opId, { order: ['3', '2', '1', '4'] });
    await append(orderOf('3', '2', '1'));
    expect(await entries()).toMatchObject([{ status: 'pending', base: { order: ['3', '2', '1', '4'] } }]);
  });

  it('is decided where a block is shown or hidden as somebody else has it', async () => {
    const opId = await append(hide);
    await claim(opId);
    await collide(opId, { '7/enabled': true });
    await append({ ...hide, body: { ...hide.body, enabled: true } });
    expect(await entries()).toMatchObject([{ status: 'pending', base: { '7/enabled': true } }]);
  });
});
