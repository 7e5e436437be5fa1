import { describe, expect, it } from 'vitest';
import { testPaths } from '../testing/test-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { revocationMachine } from './revocation.machine.ts';
import { revocationPaths } from './revocation.paths.ts';
import { revocationProperties } from './revocation.properties.ts';

testPaths(revocationPaths, revocationProperties);

const start = () => startMachine(revocationMachine, { seed: 7 });

describe('sign-outs that have not reached the server', () => {
  it('are sent at once, and again after each failure, at growing distances of at most a minute', async () => {
    const { actor, answer, clock, fakes } = start();
    expect(fakes.started).toHaveLength(0);
    actor.send({ type: 'handle.kept' });
    for (let tries = 1; tries <= 10; tries += 1) {
      expect(fakes.started).toHaveLength(tries);
      await answer('sendHandles', { left: 1, retryAfterMs: null });
      clock.increment(999);
      expect(fakes.started, 'never sooner than a second').toHaveLength(tries);
      clock.increment(59_001);
    }
    await answer('sendHandles', { left: 0, retryAfterMs: null });
    clock.increment(3_600_000);
    expect(fakes.started, 'nothing is left to send').toHaveLength(11);
  });

  it('wait for as long as the server asks, where that is longer', async () => {
    const { actor, answer, clock, fakes } = start();
    actor.send({ type: 'handle.kept' });
    await answer('sendHandles', { left: 1, retryAfterMs: 900_000 });
    clock.increment(899_999);
    expect(fakes.started).toHaveLength(1);
    clock.increment(1);
    expect(fakes.started).toHaveLength(2);
    await answer('sendHandles', { left: 1, retryAfterMs: null });
    clock.increment(60_000);
    expect(fakes.started).toHaveLength(3);
  });

  it('are sent as soon as the network hints that it is back', async () => {
    const { actor, fail, fakes } = start();
    actor.send({ type: 'handle.kept' });
    await fail('sendHandles');
    actor.send({ type: 'connection.hinted' });
    expect(fakes.started).toHaveLength(2);
  });

  it('are not forgotten when they come while others are on their way', async () => {
    const { actor, answer, fakes } = start();
    actor.send({ type: 'handle.kept' });
    actor.send({ type: 'handle.kept' });
    expect(fakes.started).toHaveLength(2);
    await answer('sendHandles', { left: 0, retryAfterMs: null });
    expect(actor.getSnapshot().value).toBe('resting');
  });
});
