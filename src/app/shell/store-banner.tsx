import { storeStalled } from '#contract/pending-reason.ts';
import type { Loss } from '#db/pending-note.ts';
import type { StoreFault, StorePlace } from '#db/store-place.ts';
import { Banner } from '#src/ui/banner.tsx';

/** How many names the message about removed changes has. */
const mostNames = 5;

export interface StoreBannerProps {
  readonly place: StorePlace;
  readonly loss: Loss | null;
  readonly onDismiss: () => void;
}

const messages: { readonly [Fault in StoreFault]: string } = {
  stalled: `${storeStalled} Trying again. What is not on the server yet is lost if this tab is closed.`,
  missing:
    'This browser keeps nothing of this console on this device: its storage is blocked or damaged. The console needs a connection, and what is not on the server yet is lost if this tab is closed.',
};

/** A line across the page about the storage of this device: what it has lost, and that it keeps nothing. */
export function StoreBanner({ place, loss, onDismiss }: StoreBannerProps) {
  return (
    <>
      {place === 'device' ? null : <Banner tone="warning">{messages[place]}</Banner>}
      {loss === null ? null : (
        <Banner tone="danger" onDismiss={onDismiss}>
          {describeLoss(loss)}
        </Banner>
      )}
    </>
  );
}

export function describeLoss({ count, names }: Loss): string {
  const different = [...new Set(names)];
  const named = different.slice(0, mostNames).join(', ');
  const more = different.length > mostNames || names.length < count ? ' …' : '';
  const what = count === 1 ? '1 change that waited on this device was' : `${count} changes that waited on this device were`;
  return `${what} removed by the browser: ${named}${more}.`;
}
