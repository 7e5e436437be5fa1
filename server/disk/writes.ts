import type { Call, CallRow } from '#contract/calls/define.ts';
import { logout } from '#contract/calls/authentication.ts';
import { deleteFile } from '#contract/calls/files.ts';
import { endOtherSessions, endSession, revokeSession } from '#contract/calls/sessions.ts';
import { clearCache } from '#contract/calls/websites.ts';
import { requestPasswordReset } from '#contract/calls/password-reset.ts';
import type { ServerConfig } from '../config.ts';
import type { Deps } from '../deps.ts';

type WrittenCall = CallRow & Pick<Call, 'encoding'>;

/** A preview is a read with a body; Clear Cache is a write without one. */
export const isWrite = (call: CallRow): boolean => (call.method !== 'GET' && call.entity !== 'preview') || call.name === clearCache.name;

/** Calls that write files to the data folder, wherever the database is: uploads and mails. */
const writesFiles = (call: WrittenCall): boolean => call.encoding === 'multipart' || call.name === requestPasswordReset.name;

/** Calls that free space, and those that must work without space: the end of a session. */
const goesOnWhenLow: ReadonlySet<string> = new Set(
  [deleteFile, logout, endSession, endOtherSessions, revokeSession].map(({ name }) => name),
);

/** True where writes to the database must wait for space. The data folder's disk does not matter to a database elsewhere. */
export async function databaseLacksRoom({
  disk,
  config,
}: Pick<Deps, 'disk'> & { readonly config: Pick<ServerConfig, 'databaseUrl'> }): Promise<boolean> {
  return config.databaseUrl === null && (await disk.isLow());
}

/** The same for calls that free space. */
export async function databaseIsNearlyFull({
  disk,
  config,
}: Pick<Deps, 'disk'> & { readonly config: Pick<ServerConfig, 'databaseUrl'> }): Promise<boolean> {
  return config.databaseUrl === null && (await disk.isNearlyFull());
}

/** True where a call can't write to the database for lack of space. */
export async function lacksRoomInDatabase(call: CallRow, deps: Pick<Deps, 'disk' | 'config'>): Promise<boolean> {
  return goesOnWhenLow.has(call.name) ? databaseIsNearlyFull(deps) : databaseLacksRoom(deps);
}

/** True where a call must wait for disk space, for its writes outside and inside the database. */
export async function lacksRoom(call: WrittenCall, deps: Pick<Deps, 'disk' | 'config'>): Promise<boolean> {
  return writesFiles(call) ? deps.disk.isLow() : isWrite(call) && lacksRoomInDatabase(call, deps);
}
