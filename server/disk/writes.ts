import type { Call, CallRow } from '#contract/calls/define.ts';
import { clearCache } from '#contract/calls/websites.ts';
import { requestPasswordReset } from '#contract/calls/password-reset.ts';
import type { Deps } from '../deps.ts';

type WrittenCall = CallRow & Pick<Call, 'encoding'>;

/** A preview is a read that has a body; Clear Cache a write that has none. */
export const isWrite = (call: CallRow): boolean => (call.method !== 'GET' && call.entity !== 'preview') || call.name === clearCache.name;

/** Puts files into the data folder, wherever the database is: an upload on its way, a mail. */
const writesFiles = (call: WrittenCall): boolean => call.encoding === 'multipart' || call.name === requestPasswordReset.name;

/** True where a call has to wait for room on the disk. The data folder's room says nothing of a database elsewhere. */
export async function lacksRoom(call: WrittenCall, { disk, config }: Pick<Deps, 'disk' | 'config'>): Promise<boolean> {
  const needsRoom = config.databaseUrl === null ? isWrite(call) : writesFiles(call);
  return needsRoom && (await disk.isLow());
}
