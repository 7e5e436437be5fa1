import { settingLabel } from '#contract/settings/names.ts';
import { type JsonObject, toJson } from '#contract/json.ts';
import { type ActorStatus, mostEvents, type RecordedActor, type RecordedEvent } from '#machines/flight-recorder/recording.ts';
import { redactEvent, redactValues } from '#machines/flight-recorder/redact.ts';
import { transitionId } from '#machines/export/transitions.ts';
import { type AnyActorRef, type AnyMachineSnapshot, type AnyTransitionDefinition, type InspectionEvent, isMachineSnapshot } from 'xstate';

/** Actors that have ended, with their events. The oldest go first. */
const mostEnded = 40;

/** Names of machines and actors in the code; an id that is made up as it starts may have more in it. */
const codeName = /^[a-z][a-z-]*$/iu;

/** An actor of this tab that runs, or has run. */
export interface LiveActor extends RecordedActor {
  readonly ref: AnyActorRef;
  readonly events: RecordedEvent[];
}

type Writable = { -readonly [Key in keyof LiveActor]: LiveActor[Key] };

/** Lists the running actors of this tab, and keeps the last events of each, redacted, in memory alone. */
export interface FlightRecorder {
  readonly inspect: (event: InspectionEvent) => void;
  /** Running ones and those that have ended, in the order of their start. */
  readonly actors: () => readonly LiveActor[];
  /** Calls the listener after each recorded event, start and end: it must only note it. */
  readonly watch: (listener: () => void) => () => void;
}

const contextOf = (snapshot: AnyMachineSnapshot): object => snapshot.context;

export function createFlightRecorder(isName: (text: string) => boolean = (text) => settingLabel(text) !== null): FlightRecorder {
  const actors = new Map<string, Writable>();
  /** Transitions that are not recorded yet. By the actor, so that those of one that never starts go with it. */
  const taken = new WeakMap<object, string[]>();
  const senders = new WeakMap<object, string>();
  /** The context of each actor after its last event. */
  const contexts = new WeakMap<object, ReadonlyMap<string, unknown>>();
  const listeners = new Set<() => void>();
  let recorded = 0;

  /** `isStart`: it starts now. Another one was started before this recorder was there. */
  function begin(ref: AnyActorRef, isStart: boolean): void {
    const known = actors.get(ref.sessionId);
    const snapshot: unknown = ref.getSnapshot();
    if (!isMachineSnapshot(snapshot) || (!isStart && (known || snapshot.status !== 'active'))) return;
    // React starts an actor again where it mounts its screen twice.
    if (known) known.status = 'active';
    else {
      noteErrors();
      actors.set(ref.sessionId, {
        id: ref.sessionId,
        machineId: snapshot.machine.id,
        parentId: ref._parent?.sessionId ?? null,
        startedAt: Date.now(),
        status: 'active',
        // At least its start.
        dropped: isStart ? 0 : 1,
        context: isStart ? {} : redactValues(contextOf(snapshot), isName),
        events: [],
        ref,
      });
      if (!isStart) contexts.set(ref, new Map(Object.entries(contextOf(snapshot))));
    }
  }

  /** An actor that throws reports nothing. */
  function noteErrors(): void {
    for (const actor of actors.values()) {
      const { status } = actor.ref.getSnapshot();
      if (actor.status === 'active' && status === 'error') end(actor, status);
    }
  }

  function end(actor: Writable, status: ActorStatus): void {
    actor.status = status;
    const ended = [...actors.values()].filter((each) => each.status !== 'active');
    for (const { id } of ended.slice(0, -mostEnded)) actors.delete(id);
  }

  /** What has another value than after the event before. A key that was not there from the start may be a person's text. */
  function changesOf({ ref }: Writable, context: object): JsonObject {
    const before = contexts.get(ref);
    const now = new Map(Object.entries(context));
    const keys = [...(before ?? now).keys()];
    contexts.set(ref, new Map(keys.map((key) => [key, now.get(key)])));
    const changed = keys.filter((key) => !before || before.get(key) !== now.get(key));
    return redactValues(Object.fromEntries(changed.map((key) => [key, now.get(key)])), isName);
  }

  function record(actor: Writable, event: { readonly type: string }, snapshot: AnyMachineSnapshot): void {
    const status: ActorStatus = snapshot.status;
    actor.events.push({
      at: Date.now(),
      order: recorded,
      event: redactEvent(event.type === 'xstate.init' ? { type: event.type } : event, isName),
      from: senders.get(event) ?? null,
      took: taken.get(actor.ref) ?? [],
      value: toJson(snapshot.value),
      set: changesOf(actor, contextOf(snapshot)),
      status,
    });
    recorded += 1;
    taken.delete(actor.ref);
    if (actor.events.length > mostEvents) {
      const { set } = actor.events.shift() ?? {};
      actor.context = { ...actor.context, ...set };
      actor.dropped += 1;
    }
    if (status !== 'active') end(actor, status);
  }

  const inspect = (inspected: InspectionEvent): void => {
    const { type } = inspected;
    if (type !== '@xstate.event' && type !== '@xstate.microstep' && type !== '@xstate.snapshot') return;
    const ref = inspected.actorRef as AnyActorRef;
    if (type === '@xstate.event') {
      const { sourceRef, event } = inspected;
      const name =
        sourceRef === undefined || sourceRef === ref ? null : (actors.get(sourceRef.sessionId)?.machineId ?? (sourceRef as AnyActorRef).id);
      if (name !== null && codeName.test(name)) senders.set(event, name);
      begin(ref, event.type === 'xstate.init');
    } else if (type === '@xstate.microstep') {
      const ids = inspected._transitions.flatMap((transition: AnyTransitionDefinition) =>
        // The first step into the initial state has a transition without a source.
        transition.source ? [transitionId(transition)] : [],
      );
      taken.set(ref, [...(taken.get(ref) ?? []), ...ids]);
    } else {
      const actor = actors.get(ref.sessionId);
      const snapshot: unknown = inspected.snapshot;
      if (actor && isMachineSnapshot(snapshot)) record(actor, inspected.event, snapshot);
    }
    for (const listener of listeners) listener();
  };

  return {
    inspect,
    actors: () => {
      noteErrors();
      return [...actors.values()];
    },
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
