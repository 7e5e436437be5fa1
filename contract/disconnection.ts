import { isPortalPage, type Problem } from './api-result.ts';

/** What the console met in place of an answer of the API. */
export type Disconnection =
  /** The browser says that this device is in no network. */
  | { readonly kind: 'noNetwork' }
  /** Nothing answered in time. */
  | { readonly kind: 'noAnswer' }
  /** A stranger's page: a captive portal, or another service at this address. */
  | { readonly kind: 'foreignPage' }
  /** The API, or a gateway or firewall in front of it, answered that it can't work. `message`: the API's own; else empty. */
  | { readonly kind: 'trouble'; readonly status: number; readonly message: string; readonly isForeign: boolean };

/**
 * What an answer of somebody else than the API means, by its status. With 401 and 403 a captive portal, or a firewall, wants a sign-in to its
 * network: in the API's own shape they are its refusal.
 */
export const metForeign = (status: number): Disconnection =>
  isPortalPage(status) || status === 401 || status === 403
    ? { kind: 'foreignPage' }
    : { kind: 'trouble', status, message: '', isForeign: true };

/** Why a call shows that the API can't be reached or can't work; null where it shows no such thing, as after a refusal. */
export function disconnectionOf(problem: Problem): Disconnection | null {
  switch (problem.kind) {
    case 'foreign':
      return metForeign(problem.status);
    case 'refused':
      return problem.status >= 500 && problem.code !== 'not_implemented'
        ? { kind: 'trouble', status: problem.status, message: problem.message, isForeign: false }
        : null;
    case 'noAnswer':
      return { kind: 'noAnswer' };
    case 'notStarted':
      return problem.reason === 'code' ? null : { kind: 'noAnswer' };
    case 'aborted':
      return null;
  }
}
