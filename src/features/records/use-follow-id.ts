import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { recordRoute, type RecordsPath } from './record-link.tsx';

/** Called with the id that a record has from now on, such as the server's instead of a local one, and the one before; null: it is created. */
export type IdChanged = (next: string, before: string | null) => void;

/**
 * Replaces the address of what is open when its record gets another id: from `from` to `to`, with what follows it. Once somebody has closed
 * or left it, the address is another one, and stays: the screen can be there until the next one's code has come.
 */
export function followId(router: RegisteredRouter, listPath: RecordsPath) {
  return (from: string, to: string): void => {
    // A link has the colon of a local id as it is, an address that was built has it encoded.
    const pathname = decodeURIComponent(router.latestLocation.pathname);
    const base = decodeURIComponent(router.buildLocation(recordRoute(listPath, from)).pathname);
    if (from === to || !`${pathname}/`.startsWith(`${base}/`)) return;
    void router.navigate({
      ...recordRoute(listPath, `${to}${pathname.slice(base.length)}`),
      replace: true,
      ignoreBlocker: true,
      state: (before) => ({ ...before, keepsFocus: true }),
    });
  };
}

export const useFollowId = (listPath: RecordsPath) => followId(useRouter(), listPath);
