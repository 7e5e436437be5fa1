import { isIP } from 'node:net';
import * as v from 'valibot';
import { limits } from '#contract/limits.ts';
import { readRecipients } from '#contract/recipients.ts';
import { logLevels } from './logger.ts';

const text = (fallback: string) => v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty('is empty')), fallback);
const whole = (fallback: number, min: number, max: number) =>
  v.pipe(
    v.optional(v.pipe(v.string(), v.trim(), v.regex(/^\d+$/u, 'is not a whole number')), String(fallback)),
    v.transform(Number),
    v.minValue(min, `is less than ${min}`),
    v.maxValue(max, `is more than ${max}`),
  );
const commaList = v.pipe(
  v.optional(v.string(), ''),
  v.transform((list) =>
    list
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
);

export function originOf(address: string): string | null {
  try {
    const url = new URL(address);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.origin : null;
  } catch {
    return null;
  }
}

const isOrigin = (address: string): boolean => originOf(address) === address.replace(/\/$/u, '');

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  const bits = version === 6 ? 128 : 32;
  return version !== 0 && rest.length === 0 && (prefix === undefined || (/^\d{1,3}$/u.test(prefix) && Number(prefix) <= bits));
}

/** The environment variables of the server, each with its default and what it may be. */
export const environment = v.object({
  PORT: whole(4400, 0, 65_535),
  HOST: text('127.0.0.1'),
  DATA_DIR: text('./data'),
  DATABASE_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(?:ql)?:\/\//u, 'does not start with postgres://'))),
  PUBLIC_URL: v.optional(
    v.pipe(
      v.string(),
      v.check((url) => originOf(url) !== null, 'is not an http(s) address'),
    ),
  ),
  SITES_ORIGIN: v.optional(
    v.pipe(
      v.string(),
      v.check(isOrigin, 'is not an origin such as https://sites.example.com'),
      v.transform((origin) => origin.replace(/\/$/u, '')),
    ),
  ),
  CONSOLE_ORIGINS: v.pipe(
    commaList,
    v.everyItem(isOrigin, 'has an entry that is not an origin such as https://console.example.com'),
    v.mapItems((item) => item.replace(/\/$/u, '')),
  ),
  TRUSTED_PROXIES: v.pipe(commaList, v.everyItem(isNetwork, 'has an entry that is neither an IP address nor a network such as 10.0.0.0/8')),
  MIN_FREE_BYTES: whole(64_000_000, 0, Number.MAX_SAFE_INTEGER),
  SESSION_DAYS: whole(limits.tokenDays, 1, 365),
  SIGN_IN_ATTEMPTS: whole(10, 1, 1_000_000),
  SIGN_IN_ATTEMPTS_PER_IP: whole(100, 1, 1_000_000),
  HEADERS_SECONDS: whole(10, 1, 3600),
  BODY_SECONDS: whole(15, 1, 3600),
  REQUEST_SECONDS: whole(1800, 1, 86_400),
  IDLE_SECONDS: whole(10, 1, 3600),
  ANSWER_SECONDS: whole(60, 1, 3600),
  MAX_CONNECTIONS: whole(2000, 1, 1_000_000),
  MAX_CONNECTIONS_PER_ADDRESS: whole(200, 1, 1_000_000),
  BODY_BYTES_IN_FLIGHT: whole(64_000_000, limits.jsonBodyBytes, 10_000_000_000),
  ANSWER_BYTES_IN_FLIGHT: whole(128_000_000, 10_000_000, 10_000_000_000),
  STATEMENT_SECONDS: whole(15, 1, 3600),
  LOCK_SECONDS: whole(5, 1, 3600),
  ALLOW_DEMO: v.optional(v.picklist(['0', '1'], 'is neither 0 nor 1'), '0'),
  ACCOUNT_BYTES: whole(2_000_000_000, 0, Number.MAX_SAFE_INTEGER),
  ACCOUNT_FILES: whole(20_000, 0, 1_000_000_000),
  ACCOUNT_WRITES_PER_MINUTE: whole(1_200, 1, 1_000_000),
  ACCOUNT_UPLOADS_PER_MINUTE: whole(240, 1, 1_000_000),
  MAIL_FROM: v.pipe(
    text('Frontage <no-reply@frontage.test>'),
    v.check((from) => readRecipients(from).recipients.length === 1, 'is not one address such as Frontage <no-reply@agency.example>'),
  ),
  SMTP_URL: v.optional(
    v.pipe(
      v.string(),
      v.check((url) => /^smtps?:\/\/[^/]/u.test(url) && URL.canParse(url), 'is not an address such as smtp://user:password@host:587'),
    ),
  ),
  RECAPTCHA_VERIFY_URL: v.pipe(
    v.optional(v.string(), 'https://www.google.com/recaptcha/api/siteverify'),
    v.check((url) => originOf(url) !== null, 'is not an http(s) address'),
  ),
  SUBMISSIONS_PER_ADDRESS: whole(30, 1, 1_000_000),
  SUBMISSIONS_PER_FORM: whole(600, 1, 1_000_000),
  SYNC_REMOVES_PERCENT: whole(50, 0, 100),
  LOG_LEVEL: v.optional(v.picklist(logLevels, `is not one of ${logLevels.join(', ')}`), 'info'),
  SEED: v.optional(v.picklist(['demo', 'none'], 'is neither demo nor none'), 'demo'),
  S3_ENDPOINT: v.optional(
    v.pipe(
      v.string(),
      v.check((url) => originOf(url) !== null, 'is not an http(s) address'),
    ),
  ),
  S3_BUCKET: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/iu, 'is not the name of a bucket'))),
  S3_REGION: text('us-east-1'),
  S3_ACCESS_KEY_ID: v.optional(v.string()),
  S3_SECRET_ACCESS_KEY: v.optional(v.string()),
});

export type Environment = v.InferOutput<typeof environment>;
