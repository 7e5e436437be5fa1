import { type Disconnection, metForeign } from '#contract/disconnection.ts';
import { errorBodySchema } from '#contract/errors.ts';
import * as v from 'valibot';

const someData = v.object({ data: v.record(v.string(), v.unknown()) });

/**
 * Asks whether the API answers and can work. Null for an answer in the API's own shape, a refusal included; else what was met: no answer, a
 * captive portal's page, or the trouble of the API or of a gateway, since saves would only fail.
 */
export async function probeApi(url: string, token: string | null, timeoutMs: number, signal: AbortSignal): Promise<Disconnection | null> {
  try {
    const response = await fetch(url, {
      cache: 'no-store',
      redirect: 'manual',
      headers: { accept: 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const body = parsed(await response.text());
    if (response.ok) return v.is(someData, body) ? null : metForeign(response.status);
    const refusal = v.safeParse(errorBodySchema, body);
    // A redirect that is not followed has the status 0.
    if (!refusal.success) return metForeign(response.status);
    const { message, display_message } = refusal.output.error;
    return response.status < 500
      ? null
      : { kind: 'trouble', status: response.status, message: display_message || message, isForeign: false };
  } catch {
    return { kind: 'noAnswer' };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
