import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { AnyActorLogic, AnyStateMachine, EventFrom, InputFrom, SnapshotFrom, StateValue } from 'xstate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page as browserPage } from 'vitest/browser';
import { type Json, sameJson } from '#contract/json.ts';
import { stateNodesOf, transitionIdsOf } from '#machines/export/transitions.ts';
import { coveringPaths } from '#machines/testing/covering-paths.ts';
import type { PathPlan, PlannedEvent } from '#machines/testing/path-plan.ts';
import { type GeneratedPath, generatePaths, type PathRules, type PathStep } from '#machines/testing/paths.ts';
import { placeOf } from '#machines/testing/run-path.ts';
import { inTime, leavesOf, stepMessage } from '../support/walked-step.ts';
import { expectActor, type PageActor } from './walked-actor.ts';

/** Where the actor behind the page is, and the fakes that it has started. */
export interface PageMoment<M extends AnyStateMachine> extends Pick<PageActor, 'fakes'> {
  readonly snapshot: SnapshotFrom<M>;
}

type EventOf<M extends AnyStateMachine, Type extends string> = Extract<EventFrom<M>, { readonly type: Type }>;

/** The answer of an actor, or its failure. */
type AnswerType = `xstate.${'done' | 'error'}.actor.${string}`;

/** How a screen is driven along the generated paths of its machine, in Chromium. */
export interface PageDriver<M extends AnyStateMachine> {
  /** The first column of the table: the machine, or the screen where several screens share one. */
  readonly name: string;
  readonly plan: PathPlan<M>;
  /** What the page allows of what the chart does. */
  readonly rules?: PathRules<M>;
  /** The page with the real component, which makes the actor with that input. */
  readonly open: (input: InputFrom<M>) => ReactNode;
  /**
   * By event: does in the page what causes it. A text instead: no control causes it, since that part sends it, and the walk sends it in its
   * place. Answers of actors and the ends of delays need neither: the fakes give them, and the simulated clock. An actor that is one of the
   * `parts` is answered by what is done in the page.
   */
  readonly events: {
    readonly [Type in EventFrom<M>['type']]?: string | ((event: EventOf<M, Type>, now: PageMoment<M>) => Promise<unknown>);
  } & { readonly [Type in AnswerType]?: (event: PlannedEvent, now: PageMoment<M>) => Promise<unknown> };
  /** Actors that are no fakes, by their names in the machine, such as the charts of dialogs; made anew for each page. */
  readonly parts?: () => Readonly<Record<string, AnyActorLogic>>;
  /** Events that the page sends besides the planned one, each with the reason. */
  readonly alongside?: { readonly [Type in EventFrom<M>['type']]?: string };
  /**
   * By state without states in it, without the machine's id: expects what a person sees there. A text instead: the reason why that state
   * looks like any other.
   */
  readonly states: Readonly<Record<string, string | ((now: PageMoment<M>) => unknown)>>;
  /** After each step that does not end the path: expects what is true in every state. */
  readonly always?: (now: PageMoment<M>) => unknown;
  /** Expects what a person sees after the last event of a path that leaves the page. */
  readonly left?: () => unknown;
  /** Transitions that the chart has for another page, by id, each with the reason: they are not counted. One that is taken fails the test. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Why transitions are not taken that do count, by id; for the table. */
  readonly missing?: Readonly<Record<string, string>>;
}

/** The share of a machine's transitions that the paths in the page must take. */
const leastShare = 0.9;

/** The time of one path. ms. No path comes near it. */
const pathMs = 60_000;

/** What a step has not come to in so many times what the slowest one before it took, it never will: all answers are fakes. */
const patience = 20;
/** The bounds of that. ms. The first step has to wait for code that is still being loaded. */
const [leastStepMs, mostStepMs] = [10_000, 45_000];
let slowestMs = 0;
const stepMs = (): number => (slowestMs === 0 ? mostStepMs : Math.min(Math.max(patience * slowestMs, leastStepMs), mostStepMs));

/** How long what a page shows may take to be found in it. ms. */
const probeMs = 300;

/** A page that has drawn so many frames with its actor in another state than the chart says has come to rest there. */
const framesAtRest = 120;

/**
 * Registers the tests that walk a screen along generated paths: as few as take every transition that any path takes. Fails where the actor
 * is not where the chart says, where the page does not show what the driver says, and where too few transitions were taken.
 */
export async function walkOnPage<M extends AnyStateMachine>(driver: PageDriver<M>): Promise<void> {
  const { name, plan, rules } = driver;
  const paths = await coveringPaths(plan.machine, generatePaths(plan, rules));
  const driven = new Set<string>();
  describe(`${name} in Chromium`, () => {
    beforeEach(() => browserPage.viewport(1200, 900));
    afterEach(() => document.body.replaceChildren());
    it.each(paths.map((path) => [path.name, path] as const))('%s', { timeout: pathMs }, async (_, path) => {
      for (const id of await walk(driver, path)) driven.add(id);
    });
    it('takes nearly every transition of its chart', () => {
      const { table, share } = coverageOf(driver, paths, driven);
      console.log(table);
      const known = transitionIdsOf(plan.machine);
      const stale = Object.keys({ ...driver.elsewhere, ...driver.missing }).filter((id) => driven.has(id) || !known.includes(id));
      expect(stale, 'reasons that are no longer true').toEqual([]);
      const states = stateNodesOf(plan.machine).map((node) => node.path.join('.'));
      expect(
        Object.keys(driver.states).filter((state) => !states.includes(state)),
        'states that the chart does not have',
      ).toEqual([]);
      expect(share).toBeGreaterThanOrEqual(leastShare);
    });
  });
}

/** Walks one path in a page of its own. Returns the ids of the transitions that the actor took. */
async function walk<M extends AnyStateMachine>(driver: PageDriver<M>, path: GeneratedPath): Promise<ReadonlySet<string>> {
  const found = expectActor(driver.plan.machine, driver.parts?.());
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  try {
    root.render(driver.open(path.input as InputFrom<M>));
    await expect.poll(found, { ...polling(), message: 'the page makes the actor' }).not.toBeNull();
    const actor = found();
    if (!actor) throw new Error('the actor is gone');
    expect(asJson(actor.input), 'the input that the component gives its actor').toEqual(asJson(path.input));
    const planned = new Set<unknown>();
    await see(driver, actor);
    for (const [index, step] of path.steps.entries()) {
      const began = performance.now();
      try {
        await takeStep(driver, actor, step, planned);
        const isLeft = path.ends && index === path.steps.length - 1;
        // An expectation of an element would wait for the test's end.
        await inTime(Promise.resolve(isLeft ? driver.left?.() : see(driver, actor)), stepMs(), 'what the state shows is seen');
        slowestMs = Math.max(slowestMs, performance.now() - began);
      } catch (error) {
        const seen = await seenOn(driver, actor);
        const message = stepMessage(driver.plan.machine, path, {
          index,
          type: step.event.type,
          expected: step.expected.value as StateValue,
          seen,
        });
        // Vitest shows the cause with its place and its difference.
        throw new Error(message, { cause: error });
      }
    }
    return actor.driven;
  } finally {
    root.unmount();
  }
}

/** How often the page is asked whether a step has come to its end, and for how long at most. ms. */
const polling = () => ({ interval: 10, timeout: stepMs() });

/** Causes an event, and expects that the actor received it, and nothing else that the driver does not name, and went where the chart says. */
async function takeStep<M extends AnyStateMachine>(
  driver: PageDriver<M>,
  page: PageActor,
  { event, expected }: PathStep,
  planned: Set<unknown>,
): Promise<void> {
  const { actor, received, fakes } = page;
  const earlier = received.length;
  const events: Readonly<Record<string, unknown>> = driver.events;
  const cause = events[event.type];
  const isOfSystem = event.type.startsWith('xstate.');
  if (typeof cause === 'function') await inTime(cause(event, { snapshot: actor.getSnapshot(), fakes }), stepMs(), 'the control is used');
  else if (isOfSystem || typeof cause === 'string') await page.cause(actor, event);
  else throw new Error(`the driver does not know how to cause ${event.type}`);
  // What the system gives is not JSON in every part; the fakes have given what was planned.
  const asSent = isOfSystem ? ({ type }: PlannedEvent) => ({ type }) : asJson;
  const arrived = () => received.slice(earlier).map(asSent);
  await expect.poll(arrived, { ...polling(), message: 'the events that the page has sent' }).toContainEqual(asSent(event));
  planned.add(received.slice(earlier).find((each) => sameJson(asSent(each), asSent(event))));
  await comeTo(actor, expected);
  const others = received.filter((each) => !planned.has(each)).map(({ type }) => type);
  const unknown = others.filter((type) => !type.startsWith('xstate.') && !(type in (driver.alongside ?? {})));
  expect(unknown, 'events that the page has sent besides').toEqual([]);
  if (page.failure !== null) throw new Error('the actor broke', { cause: page.failure });
}

/** Waits until the actor is where the chart says. Throws as soon as it has come to rest elsewhere. */
async function comeTo(actor: PageActor['actor'], expected: PathStep['expected']): Promise<void> {
  const wanted = JSON.stringify(expected);
  let place = '';
  for (let frames = 0; frames < framesAtRest; frames += 1) {
    const now = placeOf(actor.getSnapshot());
    if (now === wanted) return;
    if (now !== place) frames = 0;
    place = now;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  expect(JSON.parse(place), 'where the actor is, and where the chart says').toEqual(asJson(expected));
}

/** The states that the page shows of those that stand beside the expected ones: their expectations hold at once. */
async function seenOn<M extends AnyStateMachine>({ plan, states }: PageDriver<M>, { actor, fakes }: PageActor): Promise<readonly string[]> {
  const now = { snapshot: actor.getSnapshot() as SnapshotFrom<M>, fakes };
  const active = leavesOf(plan.machine, actor.getSnapshot().value);
  const shown = await Promise.all(
    Object.entries(states).map(async ([name, expectation]) => {
      // What looks like any other state is where the actor is.
      if (typeof expectation !== 'function') return active.includes(name) ? [name] : [];
      return inTime(Promise.resolve(expectation(now)), probeMs, 'it is seen').then(
        () => [name],
        () => [],
      );
    }),
  );
  return shown.flat().sort();
}

/** Expects what is seen in each active state without states in it. */
async function see<M extends AnyStateMachine>({ plan, states, always }: PageDriver<M>, { actor, fakes }: PageActor): Promise<void> {
  const now = { snapshot: actor.getSnapshot() as SnapshotFrom<M>, fakes };
  for (const name of leavesOf(plan.machine, actor.getSnapshot().value)) {
    const expectation = states[name];
    if (expectation === undefined) throw new Error(`the driver does not know what is seen in ${name}`);
    if (typeof expectation === 'function') await expectation(now);
  }
  await always?.(now);
}

/** As events and inputs are compared: without functions, and without what is undefined. */
const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value));

function coverageOf<M extends AnyStateMachine>(
  { name, plan, elsewhere = {}, missing = {} }: PageDriver<M>,
  paths: readonly GeneratedPath[],
  driven: ReadonlySet<string>,
): { readonly table: string; readonly share: number } {
  const all = transitionIdsOf(plan.machine);
  const unreachable: Readonly<Record<string, string>> = plan.unreachable ?? {};
  const counted = all.filter((id) => !(id in unreachable) && !(id in elsewhere));
  const taken = counted.filter((id) => driven.has(id));
  const share = taken.length / counted.length;
  const steps = paths.reduce((sum, path) => sum + path.steps.length, 0);
  const lines = (ids: readonly string[], reasons: Readonly<Record<string, string>>) =>
    ids.map((id) => `  ${id}\n    ${reasons[id] ?? 'without a reason'}`);
  const untaken = counted.filter((id) => !driven.has(id));
  const others = all.filter((id) => id in elsewhere);
  const line = `${name.padEnd(16)}  in Chromium  transitions ${taken.length}/${counted.length} (${(100 * share).toFixed(1)} %)  on ${paths.length} paths of ${steps} steps`;
  return {
    share,
    table: [
      line,
      ...(untaken.length > 0 ? [' not taken:', ...lines(untaken, missing)] : []),
      ...(others.length > 0 ? [' of other pages, not counted:', ...lines(others, elsewhere)] : []),
    ].join('\n'),
  };
}
