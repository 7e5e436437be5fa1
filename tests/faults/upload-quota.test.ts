import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountUsage } from '#contract/calls/files.ts';
import { errorBodySchema } from '#contract/errors.ts';
import { svg } from '#server/testing/uploads.ts';
import { other } from '../support/accounts.ts';
import { type Api, signedInApi } from '../support/api.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** The quota of the account, in addition to the seed's files. */
const quota = 200;
/** The maximum number of uploads, four at a time. */
const tries = 260;
/** How often four more are tried once there is no room. */
const moreRounds = 15;

const lanes = ['a', 'b', 'c', 'd'];

let server: TestServer;
let api: Api;
beforeAll(async () => {
  server = await startServer({ ACCOUNT_FILES: String(quota) });
  api = await signedInApi(server.origin, other);
});
afterAll(() => server[Symbol.asyncDispose]());

const usage = async () => v.parse(v.object({ data: accountUsage.answer }), await (await api.call('GET', '/account/usage')).json()).data;

/** Files in a folder of the server's data, and their bytes. */
function onDisk(folder: string) {
  const entries = readdirSync(join(server.dataDir, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return { files: entries.length, bytes: entries.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0) };
}

it('an account that uploads without end reaches its quota, gets an answer that says so, and from then on uses no more of the disk', async () => {
  const [site] = await api.websites();
  const before = await usage();
  const headers = { authorization: `Bearer ${api.token}` };
  const answers: { readonly status: number; readonly message: string }[] = [];
  const upload = async (): Promise<{ readonly isRefused: boolean }> => {
    const form = new FormData();
    form.set('files[]', new File([svg('<rect width="3"/>')], `tiny-${answers.length}.svg`));
    const answer = await fetch(`${server.origin}/api/websites/${site?.id}/files`, { method: 'POST', body: form, headers });
    const refusal = v.safeParse(errorBodySchema, await answer.json());
    answers.push({ status: answer.status, message: refusal.success ? refusal.output.error.message : '' });
    return { isRefused: refusal.success };
  };
  const untilRefused = async (): Promise<void> => {
    while (answers.length < tries) if ((await upload()).isRefused) return;
  };
  await Promise.all(lanes.map(untilRefused));
  // Counted while no upload is open: a file stays on the disk until its upload is refused.
  const full = onDisk('files');
  for (let round = 0; round < moreRounds; round += 1) await Promise.all(lanes.map(upload));
  const taken = answers.filter(({ status }) => status === 201).length;
  expect(taken).toBe(quota - before.files);
  expect(new Set(answers.filter(({ status }) => status !== 201).map(({ status, message }) => `${status} ${message}`))).toEqual(
    new Set([
      `422 Your account can store ${quota} files and has ${quota}: there is no room for one more. Delete files that are not used any more on the screen Files, then try again.`,
    ]),
  );
  expect((await usage()).files).toBe(quota);
  expect(onDisk('files')).toEqual(full);
  expect(onDisk('uploads').files).toBe(0);
});
