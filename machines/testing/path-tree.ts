import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  type ExecutableActionObject,
  getStateNodes,
} from 'xstate';
import { eventNames, eventText, payloadText } from './event-names.ts';
import type { PathPlan, PlannedEvent } from './path-plan.ts';
import { changedKeys, type GeneratedPath, generatePaths } from './paths.ts';
import { type PureStep, pureSteps } from './pure-steps.ts';

/** A step that paths share, with those that follow it. */
export interface TreeStep {
  readonly name: string;
  readonly event: PlannedEvent;
  readonly next: Map<string, TreeStep>;
}

/** The paths from one input as a tree: a beginning that several share stands once. */
export interface PathTree {
  readonly input: unknown;
  readonly steps: ReadonlyMap<string, TreeStep>;
}

export function pathTrees<M extends AnyStateMachine>(plan: PathPlan<M>, paths: readonly GeneratedPath[]): readonly PathTree[] {
  const names = eventNames(plan.events);
  return [...Map.groupBy(paths, ({ input }) => input)].map(([input, all]) => {
    const first = new Map<string, TreeStep>();
    for (const { steps } of all) {
      let level = first;
      for (const { event } of steps) {
        const name = names.get(event) ?? event.type;
        const step = level.get(name) ?? { name, event, next: new Map() };
        level.set(name, step);
        level = step.next;
      }
    }
    return { input, steps: first };
  });
}

/** The paths of a plan, for a reviewer and for the snapshot that holds them. */
export function pathTreeText<M extends AnyStateMachine>(plan: PathPlan<M>, paths: readonly GeneratedPath[] = generatePaths(plan)): string {
  return [...treeLines(plan.machine, pathTrees(plan, paths))].join('\n');
}

/**
 * What a machine does along the paths, a step a line, indented below the one before: the event, the states that it leads to, what of the
 * context changes, and what it starts, stops, emits and sends.
 */
export function* treeLines(machine: AnyStateMachine, trees: readonly PathTree[]): Generator<string> {
  for (const [index, { input, steps }] of trees.entries()) {
    const pure = pureSteps(machine, input);
    const start = pure.start();
    yield `${trees.length > 1 ? `#${index + 1} ` : ''}${textOf(start)}`;
    yield* below(steps, start.snapshot, 1);

    function* below(level: ReadonlyMap<string, TreeStep>, from: AnyMachineSnapshot, depth: number): Generator<string> {
      for (const { name, event, next } of [...level.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
        const step = pure.after(from, event);
        yield `${' '.repeat(2 * depth)}${name} ${textOf(step, from)}`.trimEnd();
        yield* below(next, step.snapshot, depth + 1);
      }
    }

    function textOf({ snapshot, actions }: PureStep, from?: AnyMachineSnapshot): string {
      const done = actions.flatMap((action) => actionText(action, pure.parent));
      return [placeText(machine, snapshot, from), contextText(snapshot, from), ...done].filter((part) => part !== '').join('; ');
    }
  }
}

/** The states without states in them that were not active before. */
function placeText(machine: AnyStateMachine, snapshot: AnyMachineSnapshot, from: AnyMachineSnapshot | undefined): string {
  const leaves = ({ value }: AnyMachineSnapshot) =>
    getStateNodes(machine.root, value)
      .filter((node) => Object.keys(node.states).length === 0)
      .map((node) => node.path.join('.'));
  const before = from ? leaves(from) : [];
  const now = leaves(snapshot).filter((leaf) => !before.includes(leaf));
  const output = snapshot.status === 'done' && snapshot.output !== undefined ? ` with ${payloadText(snapshot.output)}` : '';
  return `${now.length > 0 ? `→ ${now.sort().join(' + ')}` : ''}${output}`;
}

function contextText(snapshot: AnyMachineSnapshot, from: AnyMachineSnapshot | undefined): string {
  const keys = from ? changedKeys(from, snapshot) : [];
  return keys.length > 0 ? `sets ${keys.map((key) => `${key} ${valueText(snapshot.context[key])}`.trimEnd()).join(', ')}` : '';
}

/** A value that can be read in passing; of any other, nothing. */
function valueText(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    if (Array.isArray(value)) return `[${value.length}]`;
    return Object.keys(value).length > 0 ? '' : '{}';
  }
  const text = String(value);
  return text.length > 24 ? `${text.slice(0, 24)}…` : text === '' ? '""' : text;
}

function actionText(action: ExecutableActionObject, parent: AnyActorRef): readonly string[] {
  const params = (action.params ?? {}) as Record<string, unknown>;
  switch (action.type) {
    case 'xstate.spawnChild': {
      const { src, actorRef } = params as { src: unknown; actorRef: AnyActorRef };
      return [`starts ${String(src)}${actorRef.id === src ? '' : ` as ${actorRef.id}`}`];
    }
    case 'xstate.emit':
      return [`emits ${eventText(params['event'] as EventObject)}`];
    case 'xstate.sendTo': {
      const to = params['to'] as AnyActorRef;
      return [`sends ${eventText(params['event'] as EventObject)} to ${to === parent ? 'its parent' : to.id}`];
    }
    case 'xstate.stopChild':
    case 'xstate.raise':
    case 'xstate.cancel':
    case 'xstate.log':
      return [];
    default:
      return [`does ${action.type}`];
  }
}
