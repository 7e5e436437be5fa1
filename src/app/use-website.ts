import type { Website } from '#contract/entities/website.ts';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useClientServices } from './use-client-services.ts';
import { useWatched, type Watched } from './use-watched.ts';

/** The cached state of a website; null where it is not cached. */
export function useWebsite(websiteId: string | null | undefined): Website | null {
  const { websites } = useClientServices();
  const source = useMemo(
    (): Watched<Website | null> => ({
      initial: null,
      watch: (callback) => (websiteId ? websites.watch(websiteId, callback) : () => undefined),
    }),
    [websites, websiteId],
  );
  return useWatched(source);
}

/** The website whose screens are open; null on the account's screens. */
export function useCurrentWebsite(): Website | null {
  return useWebsite(useParams({ strict: false }).websiteId);
}
