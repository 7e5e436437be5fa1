import { login } from '#contract/calls/authentication.ts';
import { servedCalls } from '#contract/calls/index.ts';
import { listSettings } from '#contract/calls/settings.ts';
import { listWebsites } from '#contract/calls/websites.ts';
import { redirects } from '#contract/resources/redirects.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drain } from '#server/start/shutdown.ts';
import { type Harness, startHarness } from '#server/testing/harness.ts';
import { testHttpServer } from '#server/testing/http-server.ts';
import { listening } from '#server/testing/listening.ts';
import { demo } from '../support/accounts.ts';
import { conformance } from './checks.ts';
import type { Checked } from './checked.ts';
import { describeFindings } from './report.ts';
import { resourceChecks } from './resources.ts';
import { dataOf, type Send, target } from './target.ts';

let harness: Harness;
let api: string;
const server = testHttpServer((request, env) => harness.app.fetch(request, env));
beforeAll(async () => {
  // Each test makes records, all for one account.
  harness = await startHarness({ accountWritesPerMinute: 1_000_000 });
  api = `http://127.0.0.1:${await listening(server)}/api`;
});
afterAll(async () => {
  await drain(server);
  await harness.close();
});

/** A run on somebody's API must not sign that person out elsewhere, and has no link from a mail. */
const notTried = ['endOtherSessions', 'resetPassword'];

describe('the reference API', () => {
  it('does all that the contract asks for, and all that it leaves open, in every call', async () => {
    const worked = new Set<string>();
    const real = target(api);
    const noting: Send = async (call, sent) => {
      const answer = await real(call, sent);
      if (answer.status < 300) worked.add(call.name);
      return answer;
    };
    const findings = await conformance(noting, demo, 'adding');
    expect(findings.filter((finding) => finding.kind !== 'pass')).toEqual([]);
    expect(servedCalls.map(({ name }) => name).filter((name) => !worked.has(name))).toEqual(notTried);
  });
});

describe('what an API holds', () => {
  const facebook = async () => {
    const send = target(api);
    const signedIn = dataOf(await send(login, { body: demo }), login.answer);
    const token = signedIn.access_token ?? '';
    const [website] = dataOf(await send(listWebsites, { token }), listWebsites.answer);
    const settings = await send(listSettings, { token, params: { websiteId: website?.id ?? '', selector: 'fb_link' } });
    return dataOf(settings, listSettings.answer)[0]?.value;
  };

  it('is not changed by a read-only run', async () => {
    const saved: unknown[] = [];
    const real = target(api);
    const watching: Send = (call, sent) => {
      if (call.method !== 'GET' && call.entity !== 'session' && call.entity !== 'preview') saved.push(sent?.body);
      return real(call, sent);
    };
    await conformance(watching, demo, 'reading');
    expect(saved).toEqual([]);
  });

  it('is put back although a bad value was taken', async () => {
    const real = target(api);
    const lax: Send = (call, sent) => {
      const body: unknown = JSON.parse((JSON.stringify(sent?.body) ?? 'null').replace('javascript:alert(1)', 'https://taken.example'));
      return real(call, { ...sent, ...(sent?.body === undefined ? {} : { body }) });
    };
    const before = await facebook();
    const findings = await conformance(lax, demo, 'restoring');
    expect(findings.find((finding) => finding.check === 'a bad value is refused')?.kind).toBe('note');
    expect(findings.find((finding) => finding.check === 'the setting is as it was before')?.kind).toBe('pass');
    expect(await facebook()).toEqual(before);
  });
});

describe('an API that is not right', () => {
  const spoiled = (spoil: (answer: Awaited<ReturnType<Send>>, name: string) => Partial<Awaited<ReturnType<Send>>>): Send => {
    const real = target(api);
    return async (call, sent) => {
      const answer = await real(call, sent);
      return { ...answer, ...spoil(answer, call.name) };
    };
  };
  const failed = async (send: Send) =>
    (await conformance(send, demo, 'reading')).filter((finding) => finding.kind === 'fail').map((finding) => finding.check);

  it.each<[string, Parameters<typeof spoiled>[0], string]>([
    [
      'answers a list without pagination',
      ({ json }, name) => (name === 'listMenus' ? { json: { data: (json as { data?: unknown }).data } } : {}),
      'listMenus answers its shape',
    ],
    ['refuses with a page of its own', ({ status }) => (status === 401 ? { json: undefined } : {}), 'no token is refused'],
    [
      'opens to anybody',
      ({ status, json }, name) => (name === 'currentUser' && status === 401 ? { status: 200, json } : {}),
      'a made-up token is refused',
    ],
    ['gives no token', (_, name) => (name === 'login' ? { status: 200, json: { data: {} } } : {}), 'sign-in answers a token'],
  ])('that %s is found out', async (_, spoil, check) => {
    expect(await failed(spoiled(spoil))).toContain(check);
  });

  const { calls, labels } = redirects;
  const without = (sent: Parameters<Send>[1], part: 'query' | 'headers', name: string): Parameters<Send>[1] => {
    const { [name]: _, ...rest } = sent?.[part] ?? {};
    return { ...sent, [part]: rest };
  };

  it.each<[string, (send: Send) => Send, string]>([
    ['sends all pages at once', (send) => (call, sent) => send(call, without(sent, 'query', 'page')), 'two pages have different records'],
    ['does not search', (send) => (call, sent) => send(call, without(sent, 'query', 'q')), 'q searches'],
    ['does not sort', (send) => (call, sent) => send(call, without(sent, 'query', 'sort')), 'sorted by redirects_from both ways'],
    ['makes a record twice', (send) => (call, sent) => send(call, without(sent, 'headers', 'idempotency-key')), 'is done once'],
    ['lets an old tag through', (send) => (call, sent) => send(call, without(sent, 'headers', 'if-match')), 'If-Match is honoured'],
    [
      'only says that it changed a record',
      (send) => (call, sent) => (call === calls.update ? send(calls.read, { ...sent, body: undefined }) : send(call, sent)),
      'a change is read',
    ],
    [
      'only says that it deleted one',
      (send) => (call, sent) => send(call === calls.remove ? calls.read : call, sent),
      'a deleted one is gone',
    ],
  ])('that %s is found out by its records', async (_, spoil, check) => {
    const found: string[] = [];
    const note: Checked['found'] = (name, problem) => void (problem !== null && found.push(name));
    const token = await harness.signIn();
    await resourceChecks({ send: spoil(target(api)), token, websiteId: '1', found: note }, 'restoring', [redirects]);
    expect(found.filter((name) => name.startsWith(`${labels.many}: `) && name.includes(check))).not.toEqual([]);
  });

  it('has a summary', () => {
    expect(describeFindings([{ kind: 'fail', check: 'sign-in', detail: 'answered 500' }])).toContain(
      'FAIL  sign-in: answered 500\n\n0 in order, 0 noted, 1 failed. The console will not work',
    );
  });
});
