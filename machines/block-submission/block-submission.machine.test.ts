import { createActor, setup } from 'xstate';
import { describe, expect, it } from 'vitest';
import type { BlockSubmitted } from '../ports.ts';
import { checkPaths } from '../testing/check-paths.ts';
import { fakeActors, settle } from '../testing/fake-actors.ts';
import { blockSubmissionMachine } from './block-submission.machine.ts';
import { problemOf } from './block-submission.outcome.ts';
import { blockConflictMessage } from './block-submission.words.ts';
import { pathPlan } from '../testing/path-plan.ts';

const blockSubmissionPaths = pathPlan({
  machine: blockSubmissionMachine,
  inputs: [{ websiteId: '5', turn: 1, change: { kind: 'show', blockId: '7', label: 'Banner', enabled: false } }],
  events: [
    { type: 'xstate.done.actor.submitBlock', output: { kind: 'saved', blockId: null, appendedAt: 1 } },
    { type: 'xstate.error.actor.submitBlock', error: new Error('broken') },
  ],
});

checkPaths(blockSubmissionPaths);

const change = { kind: 'show', blockId: '7', label: 'Banner', enabled: false } as const;

/** A machine that starts one submission and remembers what it was told. */
function start() {
  const fakes = fakeActors(blockSubmissionMachine);
  const heard: unknown[] = [];
  const sender = setup({
    actors: { submission: blockSubmissionMachine.provide({ actors: fakes.actors }) },
    actions: { hear: ({ event }) => heard.push(event) },
  }).createMachine({
    invoke: { id: 'submission', src: 'submission', input: { websiteId: '5', turn: 3, change } },
    on: { 'submission.settled': { actions: 'hear' } },
  });
  createActor(sender).start();
  return { fakes, heard };
}

describe('one change on its way', () => {
  it('is told to whoever started it, under its number', async () => {
    const { fakes, heard } = start();
    expect(fakes.last('submitBlock').input).toEqual({ websiteId: '5', change });
    fakes.last('submitBlock').resolve({ kind: 'kept', blockId: null, appendedAt: 9, reason: { kind: 'offline' } });
    await settle();
    expect(heard).toEqual([
      { type: 'submission.settled', turn: 3, submitted: { kind: 'kept', blockId: null, appendedAt: 9, reason: { kind: 'offline' } } },
    ]);
  });

  it('that breaks is told as a failure', async () => {
    const { fakes, heard } = start();
    fakes.last('submitBlock').reject(new Error('broken'));
    await settle();
    expect(heard).toEqual([{ type: 'submission.settled', turn: 3, submitted: { kind: 'failed', code: 'unknown', message: '' } }]);
  });

  it.each<[BlockSubmitted, string | undefined]>([
    [{ kind: 'saved', blockId: null, appendedAt: 1 }, undefined],
    [{ kind: 'refused', message: 'Not allowed.', fields: {} }, 'Not allowed.'],
    [{ kind: 'refused', message: ' ', fields: {} }, 'An unknown error occurred'],
    [{ kind: 'conflict' }, blockConflictMessage],
  ])('has words for what became of it: %j', (submitted, message) => {
    expect(problemOf(submitted)?.message).toBe(message);
  });
});
