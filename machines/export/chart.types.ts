import type { Json, JsonObject } from '#contract/json.ts';

export type StateType = 'atomic' | 'compound' | 'parallel' | 'final' | 'history';

/** What makes a transition happen: an event, nothing at all, a delay, or an actor or region that has ended. */
export type TransitionKind = 'event' | 'always' | 'delay' | 'done' | 'error';

export interface ChartInvoke {
  /** Of this start of the actor; its events carry it. */
  readonly id: string;
  /** The actor's name in the machine's setup. */
  readonly src: string;
  /** What it is started with, where that is static; null where it has none, or it is worked out. */
  readonly input: Json;
}

export interface ChartAction {
  /** In the machine's setup. */
  readonly name: string;
  /** Its static parameters; null where it has none, or they are worked out of the event or the context. */
  readonly params: Json;
}

/** Something that an action does beside changing the context. */
export interface ChartEffect {
  readonly kind: 'raise' | 'emit' | 'send' | 'spawn' | 'stop';
  /** The type of the event; of `spawn` and `stop` the actor's name in the machine's setup, or its id. */
  readonly what: string;
  /** Whom the event is sent to; null but for `send`. */
  readonly to: string | null;
  /** What else the event has, where that is static. */
  readonly data: Json;
  /** False where the action decides whether it happens. */
  readonly isSure: boolean;
}

/** By the action's name; actions that only change the context are not in it. */
export type ChartEffects = Readonly<Record<string, readonly ChartEffect[]>>;

export interface ChartState {
  /** Unique within all machines: the machine's id, then the keys of the states around it. */
  readonly id: string;
  readonly key: string;
  /** The keys from the root, without the root's. */
  readonly path: readonly string[];
  /** The id of the state around it; null for the machine itself. */
  readonly parent: string | null;
  readonly type: StateType;
  /** The id of the state that is entered first; null but in compound states. */
  readonly initial: string | null;
  readonly description: string;
  readonly tags: readonly string[];
  /** `sees`: what a person sees on the screen. `testId`: where a test finds it. */
  readonly meta: JsonObject;
  readonly entry: readonly ChartAction[];
  readonly exit: readonly ChartAction[];
  readonly invokes: readonly ChartInvoke[];
}

export interface ChartDelay {
  /** The delay's name in the machine's setup. */
  readonly name: string;
  /** null where it is worked out when the state is entered. */
  readonly ms: number | null;
}

export interface ChartGuard {
  /** The name in the machine's setup; names joined by `not(…)`, `and(…)` and `or(…)` where several make one. */
  readonly name: string;
  /** The same in plain words, with static parameters: `canSave` reads as "can save", `isFar` as "is far {by: 2}". */
  readonly text: string;
  /** Static parameters; null where it has none, where they are worked out, and of guards that are joined. */
  readonly params: Json;
}

export interface ChartTransition {
  /** `state id --event[index]`, the index being its place among the event's candidates. */
  readonly id: string;
  readonly source: string;
  /** Empty where no state is left: only the actions run. */
  readonly targets: readonly string[];
  /** As XState names it; '' for `always`. */
  readonly event: string;
  /** The event in a few words: `done loadPage`, `after backoff`, `always`. */
  readonly label: string;
  readonly kind: TransitionKind;
  readonly delay: ChartDelay | null;
  readonly guard: ChartGuard | null;
  /** Its place among the candidates of its event, from 1: they are tried in this order. null where it is the only one. */
  readonly choice: number | null;
  readonly actions: readonly ChartAction[];
  /** The source is left and entered again, although the target is within it. */
  readonly reenter: boolean;
  readonly description: string;
  /** Numbers of the requirements that the transition meets. */
  readonly requirements: readonly string[];
  /** Why a person neither causes nor sees it; '' where it meets a requirement. */
  readonly internal: string;
}

/** A chart as plain JSON: what the page, the documents and the comparison of two revisions are made of. */
export interface ChartModel {
  readonly id: string;
  readonly description: string;
  /** In document order, the machine itself first: every state comes after the state around it. */
  readonly states: readonly ChartState[];
  /** In the order of their sources, and of an event's candidates. */
  readonly transitions: readonly ChartTransition[];
  /** null where they are not known: exports of early revisions do not have them. */
  readonly effects: ChartEffects | null;
  /** Which of its actors are machines: their ids, by the actor's name in the machine's setup. Empty in exports of early revisions. */
  readonly machines: Readonly<Record<string, string>>;
}
