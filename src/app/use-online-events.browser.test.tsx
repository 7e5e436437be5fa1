import { useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, expect, it } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { fromPromise } from '#machines/actor-logic.ts';
import { connectionMachine, type ProbeOutput } from '#machines/connection/connection.machine.ts';
import { useConnectionEvents } from './use-online-events.ts';

const root = createRoot(document.createElement('div'));
afterAll(() => root.unmount());

const unanswered = connectionMachine.provide({ actors: { probe: fromPromise(() => new Promise<ProbeOutput>(() => undefined)) } });
const connection = createActor(unanswered, { input: { seed: 1, hasNoNetwork: false } });
const sent: string[] = [];

const actor = createActor(
  createMachine({
    initial: 'loading',
    on: { 'connection.lost': { actions: () => void sent.push('connection.lost') } },
    states: {
      loading: { on: { 'load.failed': 'offline' } },
      offline: { on: { 'connection.restored': { actions: () => void sent.push('connection.restored') } } },
    },
  }),
).start();

function Screen() {
  useConnectionEvents(connection, actor);
  // Between the rendering and its effects.
  useLayoutEffect(() => connection.send({ type: 'call.unanswered', at: 2 }), []);
  return null;
}

it('reports a connection that is lost before the subscription', async () => {
  connection.start();
  expect(connection.getSnapshot().hasTag('offline')).toBe(false);
  root.render(<Screen />);
  await expect.poll(() => connection.getSnapshot().hasTag('offline')).toBe(true);
  await expect.poll(() => sent).toEqual(['connection.lost']);
});

it('passes a connection that came back during a load on to the screen whose load then ends without one', async () => {
  connection.send({ type: 'call.answered', at: 3 });
  expect(sent, 'the screen is loading').toEqual(['connection.lost']);
  actor.send({ type: 'load.failed' });
  await expect.poll(() => sent).toEqual(['connection.lost', 'connection.restored']);
});
