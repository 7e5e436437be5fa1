import * as fc from 'fast-check';
import { type Actor, type AnyMachineSnapshot, type AnyStateMachine, type AnyStateNode, createActor, getStateNodes } from 'xstate';
import { stateNodesOf } from '../export/transitions.ts';
import { type FakeActors, fakeActors, flushPromises, type StartedFake } from './fake-actors.ts';
import type { PathPlan, PlannedEvent } from './path-plan.ts';
import { SimulatedClock } from './simulated-clock.ts';

/** A walk starts anew so often, since a machine that has come far seldom comes back. */
const stepsOfWalk = 200;

/** Walks of together so many steps; the same seed gives the same walks. Throws as `walk` does. */
export async function walks(plan: PathPlan, { steps, seed }: { readonly steps: number; readonly seed: number }): Promise<void> {
  const choices = fc.array(fc.nat(), { minLength: stepsOfWalk, maxLength: stepsOfWalk });
  for (const one of fc.sample(choices, { numRuns: Math.ceil(steps / stepsOfWalk), seed })) await walk(plan, one);
}

/**
 * Drives a machine with random events, answers, faults and delays, one for each number in `choices`, in any order in which the world may
 * send them. Throws, with all that was done, where the machine ends in an error, can't be left any more, or stays busy with nothing under
 * way. A machine that has ended begins again.
 */
async function walk(plan: PathPlan, choices: readonly number[]): Promise<void> {
  const done: string[] = [];
  let run = start(plan, choices[0] ?? 0);
  try {
    for (const choice of choices) {
      if (run.actor.getSnapshot().status === 'done') {
        await run.stop();
        run = start(plan, choice);
        done.push('begins again');
      }
      const moves = movesOf(plan, run);
      const move = moves[choice % moves.length];
      if (!move) throw new Error(`stuck in ${JSON.stringify(run.actor.getSnapshot().value)}: no event, answer or delay leads on`);
      done.push(move.name);
      await perform(run, move, choice);
    }
    await settleAll(plan, run, done);
  } catch (error) {
    throw new Error(`${plan.machine.id}: ${error instanceof Error ? error.message : String(error)}\nafter ${done.slice(-40).join(' > ')}`);
  } finally {
    await run.stop();
  }
}

interface Run {
  readonly actor: Actor<AnyStateMachine>;
  readonly fakes: FakeActors;
  readonly clock: SimulatedClock;
  readonly failure: () => unknown;
  readonly stop: () => Promise<void>;
}

interface Move {
  readonly name: string;
  readonly act: () => void;
  /** The fake that is answered, if the move is an answer. */
  readonly answers?: StartedFake;
}

function start({ machine, inputs }: PathPlan, choice: number): Run {
  const fakes = fakeActors(machine);
  const clock = new SimulatedClock();
  let failure: unknown = null;
  const actor = createActor<AnyStateMachine>(machine.provide({ actors: fakes.actors }), { input: inputs[choice % inputs.length], clock });
  actor.subscribe({ error: (error) => (failure = error) });
  actor.start();
  return {
    actor,
    fakes,
    clock,
    failure: () => failure,
    async stop() {
      actor.stop();
      await flushPromises();
    },
  };
}

/** Everything that the world could do next. Answers and faults come twice as often as the events, of which there are many. */
function movesOf(plan: PathPlan, run: Run): readonly Move[] {
  const { actor, clock } = run;
  const events = plan.events.filter(({ type }) => !type.startsWith('xstate.'));
  const answers = openFakes(run).flatMap((fake) => answersOf(plan, fake));
  const delays = clock.waiting.map((ms): Move => ({ name: `${ms} ms pass`, act: () => clock.increment(ms) }));
  return [
    ...events.map((event): Move => ({ name: event.type, act: () => actor.send(event) })),
    ...answers,
    ...answers,
    ...delays,
    ...delays,
  ];
}

/** The fakes that nobody has answered and that no change of state has stopped. */
function openFakes({ fakes }: Run): readonly StartedFake[] {
  return fakes.started.filter((fake) => fake.isOpen());
}

function answersOf(plan: PathPlan, fake: StartedFake): readonly Move[] {
  const planned = (kind: string): readonly PlannedEvent[] =>
    plan.events.filter(({ type }) => type === `xstate.${kind}.actor.${fake.id}` || type === `xstate.${kind}.actor.${fake.name}`);
  const errors = planned('error');
  // An actor may fail whether the plan thought of it or not: every invoke has an `onError`.
  const isInvoked = stateNodesOf(plan.machine).some((node) => node.invoke.some(({ id }) => id === fake.id));
  const unplanned = errors.length === 0 && isInvoked ? [{ error: new Error('a fault that the plan does not name') }] : [];
  return [
    ...planned('done').map(({ output }): Move => ({ name: `done ${fake.id}`, act: () => fake.resolve(output), answers: fake })),
    ...[...errors, ...unplanned].map(({ error }): Move => ({ name: `error ${fake.id}`, act: () => fake.reject(error), answers: fake })),
  ];
}

async function perform(run: Run, move: Move, choice: number): Promise<void> {
  const { actor, clock } = run;
  const busyBefore = move.answers ? busyNodesOf(actor, move.answers) : [];
  const startedBefore = run.fakes.started.length;
  move.act();
  // The world also lets time pass while it does something else.
  if (choice % 7 === 0) clock.increment(choice % 1000);
  await flushPromises();
  if (run.failure() !== null) throw new Error(`"${move.name}" broke the machine: ${String(run.failure())}`);
  const snapshot = actor.getSnapshot();
  if (snapshot.status === 'error') throw new Error(`"${move.name}" ended the machine in an error: ${String(snapshot.error)}`);
  if (snapshot.status !== 'active') return;
  const now = new Set(activeNodesOf(actor));
  const stillBusy = busyBefore.find((node) => now.has(node));
  if (stillBusy && run.fakes.started.length === startedBefore) {
    throw new Error(`"${stillBusy.id}" stays busy although ${move.name} has come`);
  }
  if (snapshot.hasTag('busy') && openFakes(run).length === 0 && clock.waiting.length === 0) {
    throw new Error(`busy in ${JSON.stringify(snapshot.value)} with nothing under way`);
  }
}

/** The active states with the tag `busy` that the answered actor belongs to. */
function busyNodesOf(actor: Actor<AnyStateMachine>, fake: StartedFake): readonly AnyStateNode[] {
  return activeNodesOf(actor).filter((node) => node.tags.includes('busy') && node.invoke.some(({ id }) => id === fake.id));
}

function activeNodesOf(actor: Actor<AnyStateMachine>): readonly AnyStateNode[] {
  const { machine, value }: AnyMachineSnapshot = actor.getSnapshot();
  return getStateNodes(machine.root, value);
}

/** How often everything under way is answered at the end, before a machine that is still busy counts as stuck. */
const rounds = 200;

/** Answers all that is under way, as the plan does first, until the machine is not busy any more. */
async function settleAll(plan: PathPlan, run: Run, done: string[]): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const snapshot = run.actor.getSnapshot();
    if (snapshot.status !== 'active' || !snapshot.hasTag('busy')) return;
    const answers = openFakes(run).map((fake) => answersOf(plan, fake));
    const moves = answers.flatMap((each) => each[round % Math.max(1, each.length)] ?? []);
    const busy = moves.find(({ answers: fake }) => fake !== undefined && busyNodesOf(run.actor, fake).length > 0);
    const wait = run.clock.waiting[0];
    const move =
      busy ??
      moves[round % Math.max(1, moves.length)] ??
      (wait === undefined ? null : { name: `${wait} ms pass`, act: () => run.clock.increment(wait) });
    if (!move) throw new Error(`busy in ${JSON.stringify(snapshot.value)}, and nothing that the plan knows would end it`);
    done.push(move.name);
    await perform(run, move, 1);
  }
  throw new Error(`still busy in ${JSON.stringify(run.actor.getSnapshot().value)} after ${rounds} answers`);
}
