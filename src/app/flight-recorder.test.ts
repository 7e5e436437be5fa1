import fc from 'fast-check';
import { type AnyStateMachine, assign, createActor, createMachine, setup } from 'xstate';
import { fromPromise } from '#machines/actor-logic.ts';
import { describe, expect, it } from 'vitest';
import { type PathPlan, type PlannedEvent, pathPlan } from '#machines/testing/path-plan.ts';
import { fakeActors } from '#machines/testing/fake-actors.ts';
import { SimulatedClock } from '#machines/testing/simulated-clock.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import { numberKeys } from '#machines/flight-recorder/redact.ts';
import { createFlightRecorder, type FlightRecorder } from './flight-recorder.ts';
import { placesIn } from './problem/report.ts';

const lamp = setup({
  types: {
    context: {} as { readonly presses: number },
    events: {} as { readonly type: 'pressed'; readonly text?: string } | { readonly type: 'broken' },
  },
  actors: { warmUp: fromPromise(() => Promise.resolve()) },
  guards: { isWorn: ({ context }) => context.presses >= 600 },
  actions: {
    count: assign({ presses: ({ context }) => context.presses + 1 }),
    breakDown: () => {
      throw new Error('broken');
    },
  },
}).createMachine({
  id: 'lamp',
  context: { presses: 0 },
  initial: 'off',
  on: { broken: { actions: 'breakDown' } },
  states: {
    off: {
      on: {
        pressed: [
          { guard: 'isWorn', target: 'worn' },
          { target: 'on', actions: 'count' },
        ],
      },
    },
    on: { invoke: { id: 'warmUp', src: 'warmUp', onError: {} }, on: { pressed: { target: 'off', actions: 'count' } } },
    worn: { type: 'final' },
  },
});

function start() {
  const recorder = createFlightRecorder();
  const actor = createActor(lamp, { inspect: recorder.inspect }).start();
  const recorded = () => {
    const [found] = recorder.actors();
    if (!found) throw new Error('no actor is recorded');
    return found;
  };
  return { recorder, actor, recorded };
}

describe('the flight recorder', () => {
  it('records what each event came to', () => {
    const { actor, recorded } = start();
    actor.send({ type: 'pressed', text: 'secret words' });
    expect(recorded()).toMatchObject({ machineId: 'lamp', parentId: null, status: 'active', dropped: 0 });
    expect(recorded().events).toMatchObject([
      { event: { type: 'xstate.init' }, took: [], value: 'off', from: null },
      { event: { type: 'pressed', text: 'text of 12 characters' }, took: ['lamp.off --pressed[1]'], value: 'on' },
    ]);
  });

  it('has what each event changes of the context, redacted, and what it was before the first event that is kept', () => {
    const typist = createMachine({
      id: 'typist',
      context: { typed: '', percent: 0, apiToken: 'tok', rest: { a: 1 } },
      on: {
        typed: { actions: assign({ typed: ({ context }) => `${context.typed}secret` }) },
        moved: { actions: assign({ percent: ({ context }) => context.percent + 1 }) },
        nothing: {},
      },
    });
    const [recorder, late] = [createFlightRecorder(), createFlightRecorder()];
    let inspect = recorder.inspect;
    const actor = createActor(typist, { inspect: (inspected) => inspect(inspected) }).start();
    const recorded = () => recorder.actors()[0];
    for (const type of ['typed', 'moved', 'nothing']) actor.send({ type });
    expect(recorded()?.events.map(({ set }) => set)).toEqual([
      { typed: 'text of 0 characters', percent: 0, apiToken: 'hidden', rest: { more: 1 } },
      { typed: 'text of 6 characters' },
      { percent: 1 },
      {},
    ]);
    for (let moves = 0; moves < 600; moves += 1) actor.send({ type: 'moved' });
    expect(recorded()).toMatchObject({ context: { typed: 'text of 6 characters', percent: 101, apiToken: 'hidden' } });

    // A recorder that comes later begins with what is there.
    inspect = late.inspect;
    actor.send({ type: 'moved' });
    expect(late.actors()).toMatchObject([
      { context: { typed: 'text of 6 characters', percent: 601 }, events: [{ set: { percent: 602 } }] },
    ]);
  });

  it('names what is no machine as the sender of its answer, and has the order of all events', async () => {
    const { actor, recorded } = start();
    actor.send({ type: 'pressed' });
    await expect.poll(() => recorded().events.at(-1)).toMatchObject({ event: { type: 'xstate.done.actor.warmUp' }, from: 'warmUp' });
    expect(recorded().events.map(({ order }) => order)).toEqual([0, 1, 2]);
  });

  it('keeps the last 500 events, and says how many are gone', () => {
    const { actor, recorded } = start();
    for (let press = 0; press < 560; press += 1) actor.send({ type: 'pressed' });
    expect(recorded().events).toHaveLength(500);
    expect(recorded()).toMatchObject({ dropped: 61 });
  });

  it('knows which actors run, and which have ended and how', () => {
    const { actor, recorded } = start();
    actor.stop();
    expect(recorded()).toMatchObject({ status: 'stopped' });
    const again = start();
    for (let press = 0; press < 601; press += 1) again.actor.send({ type: 'pressed' });
    expect(again.recorded()).toMatchObject({ status: 'done' });
    const broken = start();
    broken.actor.subscribe({ error: () => undefined });
    broken.actor.send({ type: 'broken' });
    expect(broken.recorded()).toMatchObject({ status: 'error' });
  });

  it('forgets the oldest of the actors that have ended', () => {
    const recorder = createFlightRecorder();
    const [first, ...rest] = Array.from({ length: 60 }, () => createActor(lamp, { inspect: recorder.inspect }).start());
    for (const actor of rest) actor.stop();
    expect(recorder.actors()).toHaveLength(41);
    expect(recorder.actors()[0]?.ref).toBe(first);
  });

  it('forgets actors that have thrown too', () => {
    const recorder = createFlightRecorder();
    for (let started = 0; started < 60; started += 1) {
      const actor = createActor(lamp, { inspect: recorder.inspect });
      actor.subscribe({ error: () => undefined });
      actor.start().send({ type: 'broken' });
    }
    expect(recorder.actors()).toHaveLength(40);
    expect(recorder.actors().every(({ status }) => status === 'error')).toBe(true);
  });

  it('tells who watches, until they stop', () => {
    const { recorder, actor } = start();
    let times = 0;
    const stop = recorder.watch(() => (times += 1));
    actor.send({ type: 'pressed' });
    expect(times).toBeGreaterThan(0);
    stop();
    const before = times;
    actor.send({ type: 'pressed' });
    expect(times).toBe(before);
  });

  it('names places in the code, and not what a message says', () => {
    const error = new Error('mia@agency.test\n    at mia.js:1:2');
    expect(placesIn(error).some((place) => place.startsWith('flight-recorder.test.ts:'))).toBe(true);
    expect(JSON.stringify(placesIn(error))).not.toContain('mia');
  });
});

/** Of every machine that has one. */
const plans: readonly PathPlan<AnyStateMachine>[] = Object.values(
  import.meta.glob<Record<string, unknown>>('../../machines/*/*.paths.ts', { eager: true }),
).flatMap((exported) => Object.values(exported).filter(isPlan));

function isPlan(value: unknown): value is PathPlan<AnyStateMachine> {
  return typeof value === 'object' && value !== null && 'machine' in value && 'events' in value && 'inputs' in value;
}

/** The value with the secret in the place of every text and in every key of its parts, and the number for every number. */
function withSecrets(value: unknown, text: string, number: number, keepsWords: boolean, key = ''): unknown {
  if (typeof value === 'string') return keepsWords && ['kind', 'type', 'code', 'status'].includes(key) ? value : text;
  if (typeof value === 'number') return number;
  if (value instanceof Error) return new Error(text);
  if (Array.isArray(value)) return value.map((item) => withSecrets(item, text, number, keepsWords));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => [name, withSecrets(part, text, number, keepsWords, name)]);
  return { ...Object.fromEntries(parts), ...(key === '' ? {} : { [text]: text }) };
}

/** Sends the events to a running actor of the machine; one that breaks by them is replaced. */
function drive(recorder: FlightRecorder, { machine, inputs }: PathPlan<AnyStateMachine>, events: readonly PlannedEvent[]): void {
  const begin = () => {
    const actor = createActor(machine.provide({ actors: fakeActors(machine).actors }), {
      input: inputs[0],
      clock: new SimulatedClock(),
      inspect: recorder.inspect,
    });
    actor.subscribe({ error: () => undefined });
    return actor.start();
  };
  let actor = begin();
  for (const event of events) {
    if (actor.getSnapshot().status !== 'active') actor = begin();
    actor.send(event);
  }
}

describe('secrets', () => {
  it('are looked for in every machine that has paths', () => {
    expect(plans.length).toBeGreaterThan(20);
    expect(pathPlan({ machine: sessionMachine, inputs: [undefined], events: [] })).toSatisfy(isPlan);
  });

  it.each(plans.map((plan) => [plan.machine.id, plan] as const))('of %s are in no recording', (_, plan) => {
    const secret = fc.stringMatching(/^[A-Za-z0-9@._/ -]{12,40}$/);
    fc.assert(
      fc.property(secret, fc.integer({ min: 10_000_000_000, max: 90_000_000_000 }), fc.boolean(), (text, number, keepsWords) => {
        const recorder = createFlightRecorder();
        const events = plan.events.map((event) => ({ ...Object(withSecrets(event, text, number, keepsWords)), type: event.type }));
        drive(recorder, plan, events);
        const file = JSON.stringify(recorder.actors().map(({ ref: _ref, ...actor }) => actor));
        expect(file).toContain('"event"');
        expect(file).not.toContain(JSON.stringify(text).slice(1, -1));
        // A number that counts or is a time is shown.
        const others = file.replace(/"(\w+)":\d+/gu, (whole, key: string) => (numberKeys.has(key) ? '' : whole));
        expect(others).not.toContain(String(number));
      }),
      { numRuns: 20 },
    );
  });
});
