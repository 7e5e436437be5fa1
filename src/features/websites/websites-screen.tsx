import { Main } from '#src/app/shell/main.tsx';
import type { Website } from '#contract/entities/website.ts';
import { firstDomain } from '#contract/entities/website.ts';
import { css } from '#styled/css/index.js';
import { Link } from '@tanstack/react-router';
import dayjs from 'dayjs';
import { Search } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useFirstScreen } from '#src/app/use-first-screen.ts';
import { usePageView } from '#src/app/use-page-view.ts';
import { useEmitted } from '#src/app/use-emitted.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { Pagination } from '#src/ui/pagination.tsx';
import { Table, type TableColumn } from '#src/ui/table.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useWebsiteList } from '#src/offline/use-website-list.ts';

const main = css({ flex: '1', width: 'full', maxWidth: 'page', marginInline: 'auto', padding: { base: '4', md: '8' }, outline: 'none' });
const tools = css({ display: 'flex', marginBottom: '4' });
const searchBox = css({
  position: 'relative',
  width: 'full',
  maxWidth: { md: 'popover' },
  '& svg': {
    position: 'absolute',
    insetInlineStart: '3',
    top: '[50%]',
    transform: 'translateY(-50%)',
    color: 'text.muted',
    pointerEvents: 'none',
  },
});
const searchInput = css({ paddingInlineStart: '9' });
const name = css({
  display: 'block',
  fontWeight: 'medium',
  color: 'text',
  textDecoration: 'none',
  borderRadius: 'sm',
  _hover: { textDecoration: 'underline', textUnderlineOffset: '3px' },
  // The whole cell is the link's: the row would need a positioned table row, which not every browser has.
  _after: { content: '""', position: 'absolute', inset: '0' },
});
const domain = css({ display: 'block', fontSize: 'sm', fontWeight: 'normal', color: 'text.muted' });
const notice = css({ marginBottom: '4' });

const perPage = 25;

const columns: readonly TableColumn<Website>[] = [
  {
    id: 'name',
    header: 'NAME',
    sortable: true,
    primary: true,
    width: '50%',
    lines: 2,
    cell: (website) => (
      <span>
        <Link to="/website/$websiteId" params={{ websiteId: website.id }} className={name}>
          {website.name}
        </Link>
        <span className={domain}>{firstDomain(website) ?? 'No domain yet'}</span>
      </span>
    ),
  },
  { id: 'account', header: 'ACCOUNT', sortable: true, width: '30%', cell: (website) => website.account ?? '' },
  {
    id: 'created_at',
    header: 'CREATED AT',
    sortable: true,
    width: '20%',
    cell: (website) => (website.created_at ? dayjs(website.created_at).format('D MMM YYYY') : ''),
  },
];

export interface WebsitesQuery {
  readonly page: number;
  readonly sort: string;
  readonly q: string;
}

interface WebsitesScreenProps {
  readonly query: WebsitesQuery;
  /** `replace`: while typing a search, so that Back does not walk through every letter. */
  readonly onQuery: (query: WebsitesQuery, how: 'push' | 'replace') => void;
}

export function WebsitesScreen({ query, onQuery }: WebsitesScreenProps) {
  usePageView('Websites');
  const { actor, view, websites } = useWebsiteList({ ...query, perPage });
  const { page, sort, q } = query;
  useFirstScreen(view.status !== 'loading');

  // The address is where the query lives: Back, Forward and a shared link change it from outside.
  useEffect(() => {
    actor.send({ type: 'query.changed', query: { page, sort, q, perPage } });
  }, [actor, page, sort, q]);
  useEmitted(actor, 'query.settled', ({ query: settled }) =>
    onQuery({ page: settled.page, sort: settled.sort ?? 'name', q: settled.q }, 'replace'),
  );

  const retry = <Button onClick={() => actor.send({ type: 'retry.requested' })}>Try again</Button>;
  return (
    <Main className={main}>
      <title>Websites · Frontage</title>
      <PageHeader title="Websites" description="Choose a website to edit." />
      <div className={tools}>
        <div className={searchBox}>
          <Search size={16} aria-hidden="true" />
          <TextInput
            type="search"
            aria-label="Search websites"
            placeholder="Search by name or domain"
            className={searchInput}
            value={view.typed}
            maxLength={100}
            onChange={(event) => actor.send({ type: 'search.typed', text: event.currentTarget.value })}
          />
        </div>
      </div>
      {view.status === 'stale' ? (
        <Notice tone="warning" live="status" className={notice} actions={retry}>
          {view.message}
        </Notice>
      ) : view.fromDevice ? (
        <Notice tone="info" live="status" className={notice}>
          You are offline. These are the websites that this device knows
          {view.fetchedAt ? `, as of ${dayjs(view.fetchedAt).format('D MMM, H:mm')}` : ''}.
        </Notice>
      ) : null}
      <Table
        caption="Websites"
        columns={columns}
        rows={websites}
        rowId={(website) => website.id}
        sort={{ id: sort.replace(/^-/, ''), descending: sort.startsWith('-') }}
        onSort={(id) => onQuery({ page: 0, q, sort: sort === id ? `-${id}` : id }, 'push')}
        loading={view.status === 'loading'}
        refreshing={view.status === 'refreshing'}
        empty={emptyOf(view.status, view.empty, view.message, retry, () => onQuery({ page: 0, sort, q: '' }, 'push'), q)}
      />
      {view.range === null ? null : (
        <Pagination
          page={view.page ?? 0}
          perPage={perPage}
          total={view.total}
          onPage={(next) => onQuery({ page: next, sort, q }, 'push')}
        />
      )}
    </Main>
  );
}

function emptyOf(status: string, empty: 'none' | 'noMatch' | null, message: string | null, retry: ReactNode, clear: () => void, q: string) {
  if (status === 'failed') {
    return (
      <EmptyState kind="failed" title="The websites could not be loaded" actions={retry}>
        {message}
      </EmptyState>
    );
  }
  if (status === 'offline') {
    return (
      <EmptyState kind="offline" title="Not on this device yet" actions={retry}>
        The list of websites has not been loaded here before, and there is no connection now.
      </EmptyState>
    );
  }
  if (empty === 'noMatch') {
    return (
      <EmptyState kind="noMatch" title={`No website matches “${q}”`} actions={<Button onClick={clear}>Clear search</Button>}>
        Names and domains are searched.
      </EmptyState>
    );
  }
  return (
    <EmptyState kind="none" title="No websites yet">
      Your account has no websites. Contact support to have one set up.
    </EmptyState>
  );
}
