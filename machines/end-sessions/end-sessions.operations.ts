import type { ToastContent } from '../ports.ts';
import type { EndRequest, EndSessionsContext, EndTarget } from './end-sessions.types.ts';

/** Throws in a state that is entered without a request: a fault in the chart. */
export function requestOf({ request }: EndSessionsContext): EndRequest {
  if (request === null) throw new Error('no request in a state that needs one');
  return request;
}

export function endedToast(target: EndTarget): ToastContent {
  const content = target.kind === 'one' ? `${target.device} was signed out.` : 'All other sessions were signed out.';
  return { type: 'success', title: 'Signed out', content };
}
