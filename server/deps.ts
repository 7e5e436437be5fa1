import { createHmac } from 'node:crypto';
import type { Handler } from 'hono';
import type { Passwords } from './auth/passwords.ts';
import type { Background } from './background.ts';
import type { ServerConfig } from './config.ts';
import type { Connection, Database } from './connect.ts';
import type { DiskSpace } from './disk/disk-space.ts';
import type { Reclaim } from './disk/reclaim.ts';
import type { Logger } from './logger.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Storage } from './storage/storage.ts';
import type { Workers } from './workers/workers.ts';

export interface Clock {
  readonly now: () => Date;
}

export interface Random {
  /** 256 bits, for tokens. */
  readonly token: () => string;
  /** A UUID. */
  readonly id: () => string;
}

/** Everything outside itself that the app uses. */
export interface Deps {
  readonly db: Database;
  /** Rejects where the database does not answer; quick even where many requests wait for the database. */
  readonly pingDatabase: Connection['ping'];
  readonly config: ServerConfig & { readonly publicUrl: string };
  readonly clock: Clock;
  readonly random: Random;
  readonly mailer: Mailer;
  readonly logger: Logger;
  readonly passwords: Passwords;
  readonly background: Background;
  readonly workers: Workers;
  readonly storage: Storage;
  readonly disk: DiskSpace;
  readonly reclaim: Reclaim;
  /** The folder for incomplete and unchecked uploads; it contains nothing else. */
  readonly uploadsDir: string;
  /** Key of the fingerprints in the database; the same in every process. */
  readonly fingerprintKey: string;
  readonly version: string;
  /** Answers every GET that no other route answers: the built console. */
  readonly consoleFiles?: Handler;
}

/** A keyed hash: somebody who reads the database can't find the hashed values by trying. */
export function fingerprint(deps: Deps, ...parts: readonly string[]): string {
  return createHmac('sha256', deps.fingerprintKey).update(JSON.stringify(parts)).digest('base64url');
}
