import type { Website } from '#contract/entities/website.ts';
import { useParams } from '@tanstack/react-router';
import { useCallback, useSyncExternalStore } from 'react';
import { useClientServices } from './use-client-services.ts';

/** The cached state of a website; null where it is not cached. */
export function useWebsite(websiteId: string | null | undefined): Website | null {
  const { websites } = useClientServices();
  const isAny = Boolean(websiteId);
  // Not by website: the view that all of them share would end, and begin anew, when the shell goes to another website.
  const subscribe = useCallback((notify: () => void) => (isAny ? websites.watch(notify) : () => undefined), [websites, isAny]);
  return useSyncExternalStore(subscribe, () => (websiteId ? websites.peek(websiteId) : null));
}

/** The website whose screens are open; null on the account's screens. */
export function useCurrentWebsite(): Website | null {
  return useWebsite(useParams({ strict: false }).websiteId);
}
