import { isJsonObject, type Json } from '#contract/json.ts';
import type { RecordedActor, RecordedEvent } from '../flight-recorder/recording.ts';

/** One of those that send and receive: an actor of a machine, or all that is no machine. */
export interface Participant {
  readonly id: string;
  readonly title: string;
}

export interface Message {
  /** ms since the epoch. */
  readonly at: number;
  /** Ids of participants; the same twice for a timer. */
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** The states of the receiver that it has led to; '' where it stays. */
  readonly after: string;
}

/** A run as messages between participants, in their order. */
export interface Sequence {
  readonly participants: readonly Participant[];
  readonly messages: readonly Message[];
  /** Earlier ones that are left out. */
  readonly dropped: number;
}

const person: Participant = { id: 'person', title: 'Person' };
const calls: Participant = { id: 'calls', title: 'API, store and browser' };

/** Messages that are shown at once. */
const mostMessages = 200;

export interface SequenceInput {
  readonly actors: readonly RecordedActor[];
  /** Ids of the actors whose received messages are shown. */
  readonly shown: ReadonlySet<string>;
  readonly titleOf: (machineId: string) => string;
}

export function sequenceOf({ actors, shown, titleOf }: SequenceInput): Sequence {
  const all = actors
    .filter(({ id }) => shown.has(id))
    .flatMap((actor) => actor.events.map((event, index) => ({ actor, event, before: actor.events[index - 1] })))
    .sort((a, b) => a.event.at - b.event.at || (a.event.order ?? 0) - (b.event.order ?? 0));
  const messages = all.slice(-mostMessages).map(({ actor, event, before }): Message => {
    const known = before ? leavesOf(before.value) : [];
    const entered = leavesOf(event.value).filter((leaf) => !known.includes(leaf));
    return { at: event.at, from: senderOf(actors, actor, event), to: actor.id, text: shortName(event), after: entered.join(', ') };
  });
  const involved = [...new Set(messages.flatMap(({ from, to }) => [from, to]))];
  const machines = actors.filter(({ id }) => involved.includes(id));
  const titles = machines.map((actor) => {
    const same = machines.filter(({ machineId }) => machineId === actor.machineId);
    const title = titleOf(actor.machineId);
    return { id: actor.id, title: same.length > 1 ? `${title} ${same.indexOf(actor) + 1}` : title };
  });
  const participants = [person, ...titles, calls].filter(({ id }) => involved.includes(id));
  return { participants, messages, dropped: all.length - messages.length };
}

/** A sender is recorded by the name of its machine, or of what is no machine. */
function senderOf(actors: readonly RecordedActor[], receiver: RecordedActor, { at, from, event: { type } }: RecordedEvent): string {
  if (type.startsWith('xstate.after.')) return receiver.id;
  const parent = actors.find(({ id }) => id === receiver.parentId);
  if (type === 'xstate.init') return parent?.id ?? person.id;
  const candidates = actors.filter((actor) => actor.machineId === from && actor.startedAt <= at);
  const near = candidates.findLast(({ id, parentId }) => id === parent?.id || parentId === receiver.id);
  const sender = near ?? candidates.at(-1);
  if (sender) return sender.id;
  return from === null && !type.startsWith('xstate.') ? person.id : calls.id;
}

/** `xstate.done.actor.loadSettings` reads as `done loadSettings`. */
function shortName({ event: { type } }: RecordedEvent): string {
  if (type === 'xstate.init') return 'starts';
  const [, kind, name] = /^xstate\.(done|error)\.actor\.(.+)$/u.exec(type) ?? [];
  const [, delay] = /^xstate\.after\.([^.]+)\./u.exec(type) ?? [];
  return kind && name ? `${kind} ${name.replace(/^\d+\./u, '')}` : delay ? `after ${delay}` : type;
}

/** `{"link": "online", "warning": "silent"}` is `link.online` and `warning.silent`. */
function leavesOf(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const leaves = leavesOf(inner);
    return leaves.length === 0 ? [key] : leaves.map((leaf) => `${key}.${leaf}`);
  });
}
