import type { Website } from '#contract/entities/website.ts';
import { useParams } from '@tanstack/react-router';
import { useDevice } from './use-device.ts';
import { useWatched } from './use-watched.ts';

/** The website whose screens are open, as the device knows it now; null on the account's screens. */
export function useCurrentWebsite(): Website | null {
  const { websiteId } = useParams({ strict: false });
  const device = useDevice();
  return useWatched<Website | null>(websiteId ?? '', null, (callback) =>
    websiteId ? device.websites.watch(websiteId, callback) : () => undefined,
  );
}
