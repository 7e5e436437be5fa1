import { actionText, conditionText, effectsOf, effectsText, paramsText } from '../../machines/export/action-text.ts';
import type { ChartAction, ChartModel, ChartState, ChartTransition } from '../../machines/export/chart.types.ts';
import type { ListedMachine } from '../../machines/export/machines.ts';

type Described = Pick<ListedMachine, 'id' | 'title' | 'purpose' | 'file'>;

/** The page of a machine in docs/state-flows: picture, requirements, states, transitions. */
export function pageText(listed: Described, chart: ChartModel): string {
  const requirements = chart.transitions.filter(({ requirement }) => requirement !== '');
  const delays = [...new Map(chart.transitions.flatMap(({ delay }) => (delay ? [[delay.name, delay.ms] as const] : [])))];
  const { id } = listed;
  return [
    generated,
    `# ${listed.title}`,
    '',
    listed.purpose,
    '',
    `Chart: [${listed.file}](../../${listed.file}). All machines, and charts as files for other tools: [README.md](README.md).`,
    '',
    `[![The states and transitions of ${listed.title}, as in the tables below](${id}.svg)](${id}.svg)`,
    '',
    ...(requirements.length === 0
      ? []
      : [
          '## What it must do',
          '',
          ...table(
            ['requirement', 'met by'],
            requirements.map((transition) => [transition.requirement, sentence(chart, transition)]),
          ),
        ]),
    '## States',
    '',
    'What a person sees is what the state itself shows; the states around it show theirs as well.',
    '',
    ...table(
      ['state', 'meaning', 'what a person sees', 'at work'],
      chart.states.map((state) => [
        nameOf(chart, state.id) + kindOf(state),
        state.description,
        typeof state.meta['sees'] === 'string' ? state.meta['sees'] : '',
        workOf(chart, state),
      ]),
    ),
    '## Transitions',
    '',
    ...table(
      ['in', 'on', 'if', 'goes to', 'and does'],
      chart.transitions.map((transition) => [
        nameOf(chart, transition.source),
        code(transition.label),
        conditionText(transition),
        targetOf(chart, transition),
        [...transition.actions.map((action) => actionOf(chart, action)), transition.description].filter(Boolean).join(', '),
      ]),
    ),
    ...(delays.length === 0
      ? []
      : [
          '## Delays',
          '',
          ...table(
            ['delay', 'length'],
            delays.map(([name, ms]) => [code(name), ms === null ? 'worked out when the state is entered' : `${ms} ms`]),
          ),
        ]),
  ].join('\n');
}

/** The first page of docs/state-flows. */
export function indexText(all: readonly { readonly listed: Described; readonly chart: ChartModel }[]): string {
  const states = all.reduce((sum, { chart }) => sum + chart.states.length, 0);
  const transitions = all.reduce((sum, { chart }) => sum + chart.transitions.length, 0);
  return [
    generated,
    '# State flows',
    '',
    `Every behaviour of the console is a statechart. Each of the ${all.length} charts has a page here, with its picture and its states and transitions as tables: ${states} states and ${transitions} transitions together. The same charts are in the console at \`/state-flows\`, where they follow the running app.`,
    '',
    '**Export** on a page of the console downloads its chart as JSON (XState, Stately’s editor), Mermaid, SCXML or SVG, **Export all** all of them, and so does `npm run charts -- --to FOLDER`; see [other tools](../model-based-tests.md#other-tools).',
    '',
    '`npm run charts` writes this folder; a test fails when it is out of date. `npm run charts -- --diff REVISION` says what has changed since a revision. How the charts are tested: [model-based-tests.md](../model-based-tests.md).',
    '',
    ...table(
      ['machine', 'what it is for', 'states', 'transitions'],
      all.map(({ listed, chart }) => [
        `[${listed.title}](${listed.id}.md)`,
        listed.purpose,
        String(chart.states.length),
        String(chart.transitions.length),
      ]),
    ),
  ].join('\n');
}

const generated = '<!-- Written by `npm run charts`. -->\n';

/** A transition in a sentence: in `ready`, on `save.requested`, if "can save", to `saving`. */
function sentence(chart: ChartModel, transition: ChartTransition): string {
  const condition = transition.guard === null ? '' : `, if "${transition.guard.text}"`;
  const target = transition.targets.length === 0 ? ', without leaving it' : `, to ${targetOf(chart, transition)}`;
  return `in ${nameOf(chart, transition.source)}, on ${code(transition.label)}${condition}${target}`;
}

/** A state by its path; the machine itself has none. */
function nameOf(chart: ChartModel, id: string): string {
  return id === chart.id ? '*the machine*' : code(id.slice(chart.id.length + 1));
}

function targetOf(chart: ChartModel, { targets, reenter, source }: ChartTransition): string {
  if (targets.length === 0) return '*stays*';
  return targets.map((target) => nameOf(chart, target)).join(', ') + (reenter && targets.includes(source) ? ' again' : '');
}

function kindOf(state: ChartState): string {
  return { atomic: '', compound: '', parallel: ' (regions side by side)', final: ' (end)', history: ' (remembers)' }[state.type];
}

/** An action with its static parameters, and what it does beside changing the context. */
function actionOf(chart: ChartModel, action: ChartAction): string {
  const effects = effectsText(effectsOf(chart, action));
  return `${code(actionText(action))}${effects === '' ? '' : ` (${effects})`}`;
}

function workOf(chart: ChartModel, { entry, exit, invokes, tags }: ChartState): string {
  return [
    ...invokes.map(({ id, input }) => `runs ${code([id, paramsText(input)].filter(Boolean).join(' '))}`),
    ...entry.map((action) => `on entry ${actionOf(chart, action)}`),
    ...exit.map((action) => `on exit ${actionOf(chart, action)}`),
    ...tags.map((tag) => `tag ${code(tag)}`),
  ].join(', ');
}

const code = (text: string): string => `\`${text}\``;

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [row(head), `|${head.map(() => '---|').join('')}`, ...rows.map(row), ''];
}
