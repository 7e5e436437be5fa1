import { isNotOffered } from '#contract/api-result.ts';
import { listSessions } from '#contract/calls/sessions.ts';
import type { ApiClient } from './api-client.ts';

const key = 'frontage.sessionsOffered';

/** Whether this API lists sign-ins, by its last answer; null where it was never asked. */
export const sessionsOffer = {
  read(): boolean | null {
    try {
      const stored = localStorage.getItem(key);
      return stored === null ? null : stored === 'yes';
    } catch {
      return null;
    }
  },
  write(offered: boolean): void {
    try {
      localStorage.setItem(key, offered ? 'yes' : 'no');
    } catch {
      // The API is then asked again.
    }
  },
};

/** Stores whether this API lists sign-ins, for the user menu. Makes a request only where that is not known. */
export async function askForSessions(client: ApiClient): Promise<void> {
  if (sessionsOffer.read() === true) return;
  const result = await client.call(listSessions, { params: {}, query: { per_page: 1 } });
  if (result.kind === 'answered') sessionsOffer.write(true);
  else if (isNotOffered(result)) sessionsOffer.write(false);
}
