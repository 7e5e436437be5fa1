import { type MachineEntry, machineEntries } from '#machines/export/machine-entries.ts';
import { type ReactNode, useRef, useState } from 'react';
import { css } from '#styled/css/index.js';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Table } from '#src/ui/table.tsx';
import type { TableColumn } from '#src/ui/table-column.ts';
import { TextInput } from '#src/ui/text-input.tsx';

const search = css({ maxWidth: '[24rem]', marginBottom: '4' });
const list = css({ listStyle: 'none', backgroundColor: 'surface', border: 'hairline', borderRadius: 'md' });
const item = css({ paddingInline: '4', paddingBlock: '3', '&:not(:last-child)': { borderBottom: 'hairline' } });
const itemHead = css({ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: '3', fontWeight: 'medium' });
const itemPurpose = css({ color: 'text.muted', fontSize: 'sm', marginTop: '1' });

interface MachineListProps {
  /** How many actors of each machine run now, by its id. */
  readonly running: ReadonlyMap<string, number>;
  /** Beside a screen there is no room for columns, and those that run come first: they are what is looked for. */
  readonly place: 'page' | 'drawer';
  readonly link: (machine: MachineEntry) => ReactNode;
}

const runningText = (count: number): string => (count === 0 ? 'None' : String(count));

/** Every machine of the console, with what it is for and how many of its actors run in this tab. */
export function MachineList({ running, place, link }: MachineListProps) {
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const matching = machineEntries.filter(({ id, title, purpose }) => `${id} ${title} ${purpose}`.toLowerCase().includes(wanted));
  const isRunning = ({ id }: MachineEntry) => Number(running.has(id));
  const rows = place === 'drawer' ? matching.toSorted((a, b) => isRunning(b) - isRunning(a)) : matching;
  const box = useRef<HTMLInputElement>(null);
  const clearSearch = () => {
    setQuery('');
    box.current?.focus();
  };
  const clear = <Button onClick={clearSearch}>Clear search</Button>;
  const none = <EmptyState kind="noMatch" title={`No machine matches “${query}”`} actions={clear} />;
  return (
    <>
      <div className={search}>
        <TextInput
          ref={box}
          type="search"
          aria-label="Search machines"
          placeholder="Search machines"
          value={query}
          maxLength={100}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      </div>
      {place === 'page' ? (
        <Table caption="State flows" columns={columnsOf(running, link)} rows={rows} rowId={({ id }) => id} empty={none} />
      ) : rows.length === 0 ? (
        <div className={list}>{none}</div>
      ) : (
        <ul className={list} aria-label="Machines">
          {rows.map((machine) => (
            <li key={machine.id} className={item}>
              <div className={itemHead}>
                {link(machine)}
                {running.has(machine.id) ? <Badge tone="success">{`${running.get(machine.id)} running`}</Badge> : null}
              </div>
              <p className={itemPurpose}>{machine.purpose}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const columnsOf = (running: MachineListProps['running'], link: MachineListProps['link']): readonly TableColumn<MachineEntry>[] => [
  { id: 'title', header: 'MACHINE', primary: true, width: '27%', cell: link },
  { id: 'purpose', header: 'PURPOSE', width: '52%', cell: ({ purpose }) => purpose },
  { id: 'running', header: 'RUNNING', width: '21%', noWrap: true, cell: ({ id }) => runningText(running.get(id) ?? 0) },
];
