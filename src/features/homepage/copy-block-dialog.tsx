import { isBlankText } from '#contract/invisible.ts';
import type { RecordListView } from '#machines/record-list/record-list.view.ts';
import { css } from '#styled/css/index.js';
import { firstDomain, type ThemeKey } from '#contract/entities/website.ts';
import { limits } from '#contract/limits.ts';
import { useWebsiteList } from '#src/offline/use-website-list.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { SearchList } from '#src/ui/search-list.tsx';

const searchList = css({ border: 'hairline', borderRadius: 'md' });

interface CopyBlockDialogProps {
  readonly label: string;
  readonly websiteId: string;
  readonly theme: ThemeKey | null;
  readonly onChoose: (website: { readonly id: string; readonly name: string }) => void;
  readonly onClose: () => void;
}

/** Chooses the website that a block is copied to: another one of the same theme. */
export function CopyBlockDialog({ label, websiteId, theme, onChoose, onClose }: CopyBlockDialogProps) {
  const { actor, view, websites, total } = useWebsiteList({ page: 0, perPage: limits.perPageMax, sort: 'name', q: '' });
  const offered = websites.filter((website) => website.id !== websiteId && website.theme_key === theme);
  return (
    <Dialog
      open
      size="small"
      title={`Copy ${label}`}
      description="Choose a website of the same theme. Images, menus, forms and records are not copied along."
      onClose={onClose}
    >
      <div className={searchList}>
        <SearchList
          label="Search websites"
          focusOnOpen
          query={view.typed}
          items={offered.map((website) => ({ id: website.id, label: website.name, sub: firstDomain(website) ?? '' }))}
          loading={view.status === 'loading' || view.status === 'refreshing'}
          message={messageOf(view, offered.length, total - websites.length)}
          onQuery={(text) => actor.send({ type: 'search.typed', text })}
          onChoose={(id) => {
            const website = offered.find((candidate) => candidate.id === id);
            if (website) onChoose(website);
          }}
        />
      </div>
    </Dialog>
  );
}

function messageOf({ status, empty, typed }: RecordListView, found: number, more: number): string | undefined {
  if (status === 'loading') return undefined;
  if (empty === 'failed') return 'The websites could not be loaded.';
  if (empty === 'offline') return 'The list has not been loaded on this device yet.';
  if (more > 0) return 'There are more. Type a name to find them.';
  if (found > 0) return undefined;
  return isBlankText(typed) ? 'No other website has this theme.' : 'No other website of this theme matches.';
}
