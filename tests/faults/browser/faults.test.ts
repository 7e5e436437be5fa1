import { createServer } from 'node:http';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Block } from '#contract/entities/block.ts';
import type { Json } from '#contract/json.ts';
import { listening } from '#server/testing/listening.ts';
import type { Api } from '../../support/api.ts';
import { Random } from '../simulator/random.ts';
import { compared } from './compared.ts';
import { type Fault, FaultSchedule, faults } from './fault-schedule.ts';
import { type Effect, startFaultyProxy } from './faulty-proxy.ts';
import { type Change, Ledger, type Promised } from './ledger.ts';
import { readOptions } from './options.ts';
import { answerOf } from './said.ts';

describe('the command line', () => {
  it('is read', () => {
    const reading = readOptions(['--minutes', '0.5', '--seed', '7', '--no-keys']);
    expect(reading).toEqual({ ok: true, options: { mode: 'day', minutes: 0.5, seed: 7, rounds: 30, keys: false, deletes: false } });
  });

  it.each([
    [['--minutes', 'many'], '--minutes: is not a number'],
    [['--kill-server', '--two-tabs'], '--kill-server and --two-tabs are runs of their own.'],
  ])('%j is not understood', (args, problem) => expect(readOptions(args)).toEqual({ ok: false, problem }));
});

describe('the schedule', () => {
  it('draws the same from the same seed, every fault at some time, and none once it has healed', () => {
    const schedule = new FaultSchedule(new Random(1));
    expect(schedule.draw(true)).toBeNull();
    const drawn = new Set<Fault | null>();
    for (let seed = 1; seed <= 300; seed += 1) {
      const [one, other] = [new FaultSchedule(new Random(seed)), new FaultSchedule(new Random(seed))];
      one.begin();
      other.begin();
      for (let at = 0; at < 10; at += 1) {
        const fault = one.draw(true);
        expect(other.draw(true)).toBe(fault);
        drawn.add(fault);
      }
      one.heal();
      expect(one.draw(true)).toBeNull();
    }
    expect([...faults].filter((fault) => !drawn.has(fault))).toEqual([]);
  });
});

describe('the proxy', () => {
  let taken: { readonly key: string | undefined; readonly body: string }[] = [];
  const api = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    try {
      for await (const part of request) parts.push(part as Buffer);
    } catch {
      return;
    }
    taken.push({ key: request.headers['idempotency-key']?.toString(), body: Buffer.concat(parts).toString() });
    response.writeHead(201, { 'content-type': 'application/json', etag: '"1"' }).end('{"data":1}');
  });
  let origin = '';
  beforeAll(async () => {
    origin = `http://127.0.0.1:${await listening(api)}`;
  });
  afterAll(() => {
    api.closeAllConnections();
    api.close();
  });

  async function sent(fault: Fault | null, keys = true) {
    taken = [];
    await using proxy = await startFaultyProxy({ draw: () => fault, holdMs: () => 1, keys });
    proxy.leadTo(origin);
    const answer = await fetch(`${proxy.origin}/api/records`, { method: 'POST', headers: { 'idempotency-key': 'k' }, body: 'record' })
      .then(async (response) => ({ status: response.status, text: await response.text(), etag: response.headers.get('etag') }))
      .catch(() => null);
    return { answer, taken, effects: proxy.effects.length };
  }

  it.each([
    [null, 201, 1],
    ['requestLost', null, 0],
    ['requestCut', null, 0],
    ['answerLost', null, 1],
    ['answerCut', null, 1],
    ['gatewayBefore', 502, 0],
    ['gatewayAfter', 504, 1],
    ['portal', 200, 0],
    ['wrongShape', 200, 1],
    ['throttled', 429, 0],
    ['unavailable', 503, 0],
    ['held', 201, 1],
  ] as const)('%s: the browser receives %s, the API applies %i', async (fault, status, effects) => {
    const result = await sent(fault);
    expect([result.answer?.status ?? null, result.taken.length, result.effects]).toEqual([status, effects, effects]);
  });

  it('removes keys and tags for an API that does not support them', async () => {
    expect((await sent(null)).taken).toEqual([{ key: 'k', body: 'record' }]);
    const without = await sent(null, false);
    expect([without.taken, without.answer?.etag]).toEqual([[{ key: undefined, body: 'record' }], null]);
  });
});

describe('what the screen says', () => {
  it('to one change is not taken for the answer to the next one', async () => {
    globalThis.appearedToasts = [['All changes sent'], ['Saved on this device', 'The server has trouble.']];
    const page = {
      waitForFunction: async (look: () => unknown) => ({ jsonValue: async () => look() }),
    } as unknown as Page;
    expect(await answerOf(page)).toEqual({ promised: 'device', said: 'Saved on this device: The server has trouble.' });
    expect(globalThis.appearedToasts).toEqual([]);
    globalThis.appearedToasts = undefined;
  });
});

describe('what is compared', () => {
  const block = (id: string, label: string): Block => ({
    id,
    key: 'banner',
    label,
    enabled: true,
    static: false,
    priority: 0,
    settings: [],
  });

  function findingsOf(
    changes: readonly (readonly [change: Change, promised: Promised])[],
    stored: { readonly setting?: Json; readonly blocks?: readonly Block[]; readonly saves?: readonly string[] },
  ) {
    const ledger = new Ledger();
    for (const [change, promised] of changes) ledger.write('1', change).promised = promised;
    const effects = (stored.saves ?? []).map(
      (value, at): Effect => ({ at, method: 'POST', path: '/api/settings', key: `k${at}`, body: JSON.stringify([value]) }),
    );
    const api: Pick<Api, 'blocks' | 'setting' | 'call'> = {
      blocks: async () => stored.blocks ?? [],
      setting: async () => stored.setting ?? null,
      call: async () => Response.json({ data: [] }),
    };
    return compared({ api, websiteId: '1', ledger, left: [], effects, keys: true }).then(({ findings }) =>
      findings.map(({ kind }) => kind),
    );
  }
  const social = (value: string): Change => ({ kind: 'setting', category: 'social', key: 'fb_link', value });

  it('takes the last promised value, or one after it of which nothing was said', async () => {
    const changes = [
      [social('one'), 'server'],
      [social('two'), 'device'],
      [social('three'), 'none'],
    ] as const;
    expect(await findingsOf(changes, { setting: 'two', saves: ['one', 'two'] })).toEqual([]);
    expect(await findingsOf(changes, { setting: 'three', saves: ['one', 'three'] })).toEqual([]);
    expect(await findingsOf(changes, { setting: 'one', saves: ['one'] })).toEqual(['lost']);
  });

  it('finds a value that came after a later one, and one that was called saved and never sent', async () => {
    const changes = [
      [social('one'), 'server'],
      [social('two'), 'server'],
    ] as const;
    expect(await findingsOf(changes, { setting: 'two', saves: ['one', 'two', 'one', 'two'] })).toEqual(['reordered']);
    expect(await findingsOf(changes, { setting: 'two', saves: ['two'] })).toEqual(['lost']);
  });

  it('finds a block that is not there, that is there twice, and that was deleted', async () => {
    const made = [{ kind: 'create', label: 'Made 1' }, 'device'] as const;
    expect(await findingsOf([made], { blocks: [block('1', 'Made 1')] })).toEqual([]);
    expect(await findingsOf([made], {})).toEqual(['lost']);
    expect(await findingsOf([made], { blocks: [block('1', 'Made 1'), block('2', 'Made 1')] })).toEqual(['doubled']);
    expect(await findingsOf([made, [{ kind: 'delete', label: 'Made 1' }, 'device']], { blocks: [block('1', 'Made 1')] })).toEqual(['lost']);
  });

  it('does not call a change lost that one of two equal blocks has', async () => {
    const changes = [
      [{ kind: 'create', label: 'Made 1' }, 'device'],
      [{ kind: 'title', label: 'Made 1', value: 'Title 2' }, 'device'],
    ] as const;
    const title = { key: 'banner_title', label: 'Title', type: 'text', priority: 0, value: ['Title 2'], default: null };
    const titled: Block = { ...block('2', 'Made 1'), settings: [title] };
    expect(await findingsOf(changes, { blocks: [block('1', 'Made 1'), titled] })).toEqual(['doubled']);
    expect(await findingsOf(changes, { blocks: [block('1', 'Made 1')] })).toEqual(['lost']);
  });

  it('finds an order that differs from the promised one, whatever else changed in between', async () => {
    const order = [{ kind: 'order', labels: ['a', 'b'] }, 'server'] as const;
    expect(await findingsOf([order], { blocks: [block('1', 'a'), block('3', 'c'), block('2', 'b')] })).toEqual([]);
    expect(await findingsOf([order], { blocks: [block('2', 'b'), block('1', 'a')] })).toEqual(['lost']);
  });
});
