import { loadMap, machineOfState, mapChart, mapRows, stateOfMachine } from '#machines/export/machine-map.ts';
import { css } from '#styled/css/index.js';
import { lazyComponent } from '#src/ui/lazy-component.tsx';
import { Table } from '#src/ui/table.tsx';
import type { TableColumn } from '#src/ui/table-column.ts';
import { ChartPicture } from './chart-picture.tsx';
import type { MachineLink } from './chart-search.tsx';

const explanation = css({ color: 'text.muted', marginBottom: '3' });
const inWords = css({ marginTop: '6' });
const item = css({ '& + &': { marginTop: '1' } });

interface MapPanelProps {
  /** How many actors of each machine run now, by its id. */
  readonly running: ReadonlyMap<string, number>;
  readonly link: MachineLink;
  readonly onMachine: (machineId: string) => void;
}

/** The map of all machines, and the same in words. */
export const mapPanel = lazyComponent<MapPanelProps>(
  async () => {
    const { links, layout } = await loadMap();
    const chart = mapChart(links);
    const rows = mapRows(links);
    return ({ running, link, onMachine }) => (
      <>
        <p className={explanation}>
          Which machine starts which other one, and which events pass between them. What many send or take stands in their boxes. Coloured
          are those that run now.
        </p>
        <ChartPicture
          chart={chart}
          layout={layout}
          active={[...running.keys()].map(stateOfMachine).join('\n')}
          took=""
          wanted={null}
          isPlayed={false}
          marks=""
          offered=""
          collapsible=""
          onState={(id) => {
            const machineId = machineOfState(id);
            if (machineId !== null) onMachine(machineId);
          }}
          onToggle={() => undefined}
          onToggleAll={() => undefined}
          onMachine={onMachine}
          onTransition={() => undefined}
        />
        <div className={inWords}>
          <Table caption="Map of all machines" columns={columnsOf(link)} rows={rows} rowId={({ machine }) => machine.id} empty={null} />
        </div>
      </>
    );
  },
  () => <p role="alert">The map could not be loaded. Please try again.</p>,
);

type Row = ReturnType<typeof mapRows>[number];

const columnsOf = (link: MachineLink): readonly TableColumn<Row>[] => [
  { id: 'title', header: 'MACHINE', primary: true, width: '18%', cell: ({ machine }) => link(machine, machine.title) },
  { id: 'starts', header: 'STARTS', width: '16%', cell: ({ starts }) => lines(starts) },
  { id: 'sends', header: 'SENDS', width: '22%', cell: ({ sends }) => lines(sends) },
  {
    id: 'takes',
    header: 'TAKES',
    width: '22%',
    cell: ({ takes, startedBy }) => lines([...startedBy.map((by) => `started by ${by}`), ...takes]),
  },
  { id: 'notes', header: 'ALSO', width: '22%', cell: ({ notes }) => lines(notes) },
];

const lines = (texts: readonly string[]) =>
  texts.length === 0
    ? null
    : texts.map((text) => (
        <div key={text} className={item}>
          {text}
        </div>
      ));
