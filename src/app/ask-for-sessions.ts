import { listSessions } from '#contract/calls/sessions.ts';
import { isNotOffered } from '#contract/api-result.ts';
import type { ApiClient } from '#src/io/api-client.ts';
import { sessionsOffer } from '#src/io/sessions-offer.ts';

/** Stores whether this API lists sign-ins, for the user menu. Makes a request only where that is not known. */
export async function askForSessions(client: ApiClient): Promise<void> {
  if (sessionsOffer.read() === true) return;
  const result = await client.call(listSessions, { params: {}, query: { per_page: 1 } });
  if (result.kind === 'answered') sessionsOffer.write(true);
  else if (isNotOffered(result)) sessionsOffer.write(false);
}
