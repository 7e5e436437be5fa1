import { describeNeed } from '#machines/disconnection-messages.ts';
import { BrushCleaning } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { useScreenOffer } from '../screen-actions.ts';
import { useDisconnection } from '../use-disconnection.ts';
import { barAction, barActionText } from './bar-action.ts';
import { clearCacheAction } from './overlays.ts';

/** The button; the code of its action comes after the first screen, or with the first click. */
export function ClearCacheButton({ websiteId }: { readonly websiteId: string }) {
  const met = useDisconnection();
  const [clicks, setClicks] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const reason = met ? describeNeed('Clearing the cache', met) : isBusy ? 'Under way…' : null;
  const run = () => {
    if (reason === null) setClicks((count) => count + 1);
  };
  useScreenOffer(() => ({ kind: 'clearCache', reason, run }));
  return (
    <>
      <Button
        variant="ghost"
        className={barAction}
        busy={isBusy}
        aria-disabled={reason === null ? undefined : true}
        title={reason ?? undefined}
        onClick={run}
      >
        <BrushCleaning aria-hidden="true" />
        <span className={barActionText}>Clear Cache</span>
      </Button>
      {clicks > 0 ? <LazyBoundary part={clearCacheAction} props={{ websiteId, clicks, onBusy: setBusy }} /> : null}
    </>
  );
}
