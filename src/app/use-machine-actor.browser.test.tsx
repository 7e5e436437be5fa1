import { useSelector } from '@xstate/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { assign, type EventObject, setup } from 'xstate';
import { fromCallback, fromPromise } from '#machines/actor-logic.ts';
import { useMachineActor } from './use-machine-actor.ts';

const element = document.createElement('div');
const root = createRoot(element);
afterEach(() => root.unmount());

let runs = 0;
const reportLate: (() => void)[] = [];

/** The first run is answered only because it is aborted, as a request is. */
const read = fromPromise<string>(({ signal }) => {
  runs += 1;
  const run = runs;
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(`run ${run} was aborted`));
    if (run > 1) setTimeout(() => resolve(`run ${run}`), 50);
  });
});
const listen = fromCallback<EventObject>(({ sendBack }) => {
  const run = reportLate.length + 1;
  reportLate.push(() => sendBack({ type: 'reported', run }));
});

const machine = setup({
  types: { context: {} as { reported: readonly number[]; results: readonly string[] }, events: {} as { type: 'reported'; run: number } },
  actors: { read, listen },
}).createMachine({
  context: { reported: [], results: [] },
  invoke: [
    { src: 'read', onDone: { actions: assign({ results: ({ context, event }) => [...context.results, event.output] }) } },
    { src: 'listen' },
  ],
  on: { reported: { actions: assign({ reported: ({ context, event }) => [...context.reported, event.run] }) } },
});

function Screen() {
  const actor = useMachineActor(machine);
  return <output>{useSelector(actor, ({ context }) => JSON.stringify(context))}</output>;
}

it('takes no result of a run that React has stopped, and that of the run after it', async () => {
  root.render(
    <StrictMode>
      <Screen />
    </StrictMode>,
  );
  await expect.poll(() => element.textContent).toContain('run 2');
  expect(reportLate).toHaveLength(2);
  for (const report of reportLate) report();
  await expect.poll(() => element.textContent).toBe(JSON.stringify({ reported: [2], results: ['run 2'] }));
});
