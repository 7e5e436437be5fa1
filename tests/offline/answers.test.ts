import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sameJson } from '#contract/json.ts';
import { enqueued, save } from '#db/testing/saves.ts';
import { FakeServer } from './support/fake-server.ts';
import { drained, freshName, quiet, Tab, TabLock, type World } from './support/tab.ts';
import { TestClock, until } from './support/time.ts';

const record = 'w1/social';
let world: World;
let tabs: Tab[];

beforeEach(() => {
  const server = new FakeServer();
  server.put(record, 'fb_link', ['old']);
  server.put(record, 'ig_link', ['old']);
  world = { name: freshName(), clock: new TestClock(), server, lock: new TabLock() };
  tabs = [];
});
afterEach(() => {
  for (const tab of tabs) tab.close();
});

async function open(options?: Parameters<typeof Tab.open>[1]): Promise<Tab> {
  const tab = await Tab.open(world, options);
  tabs.push(tab);
  await tab.visit();
  return tab;
}

describe('a save', () => {
  it('made online is confirmed in one round trip, and the answer is cached with its tag', async () => {
    const tab = await open();
    const opId = await enqueued(tab.save({ fb_link: 'mine' }));
    expect(await tab.store.awaitSaveStatus(opId)).toEqual({ kind: 'saved' });
    expect(world.server.calls.map((call) => call.kind)).toEqual(['send']);
    const { stored, etag, pendingFields } = await tab.store.readSettings('u1', 'w1', 'social');
    expect(stored?.find(({ key }) => key === 'fb_link')?.value).toEqual(['mine']);
    expect(etag).toBe(world.server.answerOf(record).etag);
    expect(pendingFields).toEqual({});
  });

  it('made offline is pending, applied to the cache, and sent when the connection is back', async () => {
    const tab = await open({ online: false });
    await enqueued(tab.save({ fb_link: 'mine' }));
    const kept = await tab.store.readSettings('u1', 'w1', 'social');
    expect(kept.stored?.find(({ key }) => key === 'fb_link')?.value).toEqual(['old']);
    expect(kept.settings.find(({ key }) => key === 'fb_link')?.value).toEqual(['mine']);
    expect(kept.pendingFields['fb_link']).toMatchObject({ status: 'pending' });
    expect(world.server.calls).toEqual([]);
    tab.online(true);
    await drained(tabs);
    expect(world.server.value(record, 'fb_link')).toEqual(['mine']);
    expect(world.server.effects).toHaveLength(1);
  });

  it('that was pending gets a preflight read before it is sent, and counts in "All changes sent"', async () => {
    const tab = await open({ online: false });
    await tab.save({ fb_link: 'mine' });
    world.clock.advance(60_000);
    tab.online(true);
    await drained(tabs);
    await until('the machine says so', () => tab.emitted.some((event) => event.type === 'outbox.drained'));
    expect(world.server.calls.map((call) => call.kind)).toEqual(['read', 'send']);
    expect(tab.emitted).toContainEqual({ type: 'outbox.drained', sent: 1, waited: 1 });
  });

  it('is joined with an earlier one that was never sent, and not with one that was', async () => {
    const tab = await open({ online: false });
    const first = await enqueued(tab.save({ fb_link: 'one' }));
    expect(await enqueued(tab.save({ fb_link: 'two', ig_link: 'two' }))).toBe(first);
    world.server.faults.push({ kind: 'loseRequest' });
    tab.online(true);
    await until('the first attempt failed', async () => (await tab.rows()).includes(`${record} indeterminate`));
    await quiet(tab);
    expect(await enqueued(tab.save({ fb_link: 'three' }))).not.toBe(first);
    await drained(tabs);
    expect(world.server.effects).toHaveLength(2);
    expect(world.server.value(record, 'fb_link')).toEqual(['three']);
    expect(world.server.value(record, 'ig_link')).toEqual(['two']);
  });

  it('waits behind one that is being sent, and takes its values as base', async () => {
    const tab = await open();
    const letIn = world.server.hold();
    await tab.save({ fb_link: 'one' });
    await until('the first is at the server', () => world.server.calls.length === 1);
    await tab.save({ fb_link: 'two' });
    expect(await tab.rows()).toEqual([`${record} sending`, `${record} pending`]);
    letIn();
    await drained(tabs);
    expect(world.server.value(record, 'fb_link')).toEqual(['two']);
    expect(await tab.rows()).toEqual([]);
    expect(world.server.effects).toHaveLength(2);
  });
});

describe('an answer', () => {
  it('that is lost: the save is applied once', async () => {
    const tab = await open();
    world.server.faults.push({ kind: 'loseAnswer' });
    const opId = await enqueued(tab.save({ fb_link: 'mine' }));
    expect(await tab.store.awaitSaveStatus(opId)).toMatchObject({ kind: 'pending', error: { code: 'no_answer' } });
    expect(await tab.rows()).toEqual([`${record} indeterminate`]);
    await drained(tabs);
    expect(world.server.effects).toEqual([opId]);
    expect(world.server.calls.map((call) => call.kind)).toEqual(['send', 'read']);
  });

  it('that never came, since the request was lost: it is sent again under the same key', async () => {
    const tab = await open();
    world.server.faults.push({ kind: 'loseRequest' });
    const opId = await enqueued(tab.save({ fb_link: 'mine' }));
    await drained(tabs);
    expect(world.server.effects).toEqual([opId]);
  });

  it('401 pauses the whole outbox, loses nothing, and only the same user’s sign-in resumes it', async () => {
    const tab = await open();
    world.server.signedIn = false;
    await tab.save({ fb_link: 'mine' });
    await until('paused', () => tab.state() === 'paused');
    expect(tab.emitted).toContainEqual({ type: 'session.expired' });
    await tab.save({ robots_txt: 'later' }, { category: 'robots' });
    world.server.signedIn = true;
    tab.actor.send({ type: 'session.renewed', userId: 'u2' });
    await quiet(tab);
    expect(tab.state()).toBe('paused');
    expect(world.server.effects).toEqual([]);
    tab.actor.send({ type: 'session.renewed', userId: 'u1' });
    await drained(tabs);
    expect(world.server.effects).toHaveLength(2);
  });

  it('of a captive portal means the same as offline: nothing is cached as server state', async () => {
    const tab = await open();
    world.server.faults.push({ kind: 'foreign' });
    const opId = await enqueued(tab.save({ fb_link: 'mine' }));
    expect(await tab.store.awaitSaveStatus(opId)).toMatchObject({ kind: 'pending', error: { code: 'foreign' } });
    expect((await tab.store.readSettings('u1', 'w1', 'social')).stored?.find(({ key }) => key === 'fb_link')?.value).toEqual(['old']);
    await drained(tabs);
    expect(world.server.effects).toEqual([opId]);
  });

  it('with Retry-After is waited for in full, though the connection comes back meanwhile', async () => {
    const tab = await open();
    world.server.faults.push({ kind: 'refuse', code: 'too_many_requests', retryAfterMs: 20_000 });
    await tab.save({ fb_link: 'mine' });
    await until('backing off', () => tab.state() === 'backingOff');
    tab.online(false);
    tab.online(true);
    await quiet(tab);
    world.clock.advance(19_000);
    await quiet(tab);
    expect(world.server.effects).toEqual([]);
    world.clock.advance(2_000);
    await drained(tabs);
    expect(world.server.effects).toHaveLength(1);
  });

  it('of our own back-off ends in time, and at once when the connection is back', async () => {
    const tab = await open();
    world.server.faults.push({ kind: 'refuse', code: 'internal_error' });
    await tab.save({ fb_link: 'mine' });
    await until('backing off', () => tab.state() === 'backingOff');
    tab.online(false);
    tab.online(true);
    await until('sent without moving the clock', () => world.server.effects.length === 1);
  });

  it('that refuses rejects that record with the message at its field; the others go on', async () => {
    const tab = await open();
    const opId = await enqueued(tab.save({ fb_link: 'bad', ig_link: 'good' }));
    await tab.save({ robots_txt: 'fine' }, { category: 'robots' });
    expect(await tab.store.awaitSaveStatus(opId)).toMatchObject({
      kind: 'rejected',
      error: { code: 'validation_failed', fields: { fb_link: 'Not like this.' } },
    });
    await drained(tabs);
    expect(world.server.value('w1/robots', 'robots_txt')).toEqual(['fine']);
    const { settings: shown, pendingFields } = await tab.store.readSettings('u1', 'w1', 'social');
    expect(shown.find(({ key }) => key === 'fb_link')?.value).toEqual(['bad']);
    expect(pendingFields['fb_link']).toEqual({ opId, status: 'rejected', message: 'Not like this.', began: ['old'] });
  });

  it('that refused is superseded by the next save of the record, which carries the other fields on', async () => {
    const tab = await open();
    const opId = await enqueued(tab.save({ fb_link: 'bad', ig_link: 'good' }));
    await tab.store.awaitSaveStatus(opId);
    await quiet(tab);
    const next = await enqueued(tab.save({ fb_link: 'better' }));
    expect(next).not.toBe(opId);
    await drained(tabs);
    expect(await tab.store.awaitSaveStatus(opId)).toEqual({ kind: 'saved' });
    expect([world.server.value(record, 'fb_link'), world.server.value(record, 'ig_link')]).toEqual([['better'], ['good']]);
    expect(await tab.rows()).toEqual([]);
  });

  it('404: deleted elsewhere is for a person to decide', async () => {
    const tab = await open();
    world.server.faults.push({ kind: 'refuse', code: 'not_found' });
    const opId = await enqueued(tab.save({ fb_link: 'mine' }));
    expect(await tab.store.awaitSaveStatus(opId)).toMatchObject({ kind: 'conflict', error: { code: 'gone' } });
    await quiet(tab);
    // The change may have been reverted: there is no conflict to choose in, so it is simply sent again.
    await enqueued(tab.store.outbox.retry(opId));
    await drained(tabs);
    expect(world.server.value(record, 'fb_link')).toEqual(['mine']);
  });
});

describe('a person', () => {
  it('retries a rejected save under its key', async () => {
    const tab = await open();
    const opId = await enqueued(tab.save({ fb_link: 'bad' }));
    await tab.store.awaitSaveStatus(opId);
    await quiet(tab);
    world.server.refusedValues.clear();
    const again = await enqueued(tab.store.outbox.retry(opId));
    await drained(tabs);
    expect(world.server.effects).toEqual([again]);
    expect(again).toBe(opId);
  });

  it('discards a save: the screen shows the server again', async () => {
    const tab = await open({ online: false });
    const opId = await enqueued(tab.save({ fb_link: 'mine' }));
    expect(await tab.store.outbox.discard(opId)).toEqual({ kind: 'dequeued', opIds: [opId] });
    expect((await tab.store.readSettings('u1', 'w1', 'social')).settings.find(({ key }) => key === 'fb_link')?.value).toEqual(['old']);
    expect(await tab.store.awaitSaveStatus(opId)).toEqual({ kind: 'discarded' });
    tab.online(true);
    await drained(tabs);
    expect(world.server.effects).toEqual([]);
  });

  it('is asked where base, mine and theirs all differ, and only there', async () => {
    const tab = await open({ online: false });
    const opId = await enqueued(tab.save({ fb_link: 'mine', ig_link: 'mine' }));
    world.server.put(record, 'fb_link', ['theirs']);
    world.clock.advance(60_000);
    tab.online(true);
    expect(await tab.store.awaitSaveStatus(opId)).toMatchObject({ kind: 'conflict', error: { theirs: { fb_link: ['theirs'] } } });
    await until('the other field has gone ahead', () => sameJson(world.server.value(record, 'ig_link') ?? null, ['mine']));
    await quiet(tab);
    expect(await tab.store.outbox.resolve(opId, { fb_link: 'theirs' })).toEqual({ kind: 'dequeued', opIds: [opId] });
    await drained(tabs);
    expect([world.server.value(record, 'fb_link'), world.server.value(record, 'ig_link')]).toEqual([['theirs'], ['mine']]);
  });

  it('is returned with a pending save that keeps its base, whatever the device reads since', async () => {
    const tab = await open({ online: false });
    await enqueued(tab.save({ fb_link: 'mine' }));
    world.server.put(record, 'fb_link', ['theirs']);
    await tab.visit();
    const { stored, pendingFields } = await tab.store.readSettings('u1', 'w1', 'social');
    expect(stored?.find(({ key }) => key === 'fb_link')?.value).toEqual(['theirs']);
    expect(pendingFields['fb_link']?.began).toEqual(['old']);
  });

  it('takes in newer values of the fields that it asks about, and lets the others go', async () => {
    const tab = await open({ online: false });
    const opId = await enqueued(tab.save({ fb_link: 'mine' }));
    world.server.put(record, 'fb_link', ['theirs']);
    world.clock.advance(60_000);
    tab.online(true);
    await tab.store.awaitSaveStatus(opId);
    await quiet(tab);
    const newer = await enqueued(tab.save({ fb_link: 'mine too', ig_link: 'first' }));
    expect(await tab.store.awaitSaveStatus(newer)).toMatchObject({ kind: 'conflict', opId });
    await until('the other field has gone ahead', () => sameJson(world.server.value(record, 'ig_link') ?? null, ['first']));
    tab.online(false);
    await quiet(tab);
    const other = await enqueued(tab.save({ pinterest_link: 'mine' }));
    tab.online(true);
    await tab.store.outbox.resolve(opId, { fb_link: 'mine' });
    await drained(tabs);
    for (const done of [newer, other]) expect(await tab.store.awaitSaveStatus(done)).toEqual({ kind: 'saved' });
    expect(world.server.value(record, 'fb_link')).toEqual(['mine too']);
  });

  it('lets a save of other fields pass', async () => {
    const tab = await open({ online: false });
    const opId = await enqueued(tab.save({ fb_link: 'mine' }));
    world.server.put(record, 'fb_link', ['theirs']);
    world.clock.advance(60_000);
    tab.online(true);
    await tab.store.awaitSaveStatus(opId);
    await quiet(tab);
    expect(await tab.store.awaitSaveStatus(await enqueued(tab.save({ ig_link: 'mine' })))).toEqual({ kind: 'saved' });
    expect(await tab.store.awaitSaveStatus(opId)).toMatchObject({ kind: 'conflict' });
  });

  it('may insist on mine', async () => {
    const tab = await open({ online: false });
    const opId = await enqueued(tab.save({ fb_link: 'mine' }));
    world.server.put(record, 'fb_link', ['theirs']);
    world.clock.advance(60_000);
    tab.online(true);
    await tab.store.awaitSaveStatus(opId);
    await quiet(tab);
    await tab.store.outbox.resolve(opId, { fb_link: 'mine' });
    await drained(tabs);
    expect(world.server.value(record, 'fb_link')).toEqual(['mine']);
  });

  it('is asked though the screen was fresh, where the API gives no tags', async () => {
    const server = new FakeServer({ givesTags: false });
    server.put(record, 'fb_link', ['old']);
    world = { ...world, server };
    const tab = await open();
    server.put(record, 'fb_link', ['theirs']);
    const opId = await enqueued(tab.save({ fb_link: 'mine' }));
    expect(await tab.store.awaitSaveStatus(opId)).toMatchObject({ kind: 'conflict' });
    expect(server.effects).toEqual([]);
  });

  it('is asked where the cache has moved on since the edit began: its tag does not speak for the base', async () => {
    const tab = await open();
    world.server.put(record, 'fb_link', ['theirs']);
    await tab.visit();
    const opId = await enqueued(tab.store.outbox.append(save({ fb_link: 'mine' }, { base: { fb_link: ['old'] } })));
    expect(await tab.store.awaitSaveStatus(opId)).toMatchObject({ kind: 'conflict', error: { theirs: { fb_link: ['theirs'] } } });
    expect(world.server.effects).toEqual([]);
  });

  it.each([
    ['was typed while an earlier save of theirs was under way', null, { kind: 'saved' }],
    ['and somebody else changed the field after that save', 'theirs', { kind: 'conflict' }],
    ['and somebody else put the field back', 'old', { kind: 'saved' }],
  ])('is not asked to choose between two values of their own: it %s', async (_, elsewhere, expected) => {
    const tab = await open();
    await tab.store.awaitSaveStatus(await enqueued(tab.save({ fb_link: 'one' })));
    await quiet(tab);
    if (elsewhere !== null) {
      world.server.put(record, 'fb_link', [elsewhere]);
      await tab.visit();
    }
    const opId = await enqueued(tab.store.outbox.append(save({ fb_link: 'two' }, { base: { fb_link: ['old'] } })));
    expect(await tab.store.awaitSaveStatus(opId)).toMatchObject(expected);
  });

  it('is not asked where only other fields were changed elsewhere, also since the last read', async () => {
    const tab = await open();
    world.server.put(record, 'ig_link', ['theirs']);
    const opId = await enqueued(tab.save({ fb_link: 'mine' }));
    expect(await tab.store.awaitSaveStatus(opId)).toEqual({ kind: 'saved' });
    expect([world.server.value(record, 'fb_link'), world.server.value(record, 'ig_link')]).toEqual([['mine'], ['theirs']]);
    expect(world.server.calls.map((call) => call.kind)).toEqual(['send', 'read', 'send']);
  });
});
