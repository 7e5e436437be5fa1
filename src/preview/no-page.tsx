import type { PreviewView } from '#machines/preview/preview.view.types.ts';
import { css } from '#styled/css/index.js';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { useSettled } from '#src/ui/use-settled.ts';

const middle = css({ position: 'absolute', inset: '0', display: 'flex', alignItems: 'center', justifyContent: 'center', zIndex: 'raised' });
const lateMs = 300;

/** There is no page, and why. */
export function NoPage({ view, onRetry }: { readonly view: PreviewView; readonly onRetry: () => void }) {
  // Until a frame shows its page, whatever is waited for.
  const late = useSettled(true, lateMs, false);
  if (view.status === 'failed' || view.status === 'offline') {
    return (
      <div className={middle}>
        <EmptyState
          kind={view.status}
          title={view.status === 'offline' ? 'No preview on this device yet' : 'The preview could not be made'}
          actions={view.canRetry ? <Button onClick={onRetry}>Try again</Button> : undefined}
        >
          {view.notice?.text}
        </EmptyState>
      </div>
    );
  }
  return late ? (
    <div className={middle}>
      <Spinner size="large" />
    </div>
  ) : null;
}
