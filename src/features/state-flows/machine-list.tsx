import { type MachineEntry, machineEntries } from '#machines/export/machine-entries.ts';
import { useRef, useState } from 'react';
import { css } from '#styled/css/index.js';
import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Table } from '#src/ui/table.tsx';
import type { TableColumn } from '#src/ui/table-column.ts';
import { TextInput } from '#src/ui/text-input.tsx';
import { chartSearch, fewestCharacters, type MachineLink } from './chart-search.tsx';

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
  readonly link: MachineLink;
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
  const none = rows.length > 0 ? null : <EmptyState kind="noMatch" title={`Nothing matches “${query}”`} actions={clear} />;
  return (
    <>
      <div className={search}>
        <TextInput
          ref={box}
          type="search"
          aria-label="Search machines, states and events"
          placeholder="Search machines, states and events"
          value={query}
          maxLength={100}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      </div>
      {rows.length === 0 ? null : place === 'page' ? (
        <Table caption="State flows" columns={columnsOf(running, link)} rows={rows} rowId={({ id }) => id} empty={none} />
      ) : (
        <ul className={list} aria-label="Machines">
          {rows.map((machine) => (
            <li key={machine.id} className={item}>
              <div className={itemHead}>
                {link(machine, machine.title)}
                {running.has(machine.id) ? <Badge tone="success">{`${running.get(machine.id)} running`}</Badge> : null}
              </div>
              <p className={itemPurpose}>{machine.purpose}</p>
            </li>
          ))}
        </ul>
      )}
      {wanted.length < fewestCharacters ? (
        none
      ) : (
        <LazyBoundary part={chartSearch} props={{ query: wanted, heading: place === 'page' ? 'h2' : 'h3', link, none }} />
      )}
    </>
  );
}

const columnsOf = (running: MachineListProps['running'], link: MachineListProps['link']): readonly TableColumn<MachineEntry>[] => [
  { id: 'title', header: 'MACHINE', primary: true, width: '27%', cell: (machine) => link(machine, machine.title) },
  { id: 'purpose', header: 'PURPOSE', width: '52%', cell: ({ purpose }) => purpose },
  { id: 'running', header: 'RUNNING', width: '21%', noWrap: true, cell: ({ id }) => runningText(running.get(id) ?? 0) },
];
