import { describe, expect, it } from 'vitest';
import { testPaths } from '../testing/test-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { runningRowsMachine } from './running-rows.machine.ts';
import { firstPage, runningRowsPaths } from './running-rows.paths.ts';
import { runningRowsProperties } from './running-rows.properties.ts';

testPaths(runningRowsPaths, runningRowsProperties);

describe('a row whose action goes on', () => {
  it('is shown as such until its value changes, and the page is fetched again meanwhile', async () => {
    const { actor, answer, clock, fakes } = startMachine(runningRowsMachine, undefined);
    actor.send({ type: 'rows.seen', values: { '1': 'before', '2': null }, query: firstPage });
    actor.send({ type: 'row.started', id: '1', before: 'before' });
    expect(actor.getSnapshot().context.running).toEqual({ '1': 'before' });
    clock.increment(2000);
    expect(fakes.last('refresh').input).toEqual(firstPage);
    actor.send({ type: 'rows.seen', values: { '2': null }, query: firstPage });
    expect(actor.getSnapshot().context.running).toEqual({ '1': 'before' });
    actor.send({ type: 'rows.seen', values: { '1': 'after' }, query: firstPage });
    await answer('refresh', null);
    expect(actor.getSnapshot()).toMatchObject({ value: 'idle', context: { running: {} } });
  });

  it('is given up ten minutes after the last start, however slow the server is', async () => {
    const { actor, answer, clock } = startMachine(runningRowsMachine, undefined);
    actor.send({ type: 'row.started', id: '1', before: null });
    clock.increment(599_000);
    await answer('refresh', null);
    actor.send({ type: 'row.started', id: '2', before: null });
    clock.increment(599_000);
    expect(actor.getSnapshot().context.running).toEqual({ '1': null, '2': null });
    clock.increment(1000);
    expect(actor.getSnapshot()).toMatchObject({ value: 'idle', context: { running: {} } });
  });
});
