import { firstDomain, type Website } from '#contract/entities/website.ts';
import { css } from '#styled/css/index.js';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { useWebsiteList } from '#src/screens/websites/use-website-list.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { Popover } from '#src/ui/popover.tsx';
import { SearchList } from '#src/ui/search-list.tsx';

const trigger = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  minWidth: '0',
  minHeight: '10',
  maxWidth: 'popover',
  paddingInline: '2.5',
  borderRadius: 'md',
  textAlign: 'start',
  cursor: 'pointer',
  _hover: { backgroundColor: 'surface.hover' },
  '& svg': { flexShrink: '0', color: 'text.muted' },
});
const words = css({ minWidth: '0', lineHeight: 'tight' });
const line = css({ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
const nameStyle = css({ fontWeight: 'semibold' });
const domainStyle = css({ fontSize: 'xs', color: 'text.muted' });

interface WebsiteSwitcherProps {
  /** Null while it is not known yet. */
  readonly website: Website | null;
  readonly websiteId: string;
}

export function WebsiteSwitcher({ website, websiteId }: WebsiteSwitcherProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label="Switch website"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className={trigger} aria-label={`Switch website, now ${website?.name ?? 'loading'}`}>
          <span className={words}>
            <span className={`${line} ${nameStyle}`}>{website?.name ?? '…'}</span>
            <span className={`${line} ${domainStyle}`}>{website ? (firstDomain(website) ?? 'No domain yet') : ''}</span>
          </span>
          <ChevronsUpDown size={16} aria-hidden="true" />
        </button>
      }
    >
      <SwitcherList websiteId={websiteId} onDone={() => setOpen(false)} />
    </Popover>
  );
}

function SwitcherList({ websiteId, onDone }: { readonly websiteId: string; readonly onDone: () => void }) {
  const navigate = useNavigate();
  const { actor, view, websites } = useWebsiteList({ page: 0, perPage: 25, sort: 'name', q: '' });
  const more = view.total - websites.length;
  return (
    <SearchList
      label="Search websites"
      query={view.typed}
      items={websites.map((website) => ({
        id: website.id,
        label: website.name,
        ...(firstDomain(website) ? { sub: firstDomain(website) ?? '' } : {}),
        current: website.id === websiteId,
      }))}
      loading={view.status === 'loading' || view.status === 'refreshing'}
      message={messageOf(view.status, view.empty, more)}
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

function messageOf(status: string, empty: 'none' | 'noMatch' | null, more: number): string | undefined {
  if (status === 'failed') return 'The websites could not be loaded.';
  if (status === 'offline') return 'The list has not been loaded on this device yet.';
  if (empty === 'noMatch') return 'No website matches.';
  return more > 0 ? `${more} more; type to find them.` : undefined;
}
