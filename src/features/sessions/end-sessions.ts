import { endOtherSessions, endSession, listSessions } from '#contract/calls/sessions.ts';
import { limits } from '#contract/limits.ts';
import { isNotOffered, isProblem, type ApiResult, type Problem } from '#contract/api-result.ts';
import type { EndTarget, SessionsEnded } from '#machines/end-sessions/end-sessions.types.ts';
import { problemMessage } from '#machines/problem-messages.ts';
import type { ApiClient } from '#src/io/api-client.ts';

/** Ends one of the user's other sessions, or all of them. */
export async function endSessions(client: ApiClient, target: EndTarget, signal: AbortSignal): Promise<SessionsEnded> {
  if (target.kind === 'one') return resultOf(await endOne(client, target.id, signal));
  const result = await client.call(endOtherSessions, { params: {}, signal });
  if (isNotOffered(result)) return resultOf(await endEach(client, signal));
  return resultOf(isProblem(result) ? result : null);
}

function resultOf(problem: Problem | null): SessionsEnded {
  return problem === null ? { kind: 'ended' } : { kind: 'failed', message: problemMessage(problem) };
}

/** The problem, if any. A session that is not found has already ended. */
async function endOne(client: ApiClient, sessionId: string, signal: AbortSignal): Promise<Problem | null> {
  const result: ApiResult<unknown> = await client.call(endSession, { params: { sessionId }, signal });
  if (!isProblem(result) || (result.kind === 'refused' && result.code === 'not_found')) return null;
  return result;
}

/** For an API that can't end all at once: one call for each, until the list contains no other session that was not tried. */
async function endEach(client: ApiClient, signal: AbortSignal): Promise<Problem | null> {
  const triedIds = new Set<string>();
  for (;;) {
    const listed = await client.call(listSessions, { params: {}, query: { page: 0, per_page: limits.perPageMax }, signal });
    if (isProblem(listed)) return listed;
    const others = listed.data.filter(({ id, current }) => !current && !triedIds.has(id));
    if (others.length === 0) return null;
    for (const { id } of others) {
      triedIds.add(id);
      const problem = await endOne(client, id, signal);
      if (problem) return problem;
    }
  }
}
