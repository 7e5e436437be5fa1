import { requirementText } from '#contract/requirements.ts';
import { type Json, isJsonObject } from '#contract/json.ts';
import { actionText, effectsOf, effectsText } from './action-text.ts';
import type { ChartAction, ChartEffect, ChartInvoke, ChartModel, ChartState, ChartTransition } from './chart.types.ts';
import { guardVariable } from './guard-text.ts';

/**
 * The chart as SCXML 1.0 (https://www.w3.org/TR/scxml/), datamodel ECMAScript. What only the code knows has a stand-in, so that any
 * interpreter can run the file: each guard is a variable that is true until somebody sets it, with one of its own for each set of static
 * parameters; each action a `<log>` with its static parameters, and a `<raise>` or `<send>` for each event that it raises or sends, within
 * an `<if>` with such a variable where only the code knows whether it does; each actor an `<invoke>` whose end comes as `done.invoke.ID` or
 * `error.platform.ID`, each delay an event that the state sends to itself. SCXML has no listeners, and starts no actor by an action:
 * emitted events, and actors that an action starts or stops, are logged.
 */
export function toScxml(chart: ChartModel): string {
  const [root] = chart.states;
  if (!root) throw new Error('a chart without states');
  const doneId = `${root.id}.is-done`;
  const ends = chart.states.some((state) => state.parent === root.id && state.type === 'final');
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    ...comment(chart.description, ''),
    `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript" ${attributes({ name: identifier(chart.id), initial: root.id })}>`,
    ...datamodel(chart),
    ...stateLines(chart, root, '  ', ends ? [`<transition ${attributes({ event: `done.state.${root.id}`, target: doneId })}/>`] : []),
    ...(ends ? [`  <final ${attributes({ id: doneId })}/>`] : []),
    '</scxml>',
  ];
  return `${lines.join('\n')}\n`;
}

function datamodel(chart: ChartModel): readonly string[] {
  const guards = chart.transitions.flatMap(({ guard }) => (guard === null ? [] : (guardVariable(guard).match(/\w+(?![\w(])/gu) ?? [])));
  const choices = Object.entries(chart.effects ?? {}).flatMap(([name, effects]) =>
    effects.flatMap((effect) => (effect.isSure || effectLine(effect) === null ? [] : [effectVariable(name, effect)])),
  );
  const delays = chart.transitions.flatMap(({ delay }) => (delay !== null && delay.ms === null ? [delay.name] : []));
  const data = [
    ...[...new Set([...guards, ...choices])].sort().map((id) => ({ id, expr: 'true' })),
    ...[...new Set(delays)].sort().map((id) => ({ id: `delay_${id}`, expr: "'1s'" })),
  ];
  const combined = chart.transitions.some(({ guard }) => guard?.name.includes('('));
  return [
    ...(data.length === 0 ? [] : ['  <datamodel>', ...data.map((one) => `    <data ${attributes(one)}/>`), '  </datamodel>']),
    // A guard's name is then an expression as it stands: `and(isOnline, not(isBusy))`.
    ...(combined
      ? [
          '  <script>',
          '    function not(a) { return !a; }',
          '    function and() { return Array.prototype.every.call(arguments, Boolean); }',
          '    function or() { return Array.prototype.some.call(arguments, Boolean); }',
          '  </script>',
        ]
      : []),
  ];
}

function stateLines(chart: ChartModel, state: ChartState, indent: string, more: readonly string[] = []): readonly string[] {
  const inner = `${indent}  `;
  const own = chart.transitions.filter((transition) => transition.source === state.id);
  const delays = [...new Map(own.filter(({ kind }) => kind === 'delay').map((transition) => [transition.event, transition])).values()];
  const onEntry = [...state.entry.flatMap((action) => actionLines(chart, action)), ...delays.map(sendLine)];
  const onExit = [
    ...state.exit.flatMap((action) => actionLines(chart, action)),
    ...delays.map(({ event }) => `<cancel ${attributes({ sendid: scxmlEvent(event) })}/>`),
  ];
  const children = chart.states.filter((child) => child.parent === state.id);
  const element = state.type === 'parallel' ? 'parallel' : state.type === 'final' ? 'final' : 'state';
  const body = [
    ...block('onentry', onEntry, inner),
    ...block('onexit', onExit, inner),
    ...state.invokes.flatMap((invoke) => invokeLines(invoke).map((line) => `${inner}${line}`)),
    ...own.flatMap((transition) => transitionLines(chart, transition, inner)),
    ...more.map((line) => `${inner}${line}`),
    ...children.flatMap((child) => stateLines(chart, child, inner)),
  ];
  const open = `${element} ${attributes({ id: state.id, initial: state.initial })}`;
  return [
    ...comment(state.parent === null ? '' : state.description, indent),
    ...(body.length === 0 ? [`${indent}<${open}/>`] : [`${indent}<${open}>`, ...body, `${indent}</${element}>`]),
  ];
}

function transitionLines(chart: ChartModel, transition: ChartTransition, indent: string): readonly string[] {
  const { event, guard, targets, source } = transition;
  const within = targets.length > 0 && targets.every((target) => target.startsWith(`${source}.`));
  const isCompound = chart.states.some((state) => state.id === source && state.type === 'compound');
  const open = `transition ${attributes({
    event: event === '' ? null : scxmlEvent(event),
    cond: guard === null ? null : guardVariable(guard),
    target: targets.length === 0 ? null : targets.join(' '),
    type: within && isCompound && !transition.reenter ? 'internal' : null,
  })}`;
  const actions = transition.actions.flatMap((action) => actionLines(chart, action).map((line) => `${indent}  ${line}`));
  return [
    ...comment(transition.requirements.map(requirementText).join(' ') || transition.description, indent),
    ...(actions.length === 0 ? [`${indent}<${open}/>`] : [`${indent}<${open}>`, ...actions, `${indent}</transition>`]),
  ];
}

function invokeLines({ id, src, input }: ChartInvoke): readonly string[] {
  const open = `invoke ${attributes({ id, type: 'urn:xstate:actor', src })}`;
  const known = dataLines(input);
  return known.length === 0 ? [`<${open}/>`] : [`<${open}>`, ...known, '</invoke>'];
}

/** Static values by name; a value that has none is the content itself. */
function dataLines(data: Json): readonly string[] {
  if (data === null) return [];
  if (!isJsonObject(data)) return [`  <content ${attributes({ expr: JSON.stringify(data) })}/>`];
  return Object.entries(data).map(([name, value]) => `  <param ${attributes({ name, expr: JSON.stringify(value) })}/>`);
}

function actionLines(chart: ChartModel, action: ChartAction): readonly string[] {
  return [
    logLine('action', actionText(action)),
    ...effectsOf(chart, action).flatMap((effect) => {
      const lines = effectLine(effect);
      if (lines === null) return [logLine('effect', effectsText([effect]))];
      if (effect.isSure) return lines;
      return [`<if ${attributes({ cond: effectVariable(action.name, effect) })}>`, ...lines.map((line) => `  ${line}`), '</if>'];
    }),
  ];
}

/** What SCXML itself can do; null for what it can't. */
function effectLine({ kind, what, to, data }: ChartEffect): readonly string[] | null {
  if (kind === 'raise') return [`<raise ${attributes({ event: what })}/>`];
  if (kind !== 'send') return null;
  const open = `send ${attributes({ event: what, target: `#_${to}` })}`;
  const known = dataLines(data);
  return known.length === 0 ? [`<${open}/>`] : [`<${open}>`, ...known, '</send>'];
}

/** The variable that says whether an action does what it may do. */
function effectVariable(action: string, { kind, what }: ChartEffect): string {
  return `${action}_${kind}s_${what}`.replace(/\W+/gu, '_');
}

function logLine(label: string, text: string): string {
  return `<log ${attributes({ label, expr: `'${text.replace(/['\\]/gu, '\\$&').replaceAll('\n', '\\n')}'` })}/>`;
}

function sendLine({ event, delay }: ChartTransition): string {
  const id = scxmlEvent(event);
  const ms = delay?.ms ?? null;
  return `<send ${attributes({ id, event: id, delay: ms === null ? null : `${ms}ms`, delayexpr: ms === null ? `delay_${delay?.name}` : null })}/>`;
}

/** XState's own events by the names that SCXML gives them. */
export function scxmlEvent(type: string): string {
  return type
    .replace(/^xstate\.done\.actor\./u, 'done.invoke.')
    .replace(/^xstate\.done\.state\./u, 'done.state.')
    .replace(/^xstate\.error\.actor\./u, 'error.platform.')
    .replace(/^xstate\.after\./u, 'after.');
}

function block(element: string, lines: readonly string[], indent: string): readonly string[] {
  if (lines.length === 0) return [];
  return [`${indent}<${element}>`, ...lines.map((line) => `${indent}  ${line}`), `${indent}</${element}>`];
}

/** Two hyphens would end an XML comment. */
function comment(text: string, indent: string): readonly string[] {
  return text === '' ? [] : [`${indent}<!-- ${text.replace(/-(?=-)/gu, '- ')} -->`];
}

/** Some interpreters make a function of that name. */
function identifier(id: string): string {
  return id.replace(/[^A-Za-z0-9]+(.)/gu, (_, next: string) => next.toUpperCase());
}

function attributes(all: Readonly<Record<string, string | null>>): string {
  return Object.entries(all)
    .flatMap(([name, value]) => (value === null ? [] : [`${name}="${escapeXml(value)}"`]))
    .join(' ');
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
