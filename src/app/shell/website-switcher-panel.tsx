import { firstDomain } from '#contract/entities/website.ts';
import type { RecordListView } from '#machines/record-list/record-list.view.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useWebsiteList } from '#src/offline/use-website-list.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { Popover } from '#src/ui/popover.tsx';
import { SearchList } from '#src/ui/search-list.tsx';

export interface WebsiteSwitcherPanelProps {
  readonly websiteId: string;
  readonly trigger: ReactElement;
}

/** Opens on mount, since the first click of its button loads it. */
export function WebsiteSwitcherPanel({ websiteId, trigger }: WebsiteSwitcherPanelProps) {
  const [open, setOpen] = useState(true);
  return (
    <Popover label="Switch website" open={open} onOpenChange={setOpen} trigger={trigger}>
      <SwitcherList websiteId={websiteId} onDone={() => setOpen(false)} />
    </Popover>
  );
}

function SwitcherList({ websiteId, onDone }: { readonly websiteId: string; readonly onDone: () => void }) {
  const navigate = useNavigate();
  const { actor, view, websites, more } = useWebsiteList({ page: 0, perPage: 25, sort: 'name', q: '' });
  return (
    <SearchList
      label="Search websites"
      focusOnOpen
      query={view.typed}
      items={websites.map((website) => ({
        id: website.id,
        label: website.name,
        ...(firstDomain(website) ? { sub: firstDomain(website) ?? '' } : {}),
        current: website.id === websiteId,
      }))}
      loading={view.status === 'loading' || view.status === 'refreshing'}
      message={messageOf(view.empty, more)}
      onQuery={(text) => actor.send({ type: 'search.typed', text })}
      onChoose={(id) => {
        onDone();
        void navigate({ to: '/website/$websiteId', params: { websiteId: id } });
      }}
      footer={
        <Link to="/websites" className={buttonClass({ variant: 'ghost', block: true })} onClick={onDone}>
          <ArrowLeft aria-hidden="true" />
          Back to website list
        </Link>
      }
    />
  );
}

function messageOf(empty: RecordListView['empty'], more: number): string | undefined {
  if (empty === 'failed') return 'The websites could not be loaded.';
  if (empty === 'offline') return 'The list has not been loaded on this device yet.';
  if (empty === 'noMatch') return 'No website matches.';
  return more > 0 ? `${more} more; type to find them.` : undefined;
}
