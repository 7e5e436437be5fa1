import { isNotOffered, type ApiResult } from '#contract/api-result.ts';
import type { ToastContent } from '../ports.ts';
import { mayStayOpen } from './session.operations.ts';
import type { RevokeResult } from './session.types.ts';

/** As `mayStayOpen`, where the device has a handle that can end the session later. */
export const endsLater: ToastContent = {
  type: 'info',
  title: 'Signed out on this device',
  content: 'The server did not confirm it. The session there ends when Frontage is next open in this browser with a connection.',
};

/** Whether the session has ended on the server: a token that it refuses opens nothing any more. */
export function hasEnded(result: ApiResult<unknown>): boolean {
  return result.kind === 'answered' || (result.kind === 'refused' && result.status === 401);
}

/**
 * The toast for the answer to a sign-out. `hasHandle`: the device has a handle that can end the session later. In its own file, since the
 * sign-in screen needs no code of it.
 */
export function revokeResult(result: ApiResult<unknown>, hasHandle: boolean): RevokeResult {
  if (hasEnded(result)) return null;
  if (hasHandle) return endsLater;
  return isNotOffered(result) ? null : mayStayOpen;
}
