import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor, setup } from 'xstate';

const lamp = setup({ types: { events: {} as { readonly type: 'pressed'; readonly text: string } } }).createMachine({
  id: 'lamp',
  initial: 'off',
  states: { off: { on: { pressed: 'on' } }, on: { on: { pressed: 'off' } } },
});

/** The recorder's code does not load for as long as this is true. */
let fails = false;
beforeEach(() => {
  vi.resetModules();
  vi.doMock('./flight-recorder.ts', async (original) => {
    if (fails) throw new Error('no connection');
    return await original<typeof import('./flight-recorder.ts')>();
  });
});
afterEach(() => vi.doUnmock('./flight-recorder.ts'));

const start = async () => {
  const { inspectActors } = await import('./live-actors.ts');
  const { loadFlightRecorder } = await import('./load-flight-recorder.ts');
  return { loadFlightRecorder, actor: createActor(lamp, { inspect: inspectActors }).start() };
};

it('records what has happened before the code of the recorder is there', async () => {
  fails = false;
  const { actor, loadFlightRecorder } = await start();
  actor.send({ type: 'pressed', text: 'before' });
  const [recorded] = (await loadFlightRecorder()).actors();
  expect(recorded).toMatchObject({ machineId: 'lamp', dropped: 0, events: [{ value: 'off' }, { value: 'on' }] });
});

it('keeps nothing that happens while that code does not load, and lists the actors that run once it does', async () => {
  fails = true;
  const { actor, loadFlightRecorder } = await start();
  await expect(loadFlightRecorder()).rejects.toThrow();
  actor.send({ type: 'pressed', text: 'unredacted' });
  fails = false;
  vi.resetModules();
  const recorder = await loadFlightRecorder();
  expect(recorder.actors()).toEqual([]);
  actor.send({ type: 'pressed', text: 'after' });
  const [recorded] = recorder.actors();
  expect(recorded).toMatchObject({ machineId: 'lamp', status: 'active', dropped: 1 });
  expect(recorded?.events).toMatchObject([{ event: { text: 'text of 5 characters' }, took: ['lamp.on --pressed[0]'], value: 'off' }]);
});
