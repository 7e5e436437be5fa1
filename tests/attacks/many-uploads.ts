import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { limits } from '#contract/limits.ts';
import { accountUsage } from '#contract/calls/files.ts';
import { png } from '#server/testing/uploads.ts';
import { demo, other } from '../support/accounts.ts';
import { type Api, signedInApi } from '../support/api.ts';
import { p95 } from './observe.ts';
import type { Row } from './rows.ts';
import { type Attack, healthPath, type Scene, type Target } from './scene.ts';
import { endingsOf, type Upload, type UploadAnswer, uploadOf } from './uploads.ts';

const count = 10_000;
/** As many parallel uploads as the server accepts from one account. */
const atOnce = 8;
/** Uploading ends after this time. ms. */
const uploadMs = 200_000;
const fillMs = 120_000;
/** By then the senders' connections are closed, and the memory of the uploads is freed. ms. */
const restMs = 12_000;
const listings = 100;

/** The answers to this many uploads, eight at a time; fewer where the time is over, or one was refused. */
async function sendAll(upload: Upload, uploads: number, ms: number): Promise<readonly UploadAnswer[]> {
  const [answers, start]: [UploadAnswer[], number] = [[], performance.now()];
  let sent = 0;
  let isRefused = false;
  const sender = async () => {
    while (sent < uploads && !isRefused && performance.now() - start < ms) {
      sent += 1;
      const answer = await upload();
      answers.push(answer);
      isRefused ||= answer.status !== 201;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  return answers;
}

/** Times of the requests for the list of files, as the screen makes them, one after the other. ms. */
async function listTimes(api: Api): Promise<readonly number[]> {
  const times: number[] = [];
  for (let asked = 0; asked < listings; asked += 1) {
    const start = performance.now();
    const answer = await api.call('GET', '/websites/1/files?per_page=25');
    await answer.arrayBuffer();
    if (!answer.ok) return [];
    times.push(performance.now() - start);
  }
  return times;
}

const usageAnswer = v.object({ data: accountUsage.answer });

/** Null where the API does not report it, or the account has no limit. */
async function filesAllowed(api: Api): Promise<{ readonly files: number; readonly allowed: number } | null> {
  const answer = await api.call('GET', accountUsage.path);
  const text = await answer.text();
  if (!answer.ok) return null;
  const { files, files_allowed: allowed } = v.parse(usageAnswer, JSON.parse(text)).data;
  return allowed === null ? null : { files, allowed };
}

const isMade = ({ status }: UploadAnswer) => status === 201;
/** Uploads that came to an end in one second. */
const rateOf = (answers: readonly UploadAnswer[]) =>
  answers.length === 0 ? 0 : (1000 * atOnce) / (answers.reduce((sum, { ms }) => sum + ms, 0) / answers.length);

async function rowsOfMany(scene: Scene, target: Target, api: Api, upload: Upload): Promise<readonly Row[]> {
  const uploads = scene.scaled(count);
  for (let warmUp = 0; warmUp < atOnce; warmUp += 1) await upload();
  const listBefore = await listTimes(api);
  await sleep(Math.min(restMs, restMs * (uploads / count) + 1000));
  const [before, descriptors] = [target.residentMb(), target.descriptors()];
  const observation = await scene.observe(target, healthPath, 50);
  const start = performance.now();
  const answers = await sendAll(upload, uploads, uploadMs);
  const seconds = (performance.now() - start) / 1000;
  const observed = await observation.end();
  const listAfter = await listTimes(api);
  await sleep(restMs);
  const made = answers.filter(isMade).length;
  const tenth = Math.max(1, Math.floor(answers.length / 10));
  return [
    { name: `of ${uploads} uploads: taken`, unit: '', during: made, bound: { of: 'during', atLeast: uploads } },
    { name: `uploads, ${atOnce} at a time`, unit: 'a second', during: made / seconds, bound: { of: 'during', atLeast: 50 } },
    {
      ...{ name: 'uploads at first, at the end', unit: 'a second' },
      ...{ before: rateOf(answers.slice(0, tenth)), after: rateOf(answers.slice(-tenth)) },
    },
    { name: 'an upload, p95', unit: 'ms', during: p95(answers.map(({ ms }) => ms)) },
    { name: 'health, p95', unit: 'ms', during: p95(observed.times), bound: { of: 'during', atMost: 200 } },
    {
      ...{ name: 'resident memory', unit: 'MB', before, during: observed.peakMb, after: target.residentMb() },
      bound: { of: 'growth', atMost: 500 },
    },
    {
      ...{ name: 'descriptors', unit: '', before: descriptors, during: observed.peakDescriptors, after: target.descriptors() },
      bound: { of: 'after', atMost: (descriptors ?? 0) + 20 },
    },
    {
      ...{ name: 'list of files, p95', unit: 'ms', before: p95(listBefore), after: p95(listAfter) },
      bound: { of: 'after', atMost: 100 },
    },
  ];
}

/** Fills the account up to its last allowed file, and tries one more. */
async function rowsOfQuota(target: Target, api: Api, upload: Upload): Promise<{ readonly rows: readonly Row[]; readonly note: string }> {
  const quota = await filesAllowed(api);
  if (quota === null) return { rows: [], note: 'This revision has no limit on the files of an account: that part is left out.' };
  const whole = await uploadOf(
    target.origin,
    api,
    Array.from({ length: limits.filesPerUpload }, (_, at) => [`${at}.png`, png()] as const),
  );
  const room = quota.allowed - quota.files;
  const filling = await sendAll(whole, Math.floor(room / limits.filesPerUpload), fillMs);
  const last = await sendAll(upload, room % limits.filesPerUpload, fillMs);
  const refused = await upload();
  const full = await filesAllowed(api);
  const save = await api.call('POST', '/websites/1/settings/update', {
    data: { settings: [{ key: 'fb_link', value: ['https://www.facebook.com/full'], category: 'social', type: null }] },
  });
  const list = await api.call('GET', '/websites/1/files?per_page=25');
  const elses = await signedInApi(target.origin, other);
  const [website] = await elses.websites();
  const elsesUpload = await uploadOf(target.origin, elses, [['a.png', png()]], { websiteId: website?.id ?? '' });
  const isWell = [save.status === 200, list.status === 200, (await elsesUpload()).status === 201].filter((is) => is).length;
  return {
    rows: [
      { name: 'files that the account may have', unit: '', during: quota.allowed },
      {
        ...{ name: 'files that it has when it is refused', unit: '', before: quota.files, after: full?.files ?? null },
        bound: { of: 'after', atLeast: quota.allowed, atMost: quota.allowed },
      },
      {
        ...{ name: 'one more is refused as quota_exceeded (1: yes)', unit: '', after: refused.code === 'quota_exceeded' ? 1 : 0 },
        bound: { of: 'after', atLeast: 1 },
      },
      {
        ...{ name: 'of a save, the list, another account’s upload: well', unit: '', after: isWell },
        bound: { of: 'after', atLeast: 3 },
      },
    ],
    note: `Filled by uploads of ${limits.filesPerUpload} files, answered: ${endingsOf([...filling, ...last])}; the one more: ${endingsOf([refused])}.`,
  };
}

/** One account uploads as much as it may: many small files, then up to its quota. */
export const manyUploads: Attack = {
  title: 'Many uploads by one account',
  deadlineMs: 480_000,
  run: async (scene) => {
    // A run at a small scale sets a small quota; otherwise it tests the default.
    const small: Readonly<Record<string, string>> =
      scene.scaled(count) === count ? {} : { ACCOUNT_FILES: String(scene.scaled(2 * count) + 200) };
    const target = await scene.startTarget(small);
    const api = await signedInApi(target.origin, demo);
    const upload = await uploadOf(target.origin, api, [['a.png', png()]]);
    const many = await rowsOfMany(scene, target, api, upload);
    const quota = await rowsOfQuota(target, api, upload);
    return { rows: [...many, ...quota.rows], notes: [quota.note] };
  },
};
