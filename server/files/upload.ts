import type { Context } from 'hono';
import { filesPart, uploadFile } from '#contract/calls/files.ts';
import { noFileMessage, tooComplexMessage } from '#contract/uploads.ts';
import type { AppEnv } from '../app-env.ts';
import type { SignedIn } from '../auth/tokens.ts';
import { ownWebsiteId } from '../calls/scope.ts';
import { type Deps, fingerprint } from '../deps.ts';
import { readFields } from '../http/fields.ts';
import { type Failure, fail, invalidFields, notFound, notSignedIn, ok, type Reply } from '../http/reply.ts';
import { sendFailure } from '../http/send.ts';
import { findAnswer, type StoredAnswer } from '../idempotency.ts';
import { admit, keyOf, type Route, sendOutcome, writeOnce } from '../serve.ts';
import { retryAfterSeconds } from '../workers/workers.ts';
import type { CheckedFile } from './inspect.ts';
import { type Received, receiveUpload } from './receive.ts';
import { dropFiles, fileAnswer, insertFiles, putFiles } from './store.ts';

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
    const received = await receiveUpload(c.req.raw, deps.uploadsDir, deps.config.bodySeconds * 1000);
    if (received.kind === 'failure') return sendFailure(c, received);
    try {
      const upload = { c, deps, user: admitted.user, now: admitted.now, key, websiteId, received };
      return sendOutcome(c, uploadFile, await answerUpload(upload));
    } finally {
      await received.discard();
    }
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
  const read = readFields(uploadFile.body, received.fields);
  if (read.kind === 'failure') return read;
  const fields = read.output;
  if (received.files.length === 0) return invalidFields({ [filesPart]: noFileMessage });
  // What was sent, whatever boundary it was sent with.
  const sent = [fields, received.files.map(({ name, bytes, sha256 }) => [name, bytes, sha256])];
  const print = fingerprint(deps, uploadFile.method, c.req.path, JSON.stringify(sent));
  const known = key === null ? null : await findAnswer(deps.db, user.id, key, print, now);
  if (known) return known;
  const checked = await checkAll(deps.workers, received, fields.setting_key);
  if (checked.kind === 'failure') return checked;
  const put = await putFiles(deps, checked.files, now);
  // Where this throws, the rows may be there all the same: a commit can come through and only its answer be lost. What
  // was not committed is still noted as pending, and goes with the next clean-up.
  const outcome = await writeOnce({ call: uploadFile, deps, user, key, print, now }, async (tx) =>
    ok((await insertFiles(tx, websiteId, put, fields, now)).map(fileAnswer)),
  );
  // Another request with the same key was first.
  if (outcome.kind !== 'success') await dropFiles(deps, put);
  return outcome;
}

/** One file that is not taken refuses them all: the sender would not know which were. */
async function checkAll(
  { inspectFile }: Deps['workers'],
  { files }: Received,
  settingKey: string | undefined,
): Promise<{ readonly kind: 'files'; readonly files: readonly CheckedFile[] } | Failure> {
  const checked: CheckedFile[] = [];
  for (const file of files) {
    const result = await inspectFile.run({ file, settingKey });
    if (result.kind === 'busy')
      return fail('unavailable', 'Too many files are being checked. Try again in a moment.', { retryAfterSeconds });
    if (result.kind === 'stopped') return invalidFields({ [filesPart]: tooComplexMessage });
    if (result.output.kind === 'failure') return result.output;
    checked.push(result.output);
  }
  return { kind: 'files', files: checked };
}
