import { useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { connectionMachine, type ProbeOutput } from '#machines/connection/connection.machine.ts';
import { useConnectionEvents } from './use-online-events.ts';

const root = createRoot(document.createElement('div'));
afterEach(() => root.unmount());

const unanswered = connectionMachine.provide({ actors: { probe: fromPromise(() => new Promise<ProbeOutput>(() => undefined)) } });
const connection = createActor(unanswered, { input: { seed: 1, hasNoNetwork: false } });
const sent: string[] = [];

function Screen() {
  useConnectionEvents(connection, { send: ({ type }) => sent.push(type) });
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
