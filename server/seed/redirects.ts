import type { Database } from '../connect.ts';
import { ownAddress, storedKeys } from '../site/redirect-key.ts';
import { redirects } from '../tables/redirects.ts';
import { streets } from './names.ts';

const kept = [
  { from: '/index.html', to: '/' },
  { from: '/blog/feed', to: '/feed.xml' },
  { from: '/welcome', to: '/', rewrite: true },
] as const;

/** More than one page of the list. */
const soldListings = 27;

/** Targets for the addresses of the agency's former site: a few that every agency has, and listings that are sold by now. */
export async function seedRedirects(tx: Database, websiteId: number): Promise<void> {
  const listings = Array.from({ length: soldListings }, (_, i) => {
    const street = streets[i % streets.length] ?? streets[0];
    return { from: `/property/${((i * 7) % 180) + 1}-${street.toLowerCase().replaceAll(' ', '-')}`, to: '/' };
  });
  const planned: readonly { readonly from: string; readonly to: string; readonly rewrite?: boolean }[] = [...kept, ...listings];
  await tx.insert(redirects).values(
    planned.flatMap(({ from, to, rewrite = false }) => {
      const address = ownAddress(from, []);
      const keys = address && storedKeys(address, ownAddress(to, []));
      return keys ? [{ websiteId, redirectsFrom: from, redirectsTo: to, rewrite, redirectToRewrite: false, ...keys }] : [];
    }),
  );
}
