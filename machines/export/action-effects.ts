import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { type Json, isJsonObject } from '#contract/json.ts';
import { effectsText } from './action-text.ts';
import type { ChartEffect, ChartEffects } from './chart.types.ts';
import { declaredEffects } from './declared-effects.ts';
import { stateNodesOf } from './transitions.ts';

/** What each action of a machine does beside changing the context, by the action's name. */
export function actionEffects(machine: AnyStateMachine): ChartEffects {
  const declared = declaredEffects[machine.id] ?? {};
  const named = Object.entries(machine.implementations.actions).map(
    ([name, action]) => [name, [...readEffects(action), ...(declared[name] ?? []).map((text) => declaredEffect(text, action))]] as const,
  );
  const inline = stateNodesOf(machine).flatMap((node) =>
    inlineActions(node).flatMap((action) => {
      const name = inlineName(action);
      return name === null ? [] : [[name, readEffects(action)] as const];
    }),
  );
  return Object.fromEntries([...named, ...inline].filter(([, effects]) => effects.length > 0).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function inlineActions({ config, transitions, always }: AnyStateNode): readonly unknown[] {
  const taken = [...transitions.values(), always ?? []].flat().flatMap(({ actions }): readonly unknown[] => actions);
  return [...[config.entry ?? [], config.exit ?? []].flat(), ...taken];
}

/** An action without a name is called by what it does: "raises link.lost"; null where that can't be read. */
export function inlineName(action: unknown): string | null {
  return effectsText(readEffects(action)) || null;
}

/** Whether only running it shows what an action does: it works its events out, or enqueues other actions. */
export function isOpaque(action: unknown): boolean {
  const { type, event, src, to, actorRef } = builtIn(action);
  if (type === 'xstate.enqueueActions') return true;
  return [event, src, to, actorRef].some((part) => typeof part === 'function');
}

/** The properties with which XState's `raise`, `emit`, `sendTo`, `spawnChild` and `stopChild` say what they are. */
function builtIn(action: unknown): Readonly<Record<string, unknown>> {
  return typeof action === 'function' ? Object.fromEntries(Object.entries(action)) : {};
}

const kinds: Readonly<Record<string, ChartEffect['kind']>> = {
  'xstate.raise': 'raise',
  'xstate.emit': 'emit',
  'xstate.sendTo': 'send',
  'xstate.spawnChild': 'spawn',
  'xstate.stopChild': 'stop',
};

function readEffects(action: unknown): readonly ChartEffect[] {
  const { type, event, src, to, actorRef } = builtIn(action);
  const kind = kinds[String(type)];
  if (kind === undefined || isOpaque(action)) return [];
  if (kind === 'spawn' || kind === 'stop') return [{ kind, what: String(src ?? actorRef), to: null, data: null, isSure: true }];
  const json: Json = JSON.parse(JSON.stringify(event));
  if (!isJsonObject(json)) return [];
  const { type: what, ...data } = json;
  const receiver = kind === 'send' ? String(to === '#_parent' ? 'parent' : to) : null;
  return [{ kind, what: String(what), to: receiver, data: Object.keys(data).length > 0 ? data : null, isSure: true }];
}

/** An action that enqueues others decides which. */
function declaredEffect(text: string, action: unknown): ChartEffect {
  const [, kind = '', what = '', to = null] = /^(\w+) (\S+)(?: to (\S+))?$/u.exec(text) ?? [];
  const known = Object.values(kinds).find((one) => one === kind);
  if (known === undefined) throw new Error(`"${text}" is no effect of an action`);
  return { kind: known, what, to, data: null, isSure: builtIn(action)['type'] !== 'xstate.enqueueActions' };
}
