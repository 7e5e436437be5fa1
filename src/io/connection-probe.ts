import { errorBodySchema } from '#contract/errors.ts';
import * as v from 'valibot';

const someData = v.object({ data: v.record(v.string(), v.unknown()) });

/**
 * Asks whether the API answers. True for an answer in the API's own shape, a refusal included. False for a captive portal's
 * page, for a proxy's error and for no answer.
 */
export async function probeApi(url: string, token: string | null, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(url, {
      cache: 'no-store',
      redirect: 'manual',
      headers: { accept: 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const body: unknown = await response.json();
    // With a 5xx the API is reachable but not able to work: saves would only fail.
    if (response.status >= 500) return false;
    return v.is(response.ok ? someData : errorBodySchema, body);
  } catch {
    return false;
  }
}
