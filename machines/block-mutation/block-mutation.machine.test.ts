import { createActor, setup } from 'xstate';
import { describe, expect, it } from 'vitest';
import type { BlockSaveResult } from '../block-ports.ts';
import { testPaths } from '../testing/test-paths.ts';
import { fakeActors, flushPromises } from '../testing/fake-actors.ts';
import { blockMutationMachine } from './block-mutation.machine.ts';
import { blockMutationPaths, change, pending, rejected, saved } from './block-mutation.paths.ts';
import { blockConflictMessage, problemOf } from './block-mutation.operations.ts';
import { blockMutationProperties } from './block-mutation.properties.ts';

testPaths(blockMutationPaths, blockMutationProperties);

/** A parent that starts one mutation and collects the events from it. */
function start() {
  const fakes = fakeActors(blockMutationMachine);
  const events: unknown[] = [];
  const parent = setup({
    actors: { mutation: blockMutationMachine.provide({ actors: fakes.actors }) },
    actions: { collect: ({ event }) => events.push(event) },
  }).createMachine({
    invoke: { id: 'mutation', src: 'mutation', input: { websiteId: '5', changeId: 3, change } },
    on: { 'mutation.finished': { actions: 'collect' } },
  });
  const actor = createActor(parent).start();
  const child = actor.getSnapshot().children['mutation'];
  return { fakes, events, value: () => child?.getSnapshot().value };
}

describe('one change on its way', () => {
  it.each([
    ['saved', saved],
    ['pending', pending],
    ['conflict', { kind: 'conflict' }],
    ['error', rejected],
  ] as const)('ends as %s, and the parent gets the result under its number', async (state, result) => {
    const { fakes, events, value } = start();
    expect(fakes.last('submitBlock').input).toEqual({ websiteId: '5', change });
    fakes.last('submitBlock').resolve(result);
    await flushPromises();
    expect(value()).toBe(state);
    expect(events).toEqual([{ type: 'mutation.finished', changeId: 3, result }]);
  });

  it('ends as an error where submitting throws', async () => {
    const { fakes, events, value } = start();
    fakes.last('submitBlock').reject(new Error('broken'));
    await flushPromises();
    expect(value()).toBe('error');
    expect(events).toEqual([{ type: 'mutation.finished', changeId: 3, result: { kind: 'failed', code: 'unknown', message: '' } }]);
  });

  it.each<[BlockSaveResult, string | undefined]>([
    [saved, undefined],
    [rejected, 'Not allowed.'],
    [{ ...rejected, message: ' ' }, 'An unknown error occurred'],
    [{ kind: 'conflict' }, blockConflictMessage],
  ])('has a message for its result: %j', (result, message) => {
    expect(problemOf(result)?.message).toBe(message);
  });
});
