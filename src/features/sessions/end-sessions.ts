import { endOtherSessions, endSession, listSessions } from '#contract/calls/sessions.ts';
import { limits } from '#contract/limits.ts';
import { isNotOffered, isProblem, type ApiResult, type Problem } from '#contract/api-result.ts';
import type { EndTarget, SessionsEnded } from '#machines/end-sessions/end-sessions.types.ts';
import { problemMessage } from '#machines/problem-messages.ts';
import type { ApiClient } from '#src/io/api-client.ts';

/** Ends one of the user's other sessions, or all of them. */
export async function endSessions(client: ApiClient, target: EndTarget, signal: AbortSignal): Promise<SessionsEnded> {
  if (target.kind === 'one') return resultOf(await endOne(client, target.id, signal));
  const outcome = await client.call(endOtherSessions, { params: {}, signal });
  if (isNotOffered(outcome)) return resultOf(await endEach(client, signal));
  return resultOf(isProblem(outcome) ? outcome : null);
}

function resultOf(problem: Problem | null): SessionsEnded {
  return problem === null ? { kind: 'ended' } : { kind: 'failed', message: problemMessage(problem) };
}

/** The problem, if any. One that is not there has ended already. */
async function endOne(client: ApiClient, sessionId: string, signal: AbortSignal): Promise<Problem | null> {
  const outcome: ApiResult<unknown> = await client.call(endSession, { params: { sessionId }, signal });
  if (!isProblem(outcome) || (outcome.kind === 'refused' && outcome.code === 'not_found')) return null;
  return outcome;
}

/** For an API that can't end them together: one call each, until the list holds no other that was not asked about. */
async function endEach(client: ApiClient, signal: AbortSignal): Promise<Problem | null> {
  const asked = new Set<string>();
  for (;;) {
    const listed = await client.call(listSessions, { params: {}, query: { page: 0, per_page: limits.perPageMax }, signal });
    if (isProblem(listed)) return listed;
    const others = listed.data.filter(({ id, current }) => !current && !asked.has(id));
    if (others.length === 0) return null;
    for (const { id } of others) {
      asked.add(id);
      const problem = await endOne(client, id, signal);
      if (problem) return problem;
    }
  }
}
