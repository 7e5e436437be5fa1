import type { ChartModel, ChartState, ChartTransition } from './chart-model.ts';

/**
 * The chart as SCXML 1.0 (https://www.w3.org/TR/scxml/), datamodel ECMAScript. What only the code knows has a stand-in, so that any
 * interpreter can run the file: each guard is a variable that is true until somebody sets it, each action a `<log>`, each actor an
 * `<invoke>` whose end comes as `done.invoke.ID` or `error.platform.ID`, each delay an event that the state sends to itself.
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
  const guards = chart.transitions.flatMap(({ guard }) => guard?.name.match(/\w+(?![\w(])/gu) ?? []);
  const delays = chart.transitions.flatMap(({ delay }) => (delay !== null && delay.ms === null ? [delay.name] : []));
  const data = [
    ...[...new Set(guards)].sort().map((id) => ({ id, expr: 'true' })),
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
  const onEntry = [...state.entry.map(logLine), ...delays.map(sendLine)];
  const onExit = [...state.exit.map(logLine), ...delays.map(({ event }) => `<cancel ${attributes({ sendid: scxmlEvent(event) })}/>`)];
  const children = chart.states.filter((child) => child.parent === state.id);
  const element = state.type === 'parallel' ? 'parallel' : state.type === 'final' ? 'final' : 'state';
  const body = [
    ...block('onentry', onEntry, inner),
    ...block('onexit', onExit, inner),
    ...state.invokes.map(({ id, src }) => `${inner}<invoke ${attributes({ id, type: 'urn:xstate:actor', src })}/>`),
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
    cond: guard?.name ?? null,
    target: targets.length === 0 ? null : targets.join(' '),
    type: within && isCompound && !transition.reenter ? 'internal' : null,
  })}`;
  const actions = transition.actions.map((action) => `${indent}  ${logLine(action)}`);
  return [
    ...comment(transition.requirement || transition.description, indent),
    ...(actions.length === 0 ? [`${indent}<${open}/>`] : [`${indent}<${open}>`, ...actions, `${indent}</transition>`]),
  ];
}

function logLine(action: string): string {
  return `<log ${attributes({ label: 'action', expr: `'${action}'` })}/>`;
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
