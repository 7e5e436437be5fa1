import type { Context } from 'hono';
import { filesPart, uploadFile } from '#contract/calls/files.ts';
import { noFileMessage, tooComplexMessage } from '#contract/uploads.ts';
import type { AppEnv } from '../app-env.ts';
import type { SignedIn } from '../auth/tokens.ts';
import { ownWebsiteId } from '../calls/scope.ts';
import { type Deps, fingerprint } from '../deps.ts';
import { diskFullFailure } from '../disk/disk-full.ts';
import { databaseLacksRoom, lacksRoom } from '../disk/writes.ts';
import { readInput } from '../http/fields.ts';
import { fail, type Failure, invalidFields, notFound, notSignedIn, ok, type Reply, sendFailure } from '../http/reply.ts';
import { findAnswer, type StoredAnswer } from '../idempotency.ts';
import { admit, keyOf, type Route, sendReply } from '../serve.ts';
import { writeOnce } from '../write-once.ts';
import { boundedTurn, createSemaphorePerOwner, type Turn } from '../workers/semaphore.ts';
import { retryAfterSeconds } from '../workers/workers.ts';
import type { CheckedFile } from './inspect.ts';
import { type Received, receiveUpload } from './receive.ts';
import { lockStorageOf, quotaProblem } from './quota.ts';
import { dropFiles, fileAnswer, insertFiles, putFiles } from './store.ts';

/**
 * By account: unchecked bodies are on the disk outside any quota, so each process accepts only this many at once. More wait unread on their
 * connections; beyond that they come from a loop.
 */
const eightAtOnce = createSemaphorePerOwner(8, 40);

const waitedTooLong = fail('unavailable', 'Too many files are being uploaded. Try again in a moment.', { retryAfterSeconds });

/** Unlike any other call this one has a body that is not JSON, and an effect outside the database. */
export const uploadRoute: Route = {
  call: uploadFile,
  answer: async (c, deps) => {
    const admitted = await admit(uploadFile, c, deps);
    if (admitted.kind === 'failure') return sendFailure(c, admitted);
    if (!admitted.user) return sendFailure(c, notSignedIn());
    const key = keyOf(c);
    if (typeof key === 'object' && key !== null) return sendFailure(c, key);
    const websiteId = await ownWebsiteId(deps.db, admitted.user, c.req.param('websiteId') ?? '');
    if (websiteId === null) return sendFailure(c, notFound());
    const { user, now } = admitted;
    const { signal } = c.req.raw;
    const answered = await eightAtOnce(boundedTurn(String(user.accountId), deps.config, signal), async () => {
      // It may have waited long for its turn.
      if (await lacksRoom(uploadFile, deps)) return sendFailure(c, diskFullFailure());
      const received = await receiveUpload(c.req.raw, deps.uploadsDir, deps.config.bodySeconds * 1000, deps.disk);
      if (received.kind === 'failure') return sendFailure(c, received);
      try {
        return sendReply(c, uploadFile, await answerUpload({ c, deps, user, now, key, websiteId, received }));
      } finally {
        await received.discard();
      }
    });
    if (answered instanceof Response) return answered;
    if (answered.kind === 'abandoned') return sendFailure(c, waitedTooLong);
    return sendFailure(c, fail('too_many_requests', 'Too many uploads at once. Try again in a moment.', { retryAfterSeconds }));
  },
};

interface Upload {
  readonly c: Context<AppEnv>;
  readonly deps: Deps;
  readonly user: SignedIn;
  readonly now: Date;
  readonly key: string | null;
  readonly websiteId: number;
  readonly received: Received;
}

async function answerUpload({ c, deps, user, now, key, websiteId, received }: Upload): Promise<Reply<unknown> | StoredAnswer> {
  const read = readInput(uploadFile.body, received.fields);
  if (read.kind === 'failure') return read;
  const fields = read.output;
  if (received.files.length === 0) return invalidFields({ [filesPart]: noFileMessage });
  // A fingerprint of the sent files, independent of the multipart boundary.
  const sent = [fields, received.files.map(({ name, bytes, sha256 }) => [name, bytes, sha256])];
  const print = fingerprint(deps, uploadFile.method, c.req.path, JSON.stringify(sent));
  // An upload's answer has ten files at most, so it is always stored completely.
  const answered = async () => {
    const found = key === null ? null : await findAnswer(deps.db, user.id, key, print, now);
    return found?.kind === 'unkept' ? null : found;
  };
  const known = await answered();
  if (known) return known;
  const checked = await checkAll(deps, received, fields.setting_key, () => boundedTurn(String(user.id), deps.config, c.req.raw.signal));
  if (checked.kind === 'failure') return checked;
  const added = { files: checked.files.length, bytes: checked.files.reduce((sum, file) => sum + file.bytes, 0) };
  // Checked here so that a refused upload never reaches the storage; the final decision is made under the lock.
  const full = await quotaProblem(deps.db, deps.config, user.accountId, added);
  // An earlier request with this key may have taken the last of the room.
  if (full) return (await answered()) ?? full;
  // Receiving and inspecting the body took time.
  if (await databaseLacksRoom(deps)) return diskFullFailure();
  const put = await putFiles(deps, checked.files, now);
  // Where this throws, the rows may exist all the same: a commit can succeed and only its answer be lost. Objects without a commit are
  // still recorded as pending, and the next clean-up removes them.
  const reply = await writeOnce({ call: uploadFile, deps, user, key, print, now }, async (tx) => {
    await lockStorageOf(tx, user.accountId);
    const filledMeanwhile = await quotaProblem(tx, deps.config, user.accountId, added);
    return filledMeanwhile ?? ok((await insertFiles(tx, websiteId, put, fields, now)).map(fileAnswer));
  });
  // Another request with the same key was first, or others took the remaining room.
  if (reply.kind !== 'success') await dropFiles(deps, put);
  return reply;
}

/** One refused file refuses all: otherwise the sender would not know which were stored. */
async function checkAll(
  { workers: { inspectFile } }: Pick<Deps, 'workers'>,
  { files }: Received,
  settingKey: string | undefined,
  // For each file: the time of the checks before it does not count as waiting.
  newTurn: () => Turn,
): Promise<{ readonly kind: 'files'; readonly files: readonly CheckedFile[] } | Failure> {
  const checked: CheckedFile[] = [];
  for (const file of files) {
    const result = await inspectFile.run({ file, settingKey }, newTurn());
    if (result.kind === 'busy' || result.kind === 'abandoned')
      return fail('unavailable', 'Too many files are being checked. Try again in a moment.', { retryAfterSeconds });
    if (result.kind === 'stopped') return invalidFields({ [filesPart]: tooComplexMessage });
    if (result.output.kind === 'failure') return result.output;
    checked.push(result.output);
  }
  return { kind: 'files', files: checked };
}
