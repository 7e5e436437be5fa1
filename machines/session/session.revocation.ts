import { isNotOffered, type Outcome } from '#contract/outcome.ts';
import type { RevokeResult } from './session.types.ts';

/**
 * What the answer to a sign-out says of the session on the server; a token that is not taken opens nothing any more. `kept`:
 * the device keeps what can end the session later. Apart from the chart, since the sign-in screen does without it.
 */
export function revokeResult(outcome: Outcome<unknown>, kept: boolean): RevokeResult {
  if (outcome.kind === 'answered' || (outcome.kind === 'refused' && outcome.status === 401)) return 'ended';
  if (kept) return 'endsLater';
  return outcome.kind === 'refused' && isNotOffered(outcome) ? 'notOffered' : 'mayStayOpen';
}
