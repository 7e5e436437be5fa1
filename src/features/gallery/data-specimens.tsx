import { MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import { SelectionBar } from '#src/list/selection-bar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Pagination } from '#src/ui/pagination.tsx';
import { PendingMark } from '#src/ui/pending-mark.tsx';
import { Popover } from '#src/ui/popover.tsx';
import { SearchList } from '#src/ui/search-list.tsx';
import { Table } from '#src/ui/table.tsx';
import type { TableColumn } from '#src/ui/table-column.ts';
import { css } from '#styled/css/index.js';
import { Specimen } from './specimen.tsx';

interface Site {
  readonly id: string;
  readonly name: string;
  readonly account: string;
  readonly created: string;
  readonly isPending?: boolean;
}

const sites: readonly Site[] = [
  { id: '1', name: 'North Shore Realty', account: 'Whitfield Group', created: 'Mar 3, 2024' },
  { id: '2', name: 'Harbour & Hill', account: 'Whitfield Group', created: 'Jun 18, 2025', isPending: true },
  {
    id: '3',
    name: 'A very long agency name that has to wrap somewhere without breaking the table',
    account: 'Whitfield Group',
    created: 'Nov 2, 2026',
  },
];

const columns: readonly TableColumn<Site>[] = [
  {
    id: 'name',
    header: 'NAME',
    sortable: true,
    primary: true,
    cell: (site) => (
      <>
        {site.name} {site.isPending ? <Badge tone="warning">Waiting</Badge> : null}
      </>
    ),
  },
  { id: 'account', header: 'ACCOUNT', cell: (site) => site.account },
  { id: 'created', header: 'CREATED AT', sortable: true, cell: (site) => site.created },
  {
    id: 'actions',
    header: 'Actions',
    quiet: true,
    align: 'end',
    cell: (site) => <IconButton size="small" label={`More for ${site.name}`} icon={<MoreHorizontal />} />,
  },
];

const marks = css({ display: 'flex', flexWrap: 'wrap', gap: '4' });
const wide = css({ width: 'full', display: 'flex', flexDirection: 'column', gap: '5' });

export function DataSpecimens() {
  const [sort, setSort] = useState({ id: 'name', descending: false });
  const [page, setPage] = useState(0);
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [selected, setSelected] = useState<readonly string[]>(['1']);
  const found = sites.filter((site) => site.name.toLowerCase().includes(query.toLowerCase()));
  const common = { columns, rowId: (site: Site) => site.id };
  return (
    <Specimen title="Tables and lists">
      <div className={wide}>
        <Popover trigger={<Button>North Shore Realty</Button>} label="Websites" open={open} onOpenChange={setOpen}>
          <SearchList
            label="Search websites"
            query={query}
            items={found.map((site) => ({ id: site.id, label: site.name, sub: `www.site-${site.id}.example`, current: site.id === '1' }))}
            message={found.length === 0 ? 'No website matches.' : undefined}
            footer={
              <Button variant="ghost" block>
                Back to website list
              </Button>
            }
            onQuery={setQuery}
            onChoose={() => setOpen(false)}
          />
        </Popover>
        <Table
          {...common}
          caption="Websites"
          rows={sites}
          sort={sort}
          onSort={(id) => setSort({ id, descending: sort.id === id && !sort.descending })}
        />
        <Pagination page={page} perPage={25} total={83} note="and 2 waiting" onPage={setPage} />
        <Table
          {...common}
          caption="Websites, to select from"
          rows={sites}
          selection={{
            selected: new Set(selected),
            labelOf: (site) => `Select ${site.name}`,
            isSelectable: ({ isPending = false }) => !isPending,
            onToggle: (id) => setSelected(selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id]),
            onToggleAll: (select) => setSelected(select ? ['1', '3'] : []),
          }}
        />
        <SelectionBar count={`${selected.length} selected`} onClear={() => setSelected([])}>
          <Button>Delete…</Button>
        </SelectionBar>
        <p className={marks}>
          <PendingMark status="pending" reason={{ brief: 'offline', sentence: 'It will be sent when you are back online.' }} />
          <PendingMark status="deleting" />
          <PendingMark status="rejected" />
          <PendingMark status="conflict" />
        </p>
        <Table {...common} caption="Websites, refreshing" rows={sites.slice(0, 2)} refreshing />
        <Table {...common} caption="Websites, loading" rows={[]} loading />
        <Table {...common} caption="Websites, none" rows={[]} empty={<EmptyState kind="none" title="No websites yet" />} />
      </div>
    </Specimen>
  );
}
