import * as v from 'valibot';
import type { Deps } from '../deps.ts';
import { errorFields } from '../logger.ts';

/** How long a visitor waits for the service. ms. */
const answerMs = 5_000;

const answerSchema = v.object({ success: v.boolean(), 'error-codes': v.fallback(v.array(v.string()), []) });

/** `unanswered`: the service does not answer, or not about the visitor: the website's secret key is wrong. */
export type CaptchaResult = 'person' | 'refused' | 'unanswered';

/** Asks reCAPTCHA about the token that a visitor's browser has from it. A token is good for one question. */
export async function askCaptcha(
  { config, logger }: Pick<Deps, 'config' | 'logger'>,
  secret: string,
  token: string,
  address: string,
): Promise<CaptchaResult> {
  if (token === '') return 'refused';
  try {
    const answer = await fetch(config.recaptchaVerifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, remoteip: address }),
      signal: AbortSignal.timeout(answerMs),
      redirect: 'error',
    });
    const { success, 'error-codes': codes } = v.parse(answerSchema, await answer.json());
    if (success) return 'person';
    if (!codes.some((code) => code.endsWith('-input-secret'))) return 'refused';
    logger.warn('captcha', { message: 'The secret key of reCAPTCHA is not valid.' });
  } catch (error) {
    logger.warn('captcha', errorFields(error));
  }
  return 'unanswered';
}
