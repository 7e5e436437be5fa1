import { expect, it } from 'vitest';
import { checkPaths } from '../testing/check-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { recordViewMachine } from './record-view.machine.ts';
import { reading, recordViewPaths } from './record-view.paths.ts';

checkPaths(recordViewPaths);

it('shows a record and follows its changes', async () => {
  const { actor, answer, fakes } = startMachine(recordViewMachine, undefined);
  expect(actor.getSnapshot().value).toBe('loading');
  await answer('readRecord', { kind: 'read', reading: reading({ name: 'First' }) });
  expect(actor.getSnapshot()).toMatchObject({ value: 'ready', context: { values: { name: 'First' }, failure: null } });
  expect(fakes.last('watchRecord').name).toBe('watchRecord');
  actor.send({ type: 'record.changed', values: { name: 'Later' } });
  expect(actor.getSnapshot().context.values).toEqual({ name: 'Later' });
});

it('says why a record can’t be read, and reads it again once there is a connection', async () => {
  const { actor, answer } = startMachine(recordViewMachine, undefined);
  await answer('readRecord', { kind: 'failed', code: 'offlineNeverLoaded', message: '' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'failed', context: { failure: { code: 'offlineNeverLoaded' } } });
  actor.send({ type: 'connection.restored' });
  await answer('readRecord', { kind: 'read', reading: reading({ name: 'First' }) });
  expect(actor.getSnapshot()).toMatchObject({ value: 'ready', context: { values: { name: 'First' }, failure: null } });
});
