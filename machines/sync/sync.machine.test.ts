import { expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { testPaths } from '../testing/test-paths.ts';
import { syncMachine } from './sync.machine.ts';
import { syncPaths } from './sync.paths.ts';
import { syncView } from './sync.view.ts';
import { syncProperties } from './sync.properties.ts';

testPaths(syncPaths, syncProperties);

it('can not be asked to send while the user signs out, and can again when they stay', () => {
  const [started] = initialTransition(syncMachine, { userId: 'u1', online: true });
  const [stopped] = transition(syncMachine, started, { type: 'sending.stopped' });
  expect(syncView(stopped)).toMatchObject({ activity: 'stopped', cannotDrain: 'SIGNING_OUT' });
  const [resumed] = transition(syncMachine, stopped, { type: 'sending.resumed' });
  expect(syncView(resumed).cannotDrain).not.toBe('SIGNING_OUT');
});

it.each(['fenced', 'resting', { working: 'recovering' }] as const)('a connection that is back ends the pauses of a tab in %j', (value) => {
  const [started] = initialTransition(syncMachine, { userId: 'u1', online: true });
  const lost = syncMachine.resolveState({ value, context: { ...started.context, online: false, hasten: false } });
  const [back] = transition(syncMachine, lost, { type: 'connection.changed', online: true });
  expect(back.context).toMatchObject({ online: true, hasten: true });
});
