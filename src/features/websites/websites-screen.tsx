import { firstDomain, type Website } from '#contract/entities/website.ts';
import { css } from '#styled/css/index.js';
import { Link } from '@tanstack/react-router';
import dayjs from 'dayjs';
import { useMemo, useState } from 'react';
import { Main } from '#src/app/shell/main.tsx';
import { useMissingAnswer } from '#src/app/use-disconnection.ts';
import { useClientServices } from '#src/app/use-client-services.ts';
import { usePageView } from '#src/app/use-page-view.ts';
import { asOf, ListScreen, type ListLabels } from '#src/list/list-screen.tsx';
import { useList } from '#src/list/use-list.ts';
import { useListAddress } from '#src/list/use-list-address.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { websitesOf, wireWebsiteList } from '#src/offline/use-website-list.ts';
import type { TableColumn } from '#src/ui/table-column.ts';

const main = css({ flex: '1', width: 'full', maxWidth: 'page', marginInline: 'auto', padding: { base: '4', md: '8' }, outline: 'none' });
const name = css({
  display: 'block',
  fontWeight: 'medium',
  color: 'text',
  textDecoration: 'none',
  borderRadius: 'sm',
  _hover: { textDecoration: 'underline', textUnderlineOffset: '3px' },
  // The link covers its cell. It can't cover the row, since not every browser supports positioned table rows.
  _after: { content: '""', position: 'absolute', inset: '0' },
});
const domain = css({ display: 'block', fontSize: 'sm', fontWeight: 'normal', color: 'text.muted' });

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

const order = { sortable: columns.filter(({ sortable }) => sortable).map(({ id }) => id), defaultSort: 'name' };

const labels: ListLabels = {
  title: 'Websites',
  intro: 'Choose a website to edit.',
  search: { label: 'Search websites', placeholder: 'Search by name or domain', scope: 'Names and domains are searched.' },
  failed: 'The websites could not be loaded',
  neverLoaded: 'The list of websites has not been loaded here before',
  noMatch: (q) => `No website matches “${q}”`,
  none: { title: 'No websites yet', text: 'Your account has no websites. Contact support to have one set up.' },
};

/** The websites of the account, each with a link to its screens. */
export function WebsitesScreen() {
  usePageView('Websites');
  const { websites } = useClientServices();
  const missingAnswer = useMissingAnswer();
  const [machine] = useState(() => wireWebsiteList(websites));
  const [address, setAddress] = useListAddress(order);
  const list = useList(machine, address, setAddress);
  const { view } = list;
  const rows = useMemo(() => websitesOf(view), [view]);
  return (
    <Main className={main}>
      <title>Websites · Frontage</title>
      <ListScreen
        list={list}
        labels={labels}
        address={address}
        onAddress={setAddress}
        columns={columns}
        rows={rows}
        rowId={(website) => website.id}
        actions={
          <Link to="/account/$" params={{ _splat: 'syncs' }} className={buttonClass()}>
            Syncs
          </Link>
        }
        offlineNote={
          view.status === 'offline' ? `${missingAnswer} These are the websites that this device knows${asOf(view.fetchedAt)}.` : null
        }
      />
    </Main>
  );
}
