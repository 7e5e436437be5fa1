import { expect, it } from 'vitest';
import { testPaths } from '../testing/test-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { recordViewMachine } from './record-view.machine.ts';
import { reading, recordViewPaths } from './record-view.paths.ts';
import { recordViewProperties } from './record-view.properties.ts';

testPaths(recordViewPaths, recordViewProperties);

it('shows a record and follows its changes', async () => {
  const { actor, answer, fakes } = startMachine(recordViewMachine, { id: '7' });
  expect(actor.getSnapshot().value).toBe('loading');
  await answer('readRecord', { kind: 'read', reading: reading({ name: 'First' }) });
  expect(actor.getSnapshot()).toMatchObject({ value: 'ready', context: { values: { name: 'First' }, fetchedAt: 1000, failure: null } });
  expect(fakes.last('watchRecord').name).toBe('watchRecord');
  actor.send({ type: 'record.changed', values: { name: 'Later' }, fetchedAt: 2000 });
  expect(actor.getSnapshot().context).toMatchObject({ values: { name: 'Later' }, fetchedAt: 2000 });
});

it('says why a record can’t be read, and reads it again once there is a connection', async () => {
  const { actor, answer } = startMachine(recordViewMachine, { id: '7' });
  await answer('readRecord', { kind: 'failed', code: 'offlineNeverLoaded', message: '' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'failed', context: { failure: { code: 'offlineNeverLoaded' } } });
  actor.send({ type: 'connection.restored' });
  await answer('readRecord', { kind: 'read', reading: reading({ name: 'First' }) });
  expect(actor.getSnapshot()).toMatchObject({ value: 'ready', context: { values: { name: 'First' }, failure: null } });
});

it('asks again for what it shows once there is a connection', async () => {
  const { actor, answer, fakes } = startMachine(recordViewMachine, { id: '7' });
  await answer('readRecord', { kind: 'read', reading: reading({ name: 'First' }) });
  const before = fakes.last('watchRecord');
  actor.send({ type: 'connection.restored' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'ready', context: { values: { name: 'First' } } });
  expect(fakes.last('watchRecord')).not.toBe(before);
});

it('reads again under the id that a record gets, and not under the one that it has', async () => {
  const { actor, answer, fakes } = startMachine(recordViewMachine, { id: 'local:1' });
  await answer('readRecord', { kind: 'read', reading: reading({ name: 'First' }) });
  actor.send({ type: 'id.changed', id: 'local:1' });
  expect(actor.getSnapshot().value).toBe('ready');
  actor.send({ type: 'id.changed', id: '7' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'loading', context: { values: { name: 'First' } } });
  expect(fakes.last('readRecord').input).toEqual({ id: '7' });
});
