import type { AnyMachineSnapshot, AnyTransitionDefinition } from 'xstate';
import { toJson } from '#contract/json.ts';
import { transitionId } from '../export/transitions.ts';
import { eventNames } from '../testing/event-names.ts';
import { type FixtureEvent, fixtureFormat, fixtureVersion, mostFixtureSteps } from '../export/fixture-schema.ts';
import { eventFinder, eventJson, jsonOf, knownEvents } from '../testing/path-fixture.ts';
import type { PathPlan, PlannedEvent } from '../testing/path-plan.ts';
import { actorOf, changedKeys, startedBy } from '../testing/paths.ts';
import { type PureStep, pureSteps } from '../testing/pure-steps.ts';
import type { FlowStep, Offer, Simulated } from './state-flows.types.ts';
import { whatNext } from './what-next.ts';

/** Where a machine is after a step. */
interface Situation extends PureStep {
  readonly event: PlannedEvent;
  /** Ids of actors that have answered or failed, and were not started again: nothing more comes from them. */
  readonly ended: ReadonlySet<string>;
}

/**
 * The steps of a path, the start first, with what may come after each. Nothing runs: no actor is started, nothing is sent or stored. What
 * actors answer, and that time passes, are events of the path. Where an event can't be taken, the path ends before it, with the reason.
 */
export function simulate(plan: PathPlan, input: number, events: readonly FixtureEvent[]): Simulated {
  const { machine, inputs } = plan;
  if (input >= inputs.length) throw new Error(`the plan of ${machine.id} has no input ${input}`);
  const find = eventFinder(plan);
  const pure = pureSteps(machine, inputs[input], { notesTaken: true });
  const taken: FixtureEvent[] = [];
  let now: Situation = { ...pure.start(), event: { type: 'xstate.init' }, ended: new Set() };
  const situations = [now];
  let refusal: string | null = null;
  for (const wanted of events) {
    const found = find(wanted);
    try {
      if (!found) throw new Error('this machine has no such event');
      if (taken.length === mostFixtureSteps) throw new Error(`a path has at most ${mostFixtureSteps} steps`);
      const step = pure.after(now.snapshot, found.event);
      const [answering, started] = [actorOf(found.event), startedBy(step.actions)];
      const ended = [...now.ended, ...(answering === null ? [] : [answering])].filter((id) => !started.includes(id));
      now = { ...step, event: found.event, ended: new Set(ended) };
      situations.push(now);
      taken.push(found.fixture);
    } catch (error) {
      const [label, reason] = [typeof wanted === 'string' ? wanted : wanted.type, error instanceof Error ? error.message : String(error)];
      refusal = `Step ${situations.length + 1}, “${label}”, can't be taken: ${reason}. The path ends before it.`;
      break;
    }
  }
  const offersOf = offersBy(plan);
  return {
    inputs: inputTexts(inputs),
    input,
    events: taken,
    steps: situations.map(stepOf),
    offers: situations.map(offersOf),
    refusal,
    fixture: {
      ...{ format: fixtureFormat, version: fixtureVersion, machine: machine.id, input },
      steps: situations.slice(1).map(({ snapshot, event }, index) => ({
        // Whole where it can be: a name stands for something else once the plan has changed.
        event: eventJson(event) ?? taken[index] ?? event.type,
        expected: { value: toJson(snapshot.value), tags: [...snapshot.tags].sort() },
      })),
    },
  };
}

/** What tells the inputs of a plan from each other, in a few words each. */
function inputTexts(inputs: PathPlan['inputs']): readonly string[] {
  const events = inputs.map((input: unknown) => ({ type: 'input', output: input }));
  const names = eventNames(events);
  return events.map((event, index) => `${index + 1}. ${names.get(event)?.replace(/^input\(?|\)$/gu, '') || 'the only one'}`);
}

/** What a path has is made up, so nothing is redacted. */
const stepOf = ({ snapshot, took, event }: Situation, index: number, all: readonly Situation[]): FlowStep => ({
  ...{ at: null, from: null, event: eventJson(event) ?? { type: event.type }, took },
  ...{ value: toJson(snapshot.value), status: snapshot.status, next: whatNext(snapshot) },
  set: Object.fromEntries(
    changedKeys(all[index - 1]?.snapshot ?? { context: {} }, snapshot).map((key) => [key, jsonOf(snapshot.context[key]) ?? notJson]),
  ),
});

/** Stands for a file or a function. */
const notJson = '…';

const kindOf = (type: string): Offer['kind'] =>
  type.startsWith('xstate.after.') ? 'time' : /^xstate\.(?:done|error)\.actor\./u.test(type) ? 'answer' : 'event';

/** What may come next: the plan's events that do something there, those with the same content once. */
function offersBy(plan: PathPlan): (now: Situation) => readonly Offer[] {
  const names = eventNames(plan.events);
  const known = [...knownEvents(plan)].map(([event, fixture]) => ({ event, fixture, name: names.get(event) ?? event.type }));
  const once = [...Map.groupBy(known, ({ event, name }) => `${event.type} ${name}`).values()].flatMap(([first]) => first ?? []);
  return ({ snapshot, ended }) =>
    once.flatMap(({ event, fixture, name }) => {
      if (snapshot.status !== 'active' || ended.has(actorOf(event) ?? '')) return [];
      const [transition] = transitionsOf(snapshot, event);
      return transition ? [{ name, fixture, kind: kindOf(event.type), transition: transitionId(transition), json: eventJson(event) }] : [];
    });
}

/** None where a guard fails, as by a value that somebody has typed. */
function transitionsOf(snapshot: AnyMachineSnapshot, event: PlannedEvent): readonly AnyTransitionDefinition[] {
  try {
    return snapshot.machine.getTransitionData(snapshot, event) as AnyTransitionDefinition[];
  } catch {
    return [];
  }
}
