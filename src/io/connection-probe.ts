import { errorBodySchema } from '#contract/errors.ts';
import * as v from 'valibot';

const someData = v.object({ data: v.record(v.string(), v.unknown()) });

/**
 * Asks whether the API is there. An answer in the API's own shape says yes, a refusal of its own included; a captive
 * portal's page, a proxy's error and silence say no.
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
    // 5xx of ours says that the API is reached and not able: saves would only fail against it.
    if (response.status >= 500) return false;
    return v.is(response.ok ? someData : errorBodySchema, body);
  } catch {
    return false;
  }
}
