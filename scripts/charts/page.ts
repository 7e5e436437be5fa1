import { type Requirement, requirementAreas, requirements } from '../../contract/requirements.ts';
import { actionText, conditionText, effectsOf, effectsText, paramsText } from '../../machines/export/action-text.ts';
import type { ChartAction, ChartModel, ChartState, ChartTransition } from '../../machines/export/chart.types.ts';
import { type MachineLink, mapRows } from '../../machines/export/machine-map.ts';
import type { ListedMachine } from '../../machines/export/machines.ts';

type Described = Pick<ListedMachine, 'id' | 'title' | 'purpose' | 'file'>;

/** The page of a machine in docs/state-flows: picture, requirements, states, transitions. */
export function pageText(listed: Described, chart: ChartModel): string {
  const met = requirementsOf(chart);
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
    '## What it must do',
    '',
    `What proves it is listed in [requirements.md](../requirements.md).`,
    '',
    ...table(
      ['requirement', '', 'met by'],
      [...met].map(([id, transitions]) => [
        numberLink(id),
        requirements.get(id)?.text ?? '',
        transitions.map((transition) => sentence(chart, transition)).join('; '),
      ]),
    ),
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
      ['in', 'on', 'if', 'goes to', 'and does', 'requirement'],
      chart.transitions.map((transition) => [
        nameOf(chart, transition.source),
        code(transition.label),
        conditionText(transition),
        targetOf(chart, transition),
        [...transition.actions.map((action) => actionOf(chart, action)), transition.description].filter(Boolean).join(', '),
        transition.internal === '' ? transition.requirements.map(numberLink).join(', ') : `*none:* ${transition.internal}`,
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
export function indexText(
  all: readonly { readonly listed: Described; readonly chart: ChartModel }[],
  links: readonly MachineLink[],
): string {
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
    '`npm run charts` writes this folder; a test fails when it is out of date. `npm run charts -- --diff REVISION` says what has changed since a revision. How the charts are tested: [model-based-tests.md](../model-based-tests.md). What they have to do: [requirements.md](../requirements.md).',
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
    '## Map',
    '',
    'Which machine starts which other one, and which events the wiring of the console passes between them. What many machines send or take stands in their boxes instead of an arrow.',
    '',
    '[![Every machine, with arrows for what it starts and sends](map.svg)](map.svg)',
    '',
    ...table(
      ['machine', 'starts', 'sends', 'takes', 'also'],
      mapRows(links).map(({ machine, starts, sends, takes, notes }) => [
        `[${machine.title}](${machine.id}.md)`,
        ...[starts, sends, takes, notes].map((texts) => texts.join('; ')),
      ]),
    ),
  ].join('\n');
}

/** What proves the requirements of a machine. */
export interface MachineTests {
  /** The files that walk the paths of the machine, in Node and on a page. */
  readonly walks: readonly string[];
  /** The file with its properties, and the requirements that they prove; null where it has none. */
  readonly properties: { readonly file: string; readonly requirements: readonly string[] } | null;
}

type Listed = { readonly listed: Described; readonly chart: ChartModel; readonly tests: MachineTests };

/** docs/requirements.md: each requirement with the transitions that meet it, and the tests that drive and prove these. */
export function requirementsText(all: readonly Listed[]): string {
  const met = all.map((one) => ({ ...one, requirements: requirementsOf(one.chart) }));
  const isProven = (id: string) => all.some(({ tests }) => tests.properties?.requirements.includes(id));
  const ids = [...requirements.keys()];
  return [
    generated,
    '# Requirements',
    '',
    'What the console has to do, which transitions of which machine do it, and which tests would notice if they did not. For reviewers and testers. The list is `contract/requirements.ts`; a transition names what it meets in `meta.requirements`, or says in `meta.internal` why a person neither causes nor sees it. How properties are written: [model-based-tests.md](model-based-tests.md#requirements).',
    '',
    `${ids.length} requirements, of which ${ids.filter(isProven).length} have a property: a rule about what is seen from outside, checked on every path, that fails when the requirement is broken.`,
    '',
    ...table(
      ['machine', 'requirements', 'with a property', 'walked by'],
      met.map(({ listed, requirements: own, tests }) => [
        `[${listed.title}](state-flows/${listed.id}.md)`,
        String(own.size),
        String(tests.properties?.requirements.length ?? 0),
        tests.walks.map(fileLink).join(', '),
      ]),
    ),
    ...Object.entries<Readonly<Record<string, Requirement>>>(requirementAreas).flatMap(([area, list]) => [
      `## ${area}`,
      '',
      ...Object.entries(list).flatMap(([id, { text, source }]) => [
        `### ${id}`,
        '',
        `${text} *${sourceText(source)}*`,
        '',
        ...met.flatMap(({ listed, chart, requirements: own, tests }) => {
          const transitions = own.get(id) ?? [];
          if (transitions.length === 0) return [];
          const property = tests.properties?.requirements.includes(id)
            ? ` Property: ${fileLink(tests.properties.file)}.`
            : ' No property yet: the snapshot of the paths alone.';
          return [
            `- [${listed.title}](state-flows/${listed.id}.md): ${transitions.map((transition) => sentence(chart, transition)).join('; ')}.${property}`,
          ];
        }),
        '',
      ]),
    ]),
  ].join('\n');
}

/** The requirements of a machine, in the order of the list, with the transitions that meet each. */
function requirementsOf({ transitions }: ChartModel): ReadonlyMap<string, readonly ChartTransition[]> {
  return new Map(
    [...requirements.keys()].flatMap((id) => {
      const own = transitions.filter((transition) => transition.requirements.includes(id));
      return own.length === 0 ? [] : [[id, own] as const];
    }),
  );
}

const numberLink = (id: string): string => `[${id}](../requirements.md#${id.toLowerCase()})`;
const fileLink = (file: string): string => `[${file}](../${file})`;

function sourceText(source: Requirement['source']): string {
  return 'decision' in source
    ? `[${source.decision}](decisions.md#${anchorOf(source.decision)})`
    : `Specification, “${source.specification}”`;
}

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

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
