import type { Call, CallRow } from '#contract/calls/define.ts';
import { logout } from '#contract/calls/authentication.ts';
import { deleteFile } from '#contract/calls/files.ts';
import { endOtherSessions, endSession, revokeSession } from '#contract/calls/sessions.ts';
import { clearCache } from '#contract/calls/websites.ts';
import { requestPasswordReset } from '#contract/calls/password-reset.ts';
import type { ServerConfig } from '../config.ts';
import type { Deps } from '../deps.ts';

type WrittenCall = CallRow & Pick<Call, 'encoding'>;

/** A preview is a read that has a body; Clear Cache a write that has none. */
export const isWrite = (call: CallRow): boolean => (call.method !== 'GET' && call.entity !== 'preview') || call.name === clearCache.name;

/** Puts files into the data folder, wherever the database is: an upload on its way, a mail. */
const writesFiles = (call: WrittenCall): boolean => call.encoding === 'multipart' || call.name === requestPasswordReset.name;

/** What makes room, and what must not be kept from anybody for the lack of it: the end of a session. */
const goesOnWhenLow: ReadonlySet<string> = new Set(
  [deleteFile, logout, endSession, endOtherSessions, revokeSession].map(({ name }) => name),
);

/** True where the database has to wait for room. The data folder's room says nothing of a database elsewhere. */
export async function databaseLacksRoom({
  disk,
  config,
}: Pick<Deps, 'disk'> & { readonly config: Pick<ServerConfig, 'databaseUrl'> }): Promise<boolean> {
  return config.databaseUrl === null && (await disk.isLow());
}

/** As `databaseLacksRoom`, for what makes room. */
export async function databaseIsNearlyFull({
  disk,
  config,
}: Pick<Deps, 'disk'> & { readonly config: Pick<ServerConfig, 'databaseUrl'> }): Promise<boolean> {
  return config.databaseUrl === null && (await disk.isNearlyFull());
}

/** True where a call can't write to the database for lack of room. */
export async function lacksRoomInDatabase(call: CallRow, deps: Pick<Deps, 'disk' | 'config'>): Promise<boolean> {
  return goesOnWhenLow.has(call.name) ? databaseIsNearlyFull(deps) : databaseLacksRoom(deps);
}

/** True where a call has to wait for room on the disk, for what it writes there before and within the database. */
export async function lacksRoom(call: WrittenCall, deps: Pick<Deps, 'disk' | 'config'>): Promise<boolean> {
  return writesFiles(call) ? deps.disk.isLow() : isWrite(call) && lacksRoomInDatabase(call, deps);
}
