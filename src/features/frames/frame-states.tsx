import type { Disconnection } from '#contract/disconnection.ts';
import { describeDisconnection, whenConnected } from '#machines/disconnection-messages.ts';
import type { FramedPageView } from '#machines/frame/frame.view.ts';
import { css } from '#styled/css/index.js';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';

const cover = css({
  position: 'absolute',
  inset: '0',
  display: 'flex',
  flexDirection: 'column',
  gap: '4',
  padding: '5',
  overflow: 'hidden',
});
const centered = css({ position: 'absolute', inset: '0', display: 'grid', alignItems: 'center', overflow: 'auto' });
const short = css({ width: '[min(100%, 14rem)]' });
const slowLine = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', minHeight: 'controlSmall' });

const rows = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

interface StateProps {
  readonly title: string;
  readonly status: FramedPageView['status'];
}

/** The outline of a page while it loads; after a while, that it takes long. */
export function FrameWait({ title, status, onRestart }: StateProps & { readonly onRestart: () => void }) {
  if (status !== 'loading' && status !== 'slow') return null;
  return (
    <div className={cover}>
      <div role="status" className={status === 'slow' ? slowLine : visuallyHidden}>
        {status === 'slow' ? (
          <>
            This takes longer than usual.
            <Button size="small" onClick={onRestart}>
              Start again
            </Button>
          </>
        ) : (
          `Loading ${title}…`
        )}
      </div>
      <Skeleton className={short} />
      {rows.map((each) => (
        <Skeleton key={each} />
      ))}
    </div>
  );
}

interface FrameProblemProps extends StateProps {
  readonly message: string;
  readonly disconnection: Disconnection | null;
  readonly onRetry: () => void;
}

/** Why there is no page: it did not load, or there is no connection. */
export function FrameProblem({ title, status, message, disconnection, onRetry }: FrameProblemProps) {
  if (status === 'offline') {
    const hasNetwork = disconnection !== null && disconnection.kind !== 'noNetwork';
    return (
      <div className={centered}>
        <EmptyState kind="offline" title={hasNetwork ? `${title} cannot be shown now` : `${title} cannot be shown without a connection`}>
          {hasNetwork ? `${describeDisconnection(disconnection)} ` : ''}
          This page belongs to another application, and is not kept on this device. It loads as soon as{' '}
          {disconnection ? whenConnected(disconnection) : 'there is a connection'}.
        </EmptyState>
      </div>
    );
  }
  if (status !== 'failed') return null;
  return (
    <div className={centered}>
      <EmptyState kind="failed" title={`${title} could not be loaded`} actions={<Button onClick={onRetry}>Try again</Button>}>
        {message}
      </EmptyState>
    </div>
  );
}
