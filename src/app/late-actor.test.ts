import { expect, it } from 'vitest';
import { type ActorRefFrom, assign, createActor, setup } from 'xstate';
import { lateActor } from './late-actor.ts';

interface Said {
  readonly type: 'said' | 'shouted';
  readonly text: string;
}

const machine = setup({ types: { context: {} as { readonly received: readonly string[] }, events: {} as Said } }).createMachine({
  context: { received: [] },
  on: { '*': { actions: assign({ received: ({ context, event }) => [...context.received, event.text] }) } },
});

function start(failures = 0) {
  let loads = 0;
  const missing: string[][] = [];
  const late = lateActor<ActorRefFrom<typeof machine>>({
    load: async () => {
      loads += 1;
      if (loads <= failures) throw new Error('the code is missing');
      return createActor(machine).start();
    },
    isUrgent: ({ type }) => type === 'shouted',
    onMissing: (events) => {
      missing.push(events.map(({ text }) => text));
      return events.slice(-2);
    },
  });
  return { late, missing, loads: () => loads, received: () => late.current()?.getSnapshot().context.received };
}

it('keeps events until its code is there, in their order', async () => {
  const { late, loads, received } = start();
  late.send({ type: 'said', text: 'a' });
  expect([loads(), late.current()]).toEqual([0, null]);
  late.send({ type: 'shouted', text: 'b' });
  late.send({ type: 'said', text: 'c' });
  await late.load();
  late.send({ type: 'said', text: 'd' });
  expect([loads(), received()]).toEqual([1, ['a', 'b', 'c', 'd']]);
});

it('reports the events of a load that failed, keeps those that are to wait on, and tries again', async () => {
  const { late, missing, received } = start(1);
  for (const text of ['a', 'b', 'c']) late.send({ type: 'said', text });
  await expect(late.load()).rejects.toThrow('the code is missing');
  expect(missing).toEqual([['a', 'b', 'c']]);
  late.send({ type: 'shouted', text: 'd' });
  await late.load();
  expect(received()).toEqual(['b', 'c', 'd']);
});

it('starts and stops what follows it, whether that came before its code or after', async () => {
  const { late } = start();
  const log: string[] = [];
  const follow = (name: string) =>
    late.follow(() => {
      log.push(`${name} began`);
      return () => log.push(`${name} ended`);
    });
  const [stopEarly, stopNever] = [follow('early'), follow('never')];
  stopNever();
  await late.load();
  const stopAfter = follow('after');
  stopEarly();
  stopAfter();
  expect(log).toEqual(['early began', 'after began', 'early ended', 'after ended']);
});
