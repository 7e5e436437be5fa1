import { type MachineEntry, machineEntries } from '#machines/export/machine-entries.ts';
import { type ReactNode, useState } from 'react';
import { css } from '#styled/css/index.js';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Table } from '#src/ui/table.tsx';
import type { TableColumn } from '#src/ui/table-column.ts';
import { TextInput } from '#src/ui/text-input.tsx';

const search = css({ maxWidth: '[24rem]', marginBottom: '4' });

interface MachineListProps {
  /** How many actors of each machine run now, by its id. */
  readonly running: ReadonlyMap<string, number>;
  /** Those that run come first: beside a screen they are what is looked for. */
  readonly runningFirst?: boolean;
  readonly link: (machine: MachineEntry) => ReactNode;
}

const runningText = (count: number): string => (count === 0 ? 'None' : String(count));

/** Every machine of the console, with what it is for and how many of its actors run in this tab. */
export function MachineList({ running, runningFirst = false, link }: MachineListProps) {
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const matching = machineEntries.filter(({ id, title, purpose }) => `${id} ${title} ${purpose}`.toLowerCase().includes(wanted));
  const isRunning = ({ id }: MachineEntry) => Number(running.has(id));
  const rows = runningFirst ? matching.toSorted((a, b) => isRunning(b) - isRunning(a)) : matching;
  const columns: readonly TableColumn<MachineEntry>[] = [
    { id: 'title', header: 'MACHINE', primary: true, width: '27%', cell: link },
    { id: 'purpose', header: 'PURPOSE', width: '52%', cell: ({ purpose }) => purpose },
    {
      id: 'running',
      header: 'RUNNING',
      width: '21%',
      noWrap: true,
      cell: ({ id }) => runningText(running.get(id) ?? 0),
    },
  ];
  return (
    <>
      <div className={search}>
        <TextInput
          type="search"
          aria-label="Search machines"
          placeholder="Search machines"
          value={query}
          maxLength={100}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      </div>
      <Table
        caption="State flows"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        empty={<EmptyState kind="noMatch" title={`No machine matches “${query}”`} />}
      />
    </>
  );
}
