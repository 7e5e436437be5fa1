import * as v from 'valibot';
import { currentUser, login, logout } from '#contract/calls/authentication.ts';
import { requestPasswordReset, resetPassword } from '#contract/calls/password-reset.ts';
import { listBlocks, listThemeSettings } from '#contract/calls/blocks.ts';
import type { Call } from '#contract/calls/define.ts';
import { listFiles } from '#contract/calls/files.ts';
import { servedCalls } from '#contract/calls/index.ts';
import { preview } from '#contract/calls/preview.ts';
import { listSettings } from '#contract/calls/settings.ts';
import { getWebsite, listWebsites } from '#contract/calls/websites.ts';
import { listNames } from '#contract/entities/lists.ts';
import { everyResource } from '#contract/resources/every.ts';
import { forms } from '#contract/resources/forms.ts';
import { settingsScreens } from '#contract/settings/index.ts';
import { blockChecks } from './blocks.ts';
import type { Checked, Extent } from './checked.ts';
import type { Finding } from './report.ts';
import { resourceChecks } from './resources.ts';
import { savingChecks } from './saving.ts';
import { sessionChecks } from './sessions.ts';
import { uploadChecks } from './uploads.ts';
import { dataOf, refusalProblem, type Send, successProblem, tagOf } from './target.ts';

export interface Who {
  readonly email: string;
  readonly password: string;
}

/**
 * Checks an API against the contract. Unless it may only read, it saves one setting and one block a few times and restores them, adds a block and
 * a few records of each resource and deletes them, uploads one small picture, signs in twice more, and ends those sessions.
 */
export async function conformance(send: Send, who: Who, extent: Extent): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const readOnly = extent === 'reading';
  const found: Checked['found'] = (check, problem, otherwise) =>
    void findings.push({ check, kind: problem === null ? 'pass' : (otherwise ?? 'fail'), detail: problem ?? '' });
  try {
    const token = await signInChecks(send, who, found);
    const websiteId = token === null ? null : await firstWebsite(send, token, found);
    if (token !== null && websiteId !== null) {
      const checked = { send, token, websiteId, found };
      await readingChecks(checked);
      await pagingChecks(checked);
      await refusalChecks(checked);
      if (!readOnly) await savingChecks(checked);
      if (!readOnly) await uploadChecks(checked);
      if (!readOnly) await blockChecks(checked);
      await resourceChecks(checked, extent);
      await previewChecks(checked);
      if (!readOnly) await sessionChecks(checked, who);
      await logoutChecks(checked);
    }
  } catch (error) {
    found('the run', error instanceof Error ? error.message : String(error));
  }
  return findings;
}

async function signInChecks(send: Send, who: Who, found: Checked['found']): Promise<string | null> {
  const wrong = await send(login, { body: { ...who, password: `${who.password}-wrong` } });
  found('a wrong password is refused', refusalProblem(wrong, [401, 422]));
  found(
    'a malformed address is refused',
    refusalProblem(await send(login, { body: { ...who, email: 'not an address' } }), [400, 401, 422]),
  );
  const madeUp = { token: 'x'.repeat(43), email: who.email, new_password: `${who.password}-new` };
  found('a made-up link sets no password', refusalProblem(await send(resetPassword, { body: madeUp }), [400, 401, 403, 404, 410, 422]));
  found(
    'a reset says nothing of unknown addresses',
    successProblem(requestPasswordReset, await send(requestPasswordReset, { body: { email: 'nobody@conformance.invalid' } })),
  );
  const right = await send(login, { body: who });
  const problem = successProblem(login, right);
  const token = problem === null ? (dataOf(right, login.answer).access_token ?? null) : null;
  found('sign-in answers a token', problem ?? (token === null ? 'no access_token' : null));
  return token;
}

async function firstWebsite(send: Send, token: string, found: Checked['found']): Promise<string | null> {
  const answer = await send(listWebsites, { token });
  const problem = successProblem(listWebsites, answer);
  const first = problem === null ? dataOf(answer, listWebsites.answer)[0] : undefined;
  found('the account has a website', problem ?? (first ? null : 'the list is empty: the other checks need one'));
  return first?.id ?? null;
}

/** The values for the parameters in the contract's paths. */
async function samplesOf(checked: Checked): Promise<Readonly<Record<string, readonly string[]>>> {
  const { send, token, websiteId } = checked;
  const website = dataOf(await send(getWebsite, { token, params: { websiteId } }), getWebsite.answer);
  const files = await send(listFiles, { token, params: { websiteId } });
  const [file] = successProblem(listFiles, files) === null ? dataOf(files, listFiles.answer) : [];
  return {
    websiteId: [websiteId],
    fileId: file ? [file.id] : [],
    ...(await blockSamples(checked)),
    themeId: website.theme_id === null ? [] : [website.theme_id],
    selector: [...new Set(settingsScreens.map((screen) => screen.category))],
    name: listNames,
  };
}

/** A form, and its website: the first website may have none. */
async function formSample({ send, token }: Checked): Promise<Readonly<Record<string, string>> | null> {
  for (const { id: websiteId } of dataOf(await send(listWebsites, { token }), listWebsites.answer)) {
    const { list } = forms.calls;
    const answer = await send(list, { token, params: { websiteId } });
    const [form] = successProblem(list, answer) === null ? dataOf(answer, v.array(forms.schema)) : [];
    if (form) return { websiteId, formId: form.id };
  }
  return null;
}

async function blockSamples({ send, token, websiteId }: Checked): Promise<Readonly<Record<'blockId' | 'settingId', readonly string[]>>> {
  const answer = await send(listBlocks, { token, params: { websiteId } });
  const [block] = successProblem(listBlocks, answer) === null ? dataOf(answer, listBlocks.answer) : [];
  if (!block) return { blockId: [], settingId: [] };
  const settings = await send(listThemeSettings, { token, params: { websiteId, blockId: block.id } });
  const [setting] = successProblem(listThemeSettings, settings) === null ? dataOf(settings, listThemeSettings.answer) : [];
  return { blockId: [block.id], settingId: setting ? [setting.key] : [] };
}

async function readingChecks(checked: Checked): Promise<void> {
  const { send, token, found } = checked;
  const samples = await samplesOf(checked);
  const form = await formSample(checked);
  // The calls of resources have separate checks.
  const others = servedCalls.filter((call) => !everyResource.some(({ calls }) => Object.values(calls).includes(call)));
  for (const call of others.filter((item) => item.method === 'GET')) {
    for (const params of call.path.includes('{formId}') ? (form ? [form] : []) : paramsFor(call, samples)) {
      const answer = await send(call, { token, params });
      const named = Object.entries(params)
        .filter(([name]) => name !== 'websiteId')
        .map(([, value]) => ` ${value}`)
        .join('');
      found(`${call.name}${named} answers its shape`, successProblem(call, answer), call.extension ? 'note' : undefined);
    }
  }
}

function paramsFor(call: Call, samples: Readonly<Record<string, readonly string[]>>): readonly Record<string, string>[] {
  const names = [...call.path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name ?? '');
  return names.reduce<readonly Record<string, string>[]>(
    (sets, name) => sets.flatMap((set) => (samples[name] ?? []).map((value) => ({ ...set, [name]: value }))),
    [{}],
  );
}

async function pagingChecks({ send, token, found }: Checked): Promise<void> {
  const page = async (query: Readonly<Record<string, string>>) => {
    const answer = await send(listWebsites, { token, query });
    const { pagination } = v.parse(v.object({ pagination: v.object({ page: v.number(), total: v.number() }) }), answer.json);
    return { ...pagination, ids: dataOf(answer, listWebsites.answer).map((site) => site.id) };
  };
  const [first, second] = [await page({ page: '0', per_page: '1' }), await page({ page: '1', per_page: '1' })];
  found(
    'pages are counted from 0',
    first.page === 0 && second.page === 1 ? null : `asked for 0 and 1, answered ${first.page} and ${second.page}`,
  );
  found('per_page is kept to', first.ids.length <= 1 ? null : `asked for 1, answered ${first.ids.length}`);
  if (first.total > 1) found('two pages have different rows', first.ids[0] === second.ids[0] ? 'both have the same' : null);
  const nothing = await page({ q: 'no website has this name 7f3a' });
  found('q searches', nothing.ids.length === 0 ? null : 'it is ignored: the switcher then filters what it has', 'note');
}

async function refusalChecks({ send, token, websiteId, found }: Checked): Promise<void> {
  found('no token is refused', refusalProblem(await send(currentUser), [401]));
  found('a made-up token is refused', refusalProblem(await send(currentUser, { token: 'x'.repeat(43) }), [401]));
  const unknown = { token, params: { websiteId: '2147483647' } };
  found('an unknown website is not found', refusalProblem(await send(getWebsite, unknown), [403, 404]));
  const known = await send(getWebsite, { token, params: { websiteId } });
  found('reads answer a strong ETag', tagOf(known) === null ? 'there is none: the console compares values instead' : null, 'note');
  const settings = await send(listSettings, { token, params: { websiteId, selector: 'social' } });
  const dated = settings.status === 200 && dataOf(settings, listSettings.answer).every((setting) => setting.updated_at);
  found('settings say when they were saved', dated ? null : 'a conflict is then shown without its time', 'note');
}

/** A preview has no effect on any API, so a read-only run includes it. */
async function previewChecks({ send, token, websiteId, found }: Checked): Promise<void> {
  const title = `conformance ${crypto.randomUUID()}`;
  const body = { component: 'index.twig', settings: { homepage_seo_title: [title] } };
  const answer = await send(preview, { token, params: { websiteId }, body });
  const problem = successProblem(preview, answer);
  found('a preview answers its shape', problem);
  if (problem === null)
    found(
      'a preview shows what was posted',
      dataOf(answer, preview.answer).html.includes(title) ? null : 'the page does not hold it',
      'note',
    );
}

async function logoutChecks({ send, token, found }: Checked): Promise<void> {
  const answer = await send(logout, { token });
  found('logout is offered', successProblem(logout, answer), 'note');
  if (answer.status === 200) found('logout revokes the token', refusalProblem(await send(currentUser, { token }), [401]));
}
