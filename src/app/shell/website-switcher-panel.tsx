import { firstDomain, type Website } from '#contract/entities/website.ts';
import type { RecordListView } from '#machines/record-list/record-list.view.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ReactElement, useMemo, useState, useSyncExternalStore } from 'react';
import { parsePins, storedPins, togglePin, watchPins } from '#src/offline/user-marks.ts';
import { useWebsiteList } from '#src/offline/use-website-list.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { Popover } from '#src/ui/popover.tsx';
import { SearchList } from '#src/ui/search-list.tsx';
import { useClientServices } from '../use-client-services.ts';
import { useUser } from '../use-session.ts';
import { useWatched, type Watched } from '../use-watched.ts';

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
  const { actor, view, websites, total } = useWebsiteList({ page: 0, perPage: 25, sort: 'name', q: '' });
  const userId = useUser()?.id ?? '';
  const pins = usePins(userId);
  const known = useKnownWebsites();
  const listed = view.query.q.trim() === '' ? withPinned(websites, known, pins) : websites;
  return (
    <SearchList
      label="Search websites"
      focusOnOpen
      query={view.typed}
      items={listed.map((website) => ({
        id: website.id,
        label: website.name,
        ...(firstDomain(website) ? { sub: firstDomain(website) ?? '' } : {}),
        current: website.id === websiteId,
        pinned: pins.includes(website.id),
      }))}
      loading={view.status === 'loading' || view.status === 'refreshing'}
      message={messageOf(view.empty, Math.max(0, total - listed.length))}
      onPin={(id) => togglePin(userId, id)}
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

function usePins(userId: string): readonly string[] {
  const stored = useSyncExternalStore(watchPins, () => storedPins(userId));
  return useMemo(() => parsePins(stored), [stored]);
}

/** All that the device knows: a pinned website may stand on a later page of the list. */
function useKnownWebsites(): readonly Website[] {
  const { websites } = useClientServices();
  const source = useMemo(
    (): Watched<readonly Website[]> => ({
      initial: [],
      watch: (callback) => {
        void websites.known().then(callback, () => undefined);
        return () => undefined;
      },
    }),
    [websites],
  );
  return useWatched(source);
}

/** The pinned ones first, each once. Nothing before the list is there. */
function withPinned(websites: readonly Website[], known: readonly Website[], pins: readonly string[]): readonly Website[] {
  if (websites.length === 0) return websites;
  const all = new Map([...known, ...websites].map((website) => [website.id, website]));
  return [...pins.flatMap((id) => all.get(id) ?? []), ...websites.filter(({ id }) => !pins.includes(id))];
}

function messageOf(empty: RecordListView['empty'], more: number): string | undefined {
  if (empty === 'failed') return 'The websites could not be loaded.';
  if (empty === 'offline') return 'The list has not been loaded on this device yet.';
  if (empty === 'noMatch') return 'No website matches.';
  return more > 0 ? `${more} more; type to find them.` : undefined;
}
