import { useSelector } from '@xstate/react';
import { useSyncExternalStore } from 'react';
import type { AnyActorRef, SnapshotFrom } from 'xstate';

type EventOf<Actor extends AnyActorRef> = Parameters<Actor['send']>[0];

/** An app-wide actor whose code no first screen needs. Its events wait for it, in their order. */
export interface LateActor<Actor extends AnyActorRef> {
  readonly send: (event: EventOf<Actor>) => void;
  /** Rejects where the code does not load; the next call tries again. */
  readonly load: () => Promise<Actor>;
  /** Null until its code is there. */
  readonly current: () => Actor | null;
  /** Calls `start` once there is an actor, and what that returned when the caller stops. */
  readonly follow: (start: (actor: Actor) => () => void) => () => void;
}

interface LateActorOptions<Actor extends AnyActorRef> {
  /** Loads the code and starts the actor. */
  readonly load: () => Promise<Actor>;
  /** Whether an event loads the code at once. */
  readonly isUrgent: (event: EventOf<Actor>) => boolean;
  /** The code did not load. Returns which of the waiting events wait on for it; all, where there is no such function. */
  readonly onMissing?: (events: readonly EventOf<Actor>[]) => readonly EventOf<Actor>[];
}

export function lateActor<Actor extends AnyActorRef>({ load: start, isUrgent, onMissing }: LateActorOptions<Actor>): LateActor<Actor> {
  let actor: Actor | null = null;
  let loading: Promise<Actor> | null = null;
  let waiting: EventOf<Actor>[] = [];
  const followers = new Set<(actor: Actor) => void>();

  async function begin(): Promise<Actor> {
    try {
      const started = await start();
      actor = started;
      for (const event of waiting) started.send(event);
      waiting = [];
      for (const follower of followers) follower(started);
      return started;
    } catch (error) {
      loading = null;
      if (onMissing) waiting = [...onMissing(waiting)];
      throw error;
    }
  }
  const load = () => (loading ??= begin());
  return {
    load,
    current: () => actor,
    send(event) {
      if (actor) actor.send(event);
      else {
        waiting.push(event);
        if (isUrgent(event)) load().catch(() => undefined);
      }
    },
    follow(begun) {
      let stop = (): void => undefined;
      const follower = (started: Actor): void => {
        stop = begun(started);
      };
      if (actor) follower(actor);
      else followers.add(follower);
      return () => {
        followers.delete(follower);
        stop();
      };
    },
  };
}

/** What a late actor's snapshot says; `initial` until its code is there. */
export function useLateSelector<Actor extends AnyActorRef, Selected>(
  late: LateActor<Actor>,
  select: (snapshot: SnapshotFrom<Actor>) => Selected,
  initial: Selected,
): Selected {
  const actor = useSyncExternalStore(
    (changed) =>
      late.follow(() => {
        changed();
        return () => undefined;
      }),
    late.current,
    late.current,
  );
  return useSelector(actor ?? undefined, (snapshot) => (snapshot === undefined ? initial : select(snapshot)));
}
