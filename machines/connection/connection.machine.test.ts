import { describe, expect, it } from 'vitest';
import { testPaths } from '../testing/test-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { connectionMachine } from './connection.machine.ts';
import { probeWaitMs, nextSeed } from './connection.operations.ts';
import { connectionPaths } from './connection.paths.ts';
import { connectionView } from './connection.view.ts';
import { connectionProperties } from './connection.properties.ts';

testPaths(connectionPaths, connectionProperties);

const silence = { kind: 'noAnswer' } as const;

function start(hasNoNetwork = false) {
  const run = startMachine(connectionMachine, { seed: 42, hasNoNetwork });
  return { ...run, view: () => connectionView(run.actor.getSnapshot()) };
}

async function online() {
  const run = start();
  await run.answer('probe', { answered: true, at: 1000 });
  expect(run.view()).toMatchObject({ status: 'online', since: 1000 });
  return run;
}

describe('connection', () => {
  it('is unknown until the first answer', () => {
    expect(start().view()).toEqual({ status: 'unknown', online: false, since: null, disconnection: null, warn: false, checking: true });
  });

  it('says what the last probe met, and not what a call met before it', async () => {
    const { actor, answer, view } = await online();
    const gateway = { kind: 'trouble', status: 502, message: '', isForeign: true } as const;
    const resting = { kind: 'trouble', status: 500, message: 'The database is resting.', isForeign: false } as const;
    actor.send({ type: 'call.unanswered', at: 5000, met: gateway });
    expect(view().disconnection, 'nothing is said before the probe').toBeNull();
    await answer('probe', { answered: false, at: 6000, met: silence });
    expect(view()).toMatchObject({ status: 'offline', disconnection: silence });
    for (const met of [resting, { kind: 'foreignPage' } as const, gateway, silence]) {
      actor.send({ type: 'probe.requested', at: 6500 });
      await answer('probe', { answered: false, at: 7000, met });
      expect(view().disconnection).toEqual(met);
    }
    actor.send({ type: 'call.unanswered', at: 8000, met: gateway });
    expect(view().disconnection, 'a call by a person, meanwhile').toEqual(gateway);
    actor.send({ type: 'call.failed', at: 8500, met: resting });
    expect(view().disconnection, 'another one').toEqual(resting);
    actor.send({ type: 'call.answered', at: 9000 });
    expect(view().disconnection).toBeNull();
  });

  it('calls it no network only where the browser says so and nothing answers', async () => {
    const { actor, answer, view } = start(true);
    expect(view().disconnection).toEqual({ kind: 'noNetwork' });
    await answer('probe', { answered: false, at: 1000, met: { kind: 'foreignPage' } });
    expect(view().disconnection).toEqual({ kind: 'foreignPage' });
    actor.send({ type: 'call.unanswered', at: 2000 });
    expect(view().disconnection).toEqual({ kind: 'noNetwork' });
    actor.send({ type: 'navigator.online', at: 3000 });
    expect(view().disconnection).toEqual(silence);
  });

  it('lets screens ask again after a call without an answer, though the API was there all the time; not again and again', async () => {
    const { actor, answer, emitted } = await online();
    const restored = () => emitted.filter(({ type }) => type === 'connection.restored').length;
    actor.send({ type: 'probe.requested', at: 4000 });
    await answer('probe', { answered: true, at: 4100 });
    expect(restored(), 'nothing has failed').toBe(0);
    actor.send({ type: 'call.unanswered', at: 5000 });
    await answer('probe', { answered: true, at: 5100 });
    expect(restored()).toBe(1);
    actor.send({ type: 'call.unanswered', at: 5200 });
    await answer('probe', { answered: true, at: 5300 });
    expect(restored(), 'the same call fails again').toBe(1);
    actor.send({ type: 'call.unanswered', at: 16_000 });
    actor.send({ type: 'call.answered', at: 16_100 });
    expect(restored()).toBe(2);
  });

  it('asks where a call fails on the server, and keeps the connection where only that call does', async () => {
    const { actor, answer, view } = await online();
    actor.send({ type: 'call.failed', at: 5000 });
    await answer('probe', { answered: true, at: 5100 });
    expect(view()).toMatchObject({ status: 'online', disconnection: null });
    actor.send({ type: 'call.failed', at: 6000 });
    const met = { kind: 'trouble', status: 500, message: 'The database is resting.', isForeign: false } as const;
    await answer('probe', { answered: false, at: 6100, met });
    expect(view()).toMatchObject({ status: 'offline', since: 6000, disconnection: met });
    actor.send({ type: 'call.failed', at: 7000 });
    expect(view().status, 'no answer that it works').toBe('offline');
  });

  it('trusts an answer, not the browser: a hint only causes a probe', async () => {
    const { actor, answer, view } = await online();
    actor.send({ type: 'navigator.offline', at: 5000 });
    expect(view()).toMatchObject({ status: 'online', checking: true });
    await answer('probe', { answered: true, at: 5100 });
    expect(view()).toMatchObject({ status: 'online', checking: false, since: 1000 });
  });

  it('asks again where the network goes while a probe is under way, whose answer may be from before', async () => {
    const { actor, answer, fakes, view } = await online();
    actor.send({ type: 'call.unanswered', at: 5000 });
    actor.send({ type: 'navigator.offline', at: 5001 });
    expect(
      fakes.started.filter(({ name }) => name === 'probe'),
      'at the start, by the suspicion, by the network',
    ).toHaveLength(3);
    await answer('probe', { answered: false, at: 5002, met: silence });
    expect(view()).toMatchObject({ status: 'offline', warn: true });
  });

  it('asks again while the browser says that there is no network, though the API was there a moment ago', async () => {
    const { actor, answer, clock, fakes, view } = await online();
    const asked = () => fakes.started.filter(({ name }) => name === 'probe').length;
    actor.send({ type: 'navigator.offline', at: 5000 });
    await answer('probe', { answered: true, at: 5001 });
    expect(view().status).toBe('online');
    const before = asked();
    clock.increment(5000);
    expect(asked()).toBe(before + 1);
    await answer('probe', { answered: false, at: 10_100, met: silence });
    expect(view()).toMatchObject({ status: 'offline', warn: true });

    actor.send({ type: 'navigator.online', at: 11_000 });
    await answer('probe', { answered: true, at: 11_100 });
    const later = asked();
    clock.increment(60_000);
    expect(asked(), 'in a network nobody asks').toBe(later);
  });

  it('takes no late answer of an ordinary call for a connection where there is no network: a probe decides', async () => {
    const { actor, answer, emitted, view } = await online();
    actor.send({ type: 'navigator.offline', at: 5000 });
    actor.send({ type: 'call.answered', at: 5001 });
    expect(view()).toMatchObject({ status: 'online', checking: true });
    await answer('probe', { answered: false, at: 5002, met: silence });
    expect(view()).toMatchObject({ status: 'offline', checking: false });
    actor.send({ type: 'call.answered', at: 5003 });
    expect(view()).toMatchObject({ status: 'offline', checking: true });
    expect(emitted).toEqual([{ type: 'connection.lost' }]);
    await answer('probe', { answered: true, at: 5004 });
    expect(view()).toMatchObject({ status: 'online', since: 5004 });
  });

  it('is offline since the first suspicion, and warns after 2 s', async () => {
    const { actor, answer, clock, emitted, view } = await online();
    actor.send({ type: 'call.unanswered', at: 5000 });
    await answer('probe', { answered: false, at: 5900, met: silence });
    expect(view()).toMatchObject({ status: 'offline', since: 5000, warn: false });
    expect(emitted).toContainEqual({ type: 'connection.lost' });
    clock.increment(1999);
    expect(view().warn).toBe(false);
    clock.increment(1);
    expect(view().warn).toBe(true);
  });

  it('never warns of a gap shorter than 2 s', async () => {
    const { actor, answer, clock, emitted, view } = await online();
    actor.send({ type: 'call.unanswered', at: 5000 });
    await answer('probe', { answered: false, at: 5100, met: silence });
    clock.increment(1500);
    actor.send({ type: 'call.answered', at: 6600 });
    clock.increment(10_000);
    expect(view()).toMatchObject({ status: 'online', warn: false, since: 6600 });
    expect(emitted.map((event) => event.type)).toEqual(['connection.lost', 'connection.restored']);
  });

  it('warns at once where the browser too says that there is no network', async () => {
    const { actor, answer, view } = await online();
    actor.send({ type: 'navigator.offline', at: 5000 });
    await answer('probe', { answered: false, at: 5001, met: silence });
    expect(view()).toMatchObject({ status: 'offline', warn: true });
    actor.send({ type: 'navigator.online', at: 6000 });
    await answer('probe', { answered: true, at: 6100 });
    actor.send({ type: 'call.unanswered', at: 7000 });
    await answer('probe', { answered: false, at: 7100, met: silence });
    expect(view(), 'a lost call in a network').toMatchObject({ status: 'offline', warn: false });
    actor.send({ type: 'navigator.offline', at: 7200 });
    expect(view().warn).toBe(true);
  });

  it('is offline from the start where there is no network, and asks at once whether that is so', async () => {
    const { answer, view } = start(true);
    expect(view()).toMatchObject({ status: 'offline', warn: true, checking: true });
    await answer('probe', { answered: true, at: 1000 });
    expect(view()).toMatchObject({ status: 'online', warn: false });
  });

  it.each(['probe', 'call'] as const)('has a screen ask again whose call failed before the first answer, a %s', async (answered) => {
    const { actor, answer, emitted, view } = start();
    actor.send({ type: 'call.failed', at: 900 });
    if (answered === 'probe') await answer('probe', { answered: true, at: 1000 });
    else actor.send({ type: 'call.answered', at: 1000 });
    expect(emitted).toEqual([{ type: 'connection.restored' }]);
    expect(view()).toMatchObject({ status: 'online', since: 1000 });
  });

  it('has no screen ask again at the first answer where none failed', async () => {
    const { answer, emitted } = start();
    await answer('probe', { answered: true, at: 1000 });
    expect(emitted).toEqual([]);
  });

  it('gives up a probe after 5 s', async () => {
    const { clock, view } = start();
    clock.increment(5000);
    expect(view().status).toBe('offline');
  });

  it('probes at once on a hint, else at growing intervals', async () => {
    const { actor, answer, clock, fakes } = await online();
    actor.send({ type: 'call.unanswered', at: 5000 });
    await answer('probe', { answered: false, at: 5100, met: silence });
    const probes = () => fakes.started.length;
    const before = probes();
    actor.send({ type: 'tab.shown', at: 5200 });
    expect(probes()).toBe(before + 1);
    for (let round = 1; round <= 8; round += 1) {
      await answer('probe', { answered: false, at: 6000, met: silence });
      clock.increment(60_000);
      expect(probes(), `probe ${round} comes within a minute`).toBeGreaterThan(before + round);
    }
  });
});

it('asks soon again once a person has done something, however long nothing was there', async () => {
  const { actor, answer, clock, fakes } = await online();
  actor.send({ type: 'probe.requested', at: 5000 });
  for (let round = 0; round < 8; round += 1) {
    await answer('probe', { answered: false, at: 6000, met: silence });
    clock.increment(60_000);
  }
  await answer('probe', { answered: false, at: 6000, met: silence });
  const before = fakes.started.length;
  clock.increment(5000);
  expect(fakes.started, 'it waits long by now').toHaveLength(before);
  actor.send({ type: 'probe.requested', at: 7000 });
  await answer('probe', { answered: false, at: 8000, met: silence });
  clock.increment(2000);
  expect(fakes.started).toHaveLength(before + 2);
});

describe('back-off', () => {
  it('doubles from 1 s to 60 s and is spread by the seed', () => {
    for (let failures = 0; failures < 40; failures += 1) {
      for (let seed = 1, turn = 0; turn < 50; turn += 1, seed = nextSeed(seed)) {
        const ceiling = Math.max(1000, Math.min(60_000, 1000 * 2 ** failures));
        expect(probeWaitMs(failures, seed)).toBeGreaterThanOrEqual(Math.max(1000, ceiling / 2));
        expect(probeWaitMs(failures, seed)).toBeLessThanOrEqual(ceiling);
      }
    }
    expect(new Set([1, 2, 3, 4, 5].map((seed) => probeWaitMs(10, nextSeed(seed)))).size).toBeGreaterThan(3);
  });
});
