import { listSessions } from '#contract/calls/sessions.ts';
import { toJson } from '#contract/json.ts';
import { isNotOffered, meansOffline } from '#contract/api-result.ts';
import type { ListQuery, PageLoaded } from '#machines/ports.ts';
import { problemMessage } from '#machines/problem-messages.ts';
import type { ApiClient } from '#src/io/api-client.ts';
import { sessionsOffer } from '#src/io/sessions-offer.ts';

/** One page of the user's sign-ins. They are never cached: an old list could hide a sign-in of somebody else. */
export async function loadSessions(client: ApiClient, { page, perPage }: ListQuery, signal: AbortSignal): Promise<PageLoaded> {
  const result = await client.call(listSessions, { params: {}, query: { page, per_page: perPage }, signal });
  if (result.kind === 'answered') {
    sessionsOffer.write(true);
    const total = result.data.length;
    const pagination = result.pagination ?? { page: 0, per_page: Math.max(perPage, total), total, last_page: 0 };
    return { kind: 'page', rows: result.data.map(toJson), pagination, fromDevice: false, fetchedAt: Date.now() };
  }
  if (isNotOffered(result)) {
    sessionsOffer.write(false);
    return { kind: 'failed', message: 'This server keeps no list of sign-ins.' };
  }
  return meansOffline(result) ? { kind: 'offline' } : { kind: 'failed', message: problemMessage(result) };
}
