import { login } from '#contract/calls/authentication.ts';
import { listSettings } from '#contract/calls/settings.ts';
import { listWebsites } from '#contract/calls/websites.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drain } from '#server/start/shutdown.ts';
import { type Harness, startHarness } from '#server/testing/harness.ts';
import { testHttpServer } from '#server/testing/http-server.ts';
import { listening } from '#server/testing/raw-http.ts';
import { demo } from '../support/accounts.ts';
import { conformance } from './checks.ts';
import { inWords } from './report.ts';
import { dataOf, type Send, target } from './target.ts';

let harness: Harness;
let api: string;
const server = testHttpServer((request, env) => harness.app.fetch(request, env));
beforeAll(async () => {
  harness = await startHarness();
  api = `http://127.0.0.1:${await listening(server)}/api`;
});
afterAll(async () => {
  await drain(server);
  await harness.close();
});

describe('the reference API', () => {
  it('does all that the contract asks for, and all that it leaves open', async () => {
    const findings = await conformance(target(api), demo, false);
    expect(findings.filter((finding) => finding.kind !== 'pass')).toEqual([]);
    expect(findings.length).toBeGreaterThan(40);
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

  it('is not touched by a run that only reads', async () => {
    const saved: unknown[] = [];
    const real = target(api);
    const watching: Send = (call, sent) => {
      if (call.method !== 'GET' && call.entity !== 'session' && call.entity !== 'preview') saved.push(sent?.body);
      return real(call, sent);
    };
    await conformance(watching, demo, true);
    expect(saved).toEqual([]);
  });

  it('is put back although a bad value was taken', async () => {
    const real = target(api);
    const lax: Send = (call, sent) => {
      const body: unknown = JSON.parse((JSON.stringify(sent?.body) ?? 'null').replace('javascript:alert(1)', 'https://taken.example'));
      return real(call, { ...sent, ...(sent?.body === undefined ? {} : { body }) });
    };
    const before = await facebook();
    const findings = await conformance(lax, demo, false);
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
    (await conformance(send, demo, true)).filter((finding) => finding.kind === 'fail').map((finding) => finding.check);

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

  it('is summed up in words', () => {
    expect(inWords([{ kind: 'fail', check: 'sign-in', detail: 'answered 500' }])).toContain(
      'FAIL  sign-in: answered 500\n\n0 in order, 0 noted, 1 failed. The console will not work',
    );
  });
});
