import { ScreenTitle } from '#src/app/screen-title.tsx';
import type { HomepageBanner, HomepageView } from '#machines/homepage/homepage.view.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { css } from '#styled/css/index.js';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { LazyBoundary, lazyComponent } from '#src/ui/lazy-component.tsx';
import { Notice, type Tone } from '#src/ui/notice.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { useClientServices } from '#src/app/use-client-services.ts';
import { useDebounced } from '#src/ui/use-debounced.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { useSyncCenter } from '#src/app/sync-center-open.ts';
import { HistoryButtons } from '#src/form/history-buttons.tsx';
import { LoadFailureNotice } from '#src/form/load-failure.tsx';
import { addBlockId } from './add-button.ts';
import { addBlockDialog } from './add-block-lazy.tsx';
import { BlockList, type DragActions } from './block-list.tsx';
import type { RowActions } from './row-props.ts';

const panel = css({ display: 'flex', flexDirection: 'column', gap: '3' });
const card = css({ backgroundColor: 'surface', border: 'hairline', borderRadius: 'md', padding: '2' });
const skeletonRow = css({ display: 'flex', alignItems: 'center', gap: '3', minHeight: '11', paddingInline: '3' });
const skeletonMark = css({ width: '[1.125rem]', height: '[1.125rem]', flexShrink: '0' });
const skeletonLabel = css({ maxWidth: '[12rem]' });

const conflictDialog = lazyComponent(async () => (await import('#src/form/conflict-dialog.tsx')).ConflictDialog);

interface HomepagePanelProps {
  readonly view: HomepageView;
  readonly actions: RowActions;
  readonly drag: DragActions;
  readonly onAdd: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onRetry: () => void;
}

/** The list of the homepage's blocks, with the actions on each. */
export function HomepagePanel({ view, actions, drag, onAdd, onUndo, onRedo, onRetry }: HomepagePanelProps) {
  const history = <HistoryButtons undo={view.undo?.label ?? null} redo={view.redo?.label ?? null} onUndo={onUndo} onRedo={onRedo} />;
  return (
    <div data-state={view.status}>
      <ScreenTitle>{`${view.dialog === 'adding' ? 'Add Block · ' : ''}Homepage`}</ScreenTitle>
      <PageHeader title="Homepage" description="Customise your homepage content." actions={view.status === 'ready' ? history : undefined} />
      <div className={panel}>
        {view.banners.filter(({ kind }) => kind !== 'orderPending').map(notice)}
        <div className={card}>
          {view.status === 'loading' ? <ListSkeleton /> : null}
          {view.failure === null ? null : <LoadFailureNotice labels={failureLabels} failure={view.failure} onRetry={onRetry} />}
          {view.status !== 'ready' ? null : view.rows.length === 0 ? (
            <EmptyState kind="none" title="No blocks yet">
              {view.showsAdd ? 'Add the first block of your homepage.' : 'This homepage has no blocks that can be changed here.'}
            </EmptyState>
          ) : (
            <BlockList rows={view.rows} actions={actions} drag={drag} />
          )}
        </div>
        {/* Below the list: above it, it would move the list away from the pointer that has just dropped a block. */}
        {view.banners.filter(({ kind }) => kind === 'orderPending').map(notice)}
        {view.status === 'ready' && view.showsAdd ? (
          <Button block id={addBlockId} onPointerEnter={addBlockDialog.preload} onFocus={addBlockDialog.preload} onClick={onAdd}>
            <Plus aria-hidden="true" />
            Add Block
          </Button>
        ) : null}
      </div>
    </div>
  );
}

const notice = (banner: HomepageBanner) => <BannerNotice key={banner.kind} banner={banner} />;

const tones: { readonly [T in HomepageBanner['tone']]: Tone } = { info: 'info', warning: 'warning', error: 'danger' };

const pendingMs = 2_000;

function BannerNotice({ banner }: { readonly banner: HomepageBanner }) {
  const { open } = useSyncCenter();
  const { connection } = useClientServices();
  const [isChoosing, setChoosing] = useState(false);
  // Online an order is pending for a moment only; the banner would flash.
  const isLasting = useDebounced(true, pendingMs, false);
  if (banner.kind === 'orderPending' && !isLasting && !connection.getSnapshot().hasTag('offline')) return null;
  const conflict = banner.kind === 'orderConflict' ? banner.opId : null;
  const action =
    banner.kind === 'watchLost' || banner.kind === 'orderError' ? null : (
      <Button
        size="small"
        onPointerEnter={conflict === null ? undefined : conflictDialog.preload}
        onClick={conflict === null ? open : () => setChoosing(true)}
      >
        {conflict === null ? 'Show the change' : 'Choose which to keep'}
      </Button>
    );
  return (
    <>
      <Notice tone={tones[banner.tone]} live="status" actions={action}>
        {banner.text}
      </Notice>
      {conflict !== null && isChoosing ? (
        <LazyBoundary part={conflictDialog} props={{ opId: conflict, onClose: () => setChoosing(false) }} />
      ) : null}
    </>
  );
}

const failureLabels = {
  screen: 'This homepage',
  notFound: 'This homepage was not found',
  unknown: 'The blocks could not be loaded',
};

/** About as long as a homepage is. */
const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading the blocks">
      {rows.map((row) => (
        <div key={row} className={skeletonRow}>
          <Skeleton className={skeletonMark} />
          <Skeleton className={skeletonLabel} />
        </div>
      ))}
    </div>
  );
}
