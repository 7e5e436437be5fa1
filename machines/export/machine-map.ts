import * as v from 'valibot';
import { chartLayoutSchema } from './chart-layout.ts';
import type { ChartModel, ChartState, ChartTransition } from './chart.types.ts';
import { type MachineEntry, machineEntries } from './machine-entries.ts';
import { type Passing, passings, takers } from './passings.ts';

const linkSchema = v.object({
  /** The machine that starts or sends; of a note the one in whose box it stands. */
  from: v.string(),
  kind: v.picklist(['starts', 'sends', 'note']),
  /** null of a note. */
  to: v.nullable(v.string()),
  text: v.string(),
});

/** How a machine of the console is connected with others. */
export type MachineLink = v.InferOutput<typeof linkSchema>;

export const mapSchema = v.object({ links: v.array(linkSchema), layout: chartLayoutSchema });

export type MachineMap = v.InferOutput<typeof mapSchema>;

/** The map as `npm run charts` has written it. */
export async function loadMap(): Promise<MachineMap> {
  return v.parse(mapSchema, (await import('./map.gen.json')).default);
}

/** Who starts whom, by the charts; which events pass, by the list of passings. What many send or take is a note instead of an arrow. */
export function linksOf(charts: readonly ChartModel[]): readonly MachineLink[] {
  return [
    ...charts.flatMap(({ id: from, machines }) =>
      [...new Set(Object.values(machines))].map((to) => ({ from, kind: 'starts' as const, to, text: 'starts' })),
    ),
    ...passings.flatMap((passing) => linksOfPassing(charts, passing)),
  ];
}

function linksOfPassing(charts: readonly ChartModel[], { from, emits, to, as }: Passing): readonly MachineLink[] {
  const note = (at: string, text: string): MachineLink => ({ from: at, kind: 'note', to: null, text });
  const events = as.join(', ');
  if (from === null) {
    const emitters = charts.filter((chart) => emittedBy(chart).has(emits ?? ''));
    const sent = emitters.map(({ id }) => note(id, `${emits}: ${to === null ? events : `to ${titleOf(to)}`}`));
    return to === null ? sent : [...sent, note(to, `${events} from ${emitters.length} machines`)];
  }
  if (to === takers) {
    const taking = charts.filter((chart) => as.every((event) => takenBy(chart).has(event)));
    return [note(from, `${emits} to ${taking.length} machines`), ...taking.map(({ id }) => note(id, `${events} from ${titleOf(from)}`))];
  }
  if (to === null) return [note(from, `${emits}: ${events}`)];
  if (!isMachine(from)) return [note(to, `${events} from ${from}`)];
  return [{ from, kind: 'sends', to, text: emits === null || emits === events ? events : `${emits} → ${events}` }];
}

/** The events that a machine emits. */
export const emittedBy = ({ effects }: ChartModel): ReadonlySet<string> =>
  new Set(Object.values(effects ?? {}).flatMap((all) => all.flatMap(({ kind, what }) => (kind === 'emit' ? [what] : []))));

/** The events that a machine takes. */
export const takenBy = ({ transitions }: ChartModel): ReadonlySet<string> => new Set(transitions.map(({ event }) => event));

const isMachine = (id: string): boolean => machineEntries.some((entry) => entry.id === id);
export const titleOf = (id: string): string => machineEntries.find((entry) => entry.id === id)?.title ?? id;

const mapId = 'The console';
export const stateOfMachine = (id: string): string => `${mapId}.${id}`;
/** The machine of a state of the map; null of the map itself. */
export const machineOfState = (id: string): string | null => (id === mapId ? null : id.slice(mapId.length + 1));

/** The map as a chart, so that it is laid out, drawn and exported as charts are: a state for each machine, an arrow for each link. */
export function mapChart(links: readonly MachineLink[]): ChartModel {
  const outer = { ...nothing, id: mapId, key: mapId, path: [], parent: null, type: 'compound' as const };
  return {
    id: mapId,
    description: 'Which machine starts which other one, and which events pass between them.',
    states: [{ ...outer, description: 'Every machine of the console.' }, ...machineEntries.map(stateOf)],
    transitions: links.map(transitionOf),
    effects: {},
    machines: {},
  };
}

const nothing = { initial: null, tags: [], meta: {}, entry: [], exit: [], invokes: [] };

function stateOf({ id, title, purpose }: MachineEntry): ChartState {
  return { ...nothing, id: stateOfMachine(id), key: title, path: [title], parent: mapId, type: 'atomic', description: purpose };
}

function transitionOf({ from, to, text }: MachineLink, index: number): ChartTransition {
  return {
    ...{ kind: 'event', delay: null, guard: null, choice: null, actions: [], reenter: false },
    ...{ description: '', requirements: [], internal: '' },
    id: `${stateOfMachine(from)} --${index}`,
    source: stateOfMachine(from),
    targets: to === null ? [] : [stateOfMachine(to)],
    event: text,
    label: text,
  };
}

/** The links of each machine in words, in the order of the list of machines. */
export function mapRows(links: readonly MachineLink[]) {
  return machineEntries.map((machine) => {
    const { id } = machine;
    const own = links.filter(({ from }) => from === id);
    const others = links.filter(({ to }) => to === id);
    const of = (all: readonly MachineLink[], kind: MachineLink['kind']) => all.filter((link) => link.kind === kind);
    return {
      machine,
      starts: of(own, 'starts').map(({ to }) => titleOf(to ?? '')),
      startedBy: of(others, 'starts').map(({ from }) => titleOf(from)),
      sends: of(own, 'sends').map(({ to, text }) => `${text} to ${titleOf(to ?? '')}`),
      takes: of(others, 'sends').map(({ from, text }) => `${text} from ${titleOf(from)}`),
      notes: of(own, 'note').map(({ text }) => text),
    };
  });
}
