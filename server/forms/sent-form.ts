import type { HonoRequest } from 'hono';
import { type FormField, isInput } from '#contract/forms/form-field.ts';
import type { SentValues } from '#contract/forms/submission.ts';
import { limits } from '#contract/limits.ts';
import { type BodyLimits, readBody } from '../http/read-body.ts';
import { type Failure, fail } from '../http/reply.ts';

/** What a visitor's browser has sent. */
export interface SentForm {
  /** By the keys of the form's fields; nothing else is kept. */
  readonly values: SentValues;
  /** Names the rendered form; null where it was sent without a script. */
  readonly key: string | null;
  /** The field that people do not see is filled in, as bots do. */
  readonly isHoneypotFilled: boolean;
  readonly captcha: string;
}

export type SentReading = { readonly kind: 'sent'; readonly sent: SentForm } | Failure;

/** Values of one field: more than it can have are as wrong as one more. */
const mostValues = limits.optionsPerFormField + 1;
const captchaCharacters = 10_000;

export async function readSent(request: HonoRequest, bodyLimits: BodyLimits, fields: readonly FormField[]): Promise<SentReading> {
  const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/x-www-form-urlencoded') return fail('unsupported_media_type', 'Send the form url-encoded.');
  const read = await readBody(request.raw, bodyLimits);
  if (read.kind === 'failure') return read;
  const pairs = new URLSearchParams(new TextDecoder().decode(read.bytes));
  const keys = new Set(fields.filter(isInput).map(({ key }) => key));
  const values = new Map<string, string[]>();
  for (const [key, value] of pairs) {
    if (!keys.has(key)) continue;
    const known = values.get(key);
    if (!known) values.set(key, [value]);
    else if (known.length < mostValues) known.push(value);
  }
  const key = pairs.get('_key') ?? '';
  return {
    kind: 'sent',
    sent: {
      values: Object.fromEntries(values),
      key: /^[\w-]{16,64}$/u.test(key) ? key : null,
      isHoneypotFilled: (pairs.get('_topic') ?? '') !== '',
      captcha: (pairs.get('g-recaptcha-response') ?? '').slice(0, captchaCharacters),
    },
  };
}
