import * as v from 'valibot';
import { type Environment, environment, originOf } from './environment.ts';
import type { LogLevel } from './logger.ts';
import type { S3Config } from './storage/s3-storage.ts';

export interface ServerConfig {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Null: the embedded database under `dataDir`. */
  readonly databaseUrl: string | null;
  /** Where people reach the console; links in mails are built on it. Null: http://localhost and the port. */
  readonly publicUrl: string | null;
  /** A separate host for the public sites; null: they share the console's host, sandboxed. */
  readonly sitesOrigin: string | null;
  readonly consoleOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  /** Writes are refused while the data folder’s disk has less free space. */
  readonly minFreeBytes: number;
  readonly sessionDays: number;
  readonly signInAttempts: number;
  readonly signInAttemptsPerIp: number;
  /** How long a connection may take to send the head of a request. */
  readonly headersSeconds: number;
  /** How long a body may pause. An anonymous body must be complete in that time. */
  readonly bodySeconds: number;
  /** How long a request may take to arrive, head and body. */
  readonly requestSeconds: number;
  /** How long a connection stays open between two requests. */
  readonly idleSeconds: number;
  /** How long a connection may be without traffic while a request is answered. */
  readonly answerSeconds: number;
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
  /** Memory for bodies, of all requests together. */
  readonly bodyBytesInFlight: number;
  /** Memory for complete answers that wait for their clients, all together. */
  readonly answerBytesInFlight: number;
  /** PostgreSQL: how long one statement may run, and how long it may wait for a lock. */
  readonly statementSeconds: number;
  readonly lockSeconds: number;
  /** Allows a server with the demo sign-in to be reached from other machines. */
  readonly allowDemo: boolean;
  /** The maximum size of an account's stored files together, in bytes. */
  readonly accountBytes: number;
  /** How many files an account may store. */
  readonly accountFiles: number;
  readonly accountWritesPerMinute: number;
  readonly accountUploadsPerMinute: number;
  readonly mailFrom: string;
  /** The mail server; null: mails are files in a folder under `dataDir`. */
  readonly smtpUrl: string | null;
  /** Where reCAPTCHA answers whether a visitor is a person. */
  readonly recaptchaVerifyUrl: string;
  /** How many submissions of forms one address may send in ten minutes. */
  readonly submissionsPerAddress: number;
  /** How many submissions of one form are taken in an hour. */
  readonly submissionsPerForm: number;
  /** Which share of a sync's listings a run may remove unless a person has said so. It never removes all of them. */
  readonly syncRemovesPercent: number;
  readonly logLevel: LogLevel;
  readonly seed: 'demo' | 'none';
  /** Null: uploaded files are stored in a folder under `dataDir`. */
  readonly s3: S3Config | null;
}

const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

export type ConfigReading =
  | { readonly ok: true; readonly config: ServerConfig }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads the environment. An empty variable counts as unset, because compose files write unset variables so. */
export function readServerConfig(env: Readonly<Record<string, string | undefined>>): ConfigReading {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const result = v.safeParse(environment, set);
  if (!result.success) {
    return {
      ok: false,
      problems: result.issues.map((issue) => `${v.getDotPath(issue)?.split('.')[0] ?? 'The environment'} ${issue.message}.`),
    };
  }
  const read = result.output;
  const missing = s3Names.filter((name) => read[name] === undefined);
  if (missing.length > 0 && missing.length < s3Names.length)
    return { ok: false, problems: missing.map((name) => `${name} is not set, and a bucket needs it.`) };
  if (read.SITES_ORIGIN !== undefined && read.PUBLIC_URL !== undefined && originOf(read.PUBLIC_URL) === read.SITES_ORIGIN)
    return { ok: false, problems: ['SITES_ORIGIN is the console’s own, and nothing but sites would answer there.'] };
  if (read.HEADERS_SECONDS > read.REQUEST_SECONDS)
    return { ok: false, problems: ['HEADERS_SECONDS is more than REQUEST_SECONDS, of which it is a part.'] };
  const late = tooLateOf(read);
  if (late.length > 0) return { ok: false, problems: late };
  return {
    ok: true,
    config: {
      port: read.PORT,
      host: read.HOST,
      dataDir: read.DATA_DIR,
      databaseUrl: read.DATABASE_URL ?? null,
      publicUrl: read.PUBLIC_URL?.replace(/\/+$/u, '') ?? null,
      sitesOrigin: read.SITES_ORIGIN ?? null,
      consoleOrigins: read.CONSOLE_ORIGINS,
      trustedProxies: read.TRUSTED_PROXIES,
      minFreeBytes: read.MIN_FREE_BYTES,
      sessionDays: read.SESSION_DAYS,
      signInAttempts: read.SIGN_IN_ATTEMPTS,
      signInAttemptsPerIp: read.SIGN_IN_ATTEMPTS_PER_IP,
      headersSeconds: read.HEADERS_SECONDS,
      bodySeconds: read.BODY_SECONDS,
      requestSeconds: read.REQUEST_SECONDS,
      idleSeconds: read.IDLE_SECONDS,
      answerSeconds: read.ANSWER_SECONDS,
      maxConnections: read.MAX_CONNECTIONS,
      maxConnectionsPerAddress: read.MAX_CONNECTIONS_PER_ADDRESS,
      bodyBytesInFlight: read.BODY_BYTES_IN_FLIGHT,
      answerBytesInFlight: read.ANSWER_BYTES_IN_FLIGHT,
      statementSeconds: read.STATEMENT_SECONDS,
      lockSeconds: read.LOCK_SECONDS,
      allowDemo: read.ALLOW_DEMO === '1',
      accountBytes: read.ACCOUNT_BYTES,
      accountFiles: read.ACCOUNT_FILES,
      accountWritesPerMinute: read.ACCOUNT_WRITES_PER_MINUTE,
      accountUploadsPerMinute: read.ACCOUNT_UPLOADS_PER_MINUTE,
      mailFrom: read.MAIL_FROM,
      smtpUrl: read.SMTP_URL ?? null,
      recaptchaVerifyUrl: read.RECAPTCHA_VERIFY_URL,
      submissionsPerAddress: read.SUBMISSIONS_PER_ADDRESS,
      submissionsPerForm: read.SUBMISSIONS_PER_FORM,
      syncRemovesPercent: read.SYNC_REMOVES_PERCENT,
      logLevel: read.LOG_LEVEL,
      seed: read.SEED,
      s3: s3Of(read),
    },
  };
}

/**
 * A connection is cut off after ANSWER_SECONDS without traffic: shorter limits must end first, so that their 408 or 503 can still be sent.
 */
function tooLateOf(read: Environment): readonly string[] {
  // The embedded engine has no timeout for a statement.
  const limits = read.DATABASE_URL === undefined ? (['BODY_SECONDS'] as const) : (['BODY_SECONDS', 'STATEMENT_SECONDS'] as const);
  return limits
    .filter((name) => read.ANSWER_SECONDS <= read[name])
    .map((name) => `ANSWER_SECONDS is ${read.ANSWER_SECONDS} and has to be more than ${name}, which is ${read[name]}.`);
}

function s3Of(read: Environment): S3Config | null {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = read;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null;
  return { endpoint: endpoint.replace(/\/+$/u, ''), bucket, region: read.S3_REGION, accessKeyId, secretAccessKey };
}
