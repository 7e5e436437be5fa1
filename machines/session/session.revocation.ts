import { isNotOffered, type ApiResult } from '#contract/api-result.ts';
import type { ToastContent } from '../ports.ts';
import { mayStayOpen } from './session.operations.ts';
import type { RevokeResult } from './session.types.ts';

/** `mayStayOpen` where the device keeps what can end the session once there is a connection. */
export const endsLater: ToastContent = {
  type: 'info',
  title: 'Signed out on this device',
  content: 'The server did not confirm it. The session there ends when Frontage is next open in this browser with a connection.',
};

/** True where the session is over on the server: a token that is not taken opens nothing any more. */
export function hasEnded(result: ApiResult<unknown>): boolean {
  return result.kind === 'answered' || (result.kind === 'refused' && result.status === 401);
}

/**
 * What the answer to a sign-out lets a person know. `kept`: the device keeps what can end the session later. Apart from the
 * chart, since the sign-in screen does without it.
 */
export function revokeResult(result: ApiResult<unknown>, kept: boolean): RevokeResult {
  if (hasEnded(result)) return null;
  if (kept) return endsLater;
  return isNotOffered(result) ? null : mayStayOpen;
}
