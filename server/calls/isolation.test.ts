import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blockField } from '#contract/blocks/block-screen.ts';
import { listBlocks } from '#contract/calls/blocks.ts';
import { allCalls, servedCalls } from '#contract/calls/index.ts';
import { listNames } from '#contract/entities/lists.ts';
import type { Field } from '#contract/fields/field.ts';
import { sampleValue, toWire, wireType } from '#contract/fields/index.ts';
import type { Json } from '#contract/json.ts';
import { bulkCallsOf } from '#contract/resources/bulk-calls.ts';
import type { ResourceDefinition } from '#contract/resources/define.ts';
import { everyResource } from '#contract/resources/every.ts';
import { settingsScreens } from '#contract/settings/index.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import { isReference } from '#contract/testing/sample-record.ts';
import { addressOf, bodyOf, choices, idsFor, passedOver, send, slotKey, slotsOf } from '../testing/foreign-ids.ts';
import { codeOf, type Got, messagesOf } from '../testing/harness.ts';
import { marker, type Side, startTwoAccounts } from '../testing/two-accounts.ts';

// Every call of the OpenAPI with the ids of another account: in its path, its query and its body, each alone and all together.

let world: Awaited<ReturnType<typeof startTwoAccounts>>;
beforeAll(async () => {
  world = await startTwoAccounts();
});
afterAll(() => world.harness.close());

const named = servedCalls.map((call) => [call.name, call] as const);
const own = named.filter(([, call]) => call.auth === 'bearer' && slotsOf(call).length > 0);

describe('another account’s record', () => {
  it.each(own)('does not exist for %s, and stays as it is', async (_, call) => {
    const slots = slotsOf(call);
    for (const foreign of choices(slots)) {
      const ids = await idsFor(call, slots, foreign, world);
      const body = await bodyOf(call, world.mine, ids);
      const before = await world.theirRows();
      const got = await send(world.harness, call, world.mine, ids, body);
      const isPassedOver = foreign.every(({ place, name }) => place !== 'path' && passedOver[call.name]?.includes(name));
      const tried = foreign.map(slotKey);
      if (!isPassedOver) expect([tried, got.status, got.status < 400 ? got.text : codeOf(got)]).toEqual([tried, 404, 'not_found']);
      expect(got.text).not.toContain(marker);
      expect([tried, await world.theirRows()]).toEqual([tried, before]);
    }
    // The same request is right for those who have the record.
    const ids = await idsFor(call, slots, slots, world);
    expect((await send(world.harness, call, world.theirs, ids, await bodyOf(call, world.theirs, ids))).status).toBe(call.success ?? 200);
    // What it has begun would change rows during the next test.
    await world.harness.deps.background.idle();
  });

  const fields = everyResource.flatMap((resource) => {
    const { create, update }: Partial<ResourceDefinition['calls']> = resource.calls;
    const calls = [create, update, bulkCallsOf(resource).update].flatMap((call) => call ?? []);
    return calls.flatMap((call) => referencesOf(resource).map((named) => [call.name, named.path, { call, resource, named }] as const));
  });
  it.skipIf(fields.length === 0).each(fields)('is refused by %s at the field %s', async (_, __, { call, resource, named }) => {
    const { field, inner } = named;
    const withOne = async (id: Awaited<ReturnType<Side['reference']>>) => {
      const ids = await idsFor(call, slotsOf(call), [], world);
      const value = inner ? [itemWith(field, inner, id)] : id;
      return send(world.harness, call, world.mine, ids, withValue(await bodyOf(call, world.mine, ids), field.key, value));
    };
    const referenceOf = (side: Side) => side.reference(resource, inner ?? field);
    // The same with an own one is right.
    expect((await withOne(await referenceOf(world.mine))).status).toBe(call.success ?? 200);
    // Uploads a file, where the field names one.
    const id = await referenceOf(world.theirs);
    const before = await world.theirRows();
    const got = await withOne(id);
    // A field that the other values hide is not stored.
    if (got.status < 400 && inner === null) expect(got.text).not.toContain(`"${field.key}":${JSON.stringify(id)}`);
    else expect([got.status, Object.keys(messagesOf(got)).map((name) => name.split('.').at(-1))]).toEqual([422, [field.key]]);
    expect(await world.theirRows()).toEqual(before);
  });
});

interface Reference {
  readonly field: Field;
  /** For a list of items: the field of an item. */
  readonly inner: Field | null;
  readonly path: string;
}

/** The fields that name a record or a file, those of items in a list among them. */
function referencesOf(resource: ResourceDefinition): readonly Reference[] {
  return resource.fields.flatMap((field): readonly Reference[] => {
    if (field.kind !== 'items') return isReference(resource, field) ? [{ field, inner: null, path: field.key }] : [];
    const inner = field.fields.filter((each) => isReference(resource, each));
    return inner.map((each) => ({ field, inner: each, path: `${field.key}.${each.key}` }));
  });
}

/** An item in which that field is shown, and names this. */
function itemWith(field: Field, inner: Field, id: Json): unknown {
  const sample = sampleValue(field);
  const [item] = Array.isArray(sample) ? sample : [];
  const { when } = inner;
  const shown = when && 'is' in when && 'field' in when ? { [when.field]: when.is[0] } : {};
  return { ...v.parse(v.record(v.string(), v.unknown()), item), ...shown, [inner.key]: id };
}

const itemsShape = v.object({ items: v.tuple([v.record(v.string(), v.unknown())]) });

/** A body with another value in a field: in that of its only item, where it has items. */
function withValue(body: unknown, key: string, value: unknown): unknown {
  const several = v.safeParse(itemsShape, body);
  if (several.success) return { items: [{ ...several.output.items[0], [key]: value }] };
  return { ...v.parse(v.record(v.string(), v.unknown()), body), [key]: value };
}

const ofNoResource = { references: {} };
const references = (fields: readonly Field[]) => fields.filter((field) => isReference(ofNoResource, field));

describe('a setting with a record of another account', () => {
  it('is refused, whichever setting it is', async () => {
    const byKey = new Map(settingsScreens.flatMap((screen) => references(fieldsOf(screen)).map((field) => [field.key, { screen, field }])));
    expect(byKey.size).toBeGreaterThan(10);
    const settings = await Promise.all(
      [...byKey].map(async ([key, { screen, field }]) => {
        const id = await world.theirs.reference(ofNoResource, field);
        const value = Array.isArray(id) ? id.map(String) : String(id);
        return { key, value: toWire(field, value), category: field.category ?? screen.category, type: wireType(field) };
      }),
    );
    const got = await world.mine.send('POST', '/api/websites/1/settings/update', { data: { settings } });
    expect([got.status, Object.keys(messagesOf(got)).toSorted()]).toEqual([422, [...byKey.keys()].toSorted()]);

    const values = Object.fromEntries(settings.map(({ key, value }) => [key, value]));
    const preview = await world.mine.send('POST', '/api/websites/1/preview', { component: 'index.twig', settings: values });
    expectNothingOf(
      preview,
      settings.flatMap(({ value }) => value ?? []),
    );
  });

  it('is refused by each block, and shown in no preview', async () => {
    const blocks = v.parse(v.object({ data: listBlocks.answer }), (await world.mine.send('GET', '/api/websites/1/blocks')).json).data;
    let tried = 0;
    for (const block of blocks) {
      const fields = references((block.settings ?? []).flatMap((setting) => blockField(block.key, setting, 'versatile') ?? []));
      if (fields.length === 0) continue;
      tried += fields.length;
      const settings = await Promise.all(
        fields.map(async (field) => {
          const id = await world.theirs.reference(ofNoResource, field);
          return { key: field.key, value: toWire(field, Array.isArray(id) ? id.map(String) : String(id)) };
        }),
      );
      const got = await world.mine.send('POST', `/api/websites/1/blocks/${block.id}/theme-settings/update`, { data: { settings } });
      expect([block.key, got.status, Object.keys(messagesOf(got)).toSorted()]).toEqual([
        block.key,
        422,
        fields.map(({ key }) => key).toSorted(),
      ]);
      const values = Object.fromEntries(settings.map(({ key, value }) => [key, value]));
      const preview = await world.mine.send('POST', '/api/websites/1/preview', {
        component: 'index.twig',
        theme_settings: { [block.id]: values },
      });
      expectNothingOf(
        preview,
        settings.flatMap(({ value }) => value ?? []),
      );
    }
    expect(tried).toBeGreaterThan(5);
  });
});

/** A preview with nothing of theirs: neither their texts nor the addresses of their files. */
function expectNothingOf(got: Got, ids: readonly unknown[]): void {
  expect(got.status).toBe(200);
  expect(got.text).not.toContain(marker);
  for (const id of ids) if (typeof id === 'string' && id.length > 20) expect(got.text).not.toContain(id);
}

describe('a read', () => {
  const reads = named.filter(([, call]) => call.auth === 'bearer' && call.method === 'GET');
  it.each(reads)('by %s has nothing of another account', async (_, call) => {
    const slots = slotsOf(call).filter(({ place, name }) => place === 'path' || name === 'website_id');
    const names = call.path.includes('{name}') ? listNames : [''];
    for (const name of names) {
      const ids = new Map([...(await idsFor(call, slots, [], world)), ...(name === '' ? [] : [['path.name', name] as const])]);
      for (const query of call.paginated ? ['', `?q=${marker}`, '?per_page=100'] : ['']) {
        const got = await world.mine.send('GET', `${addressOf(call, ids)}${query}`);
        expect(got.status).toBe(200);
        expect(got.text).not.toContain(marker);
      }
    }
  });

  it('of theirs finds the marked texts, so that the test above would', async () => {
    const found = await Promise.all(
      ['menus', 'forms', 'pages', 'blocks'].map(async (list) =>
        (await world.theirs.send('GET', `/api/websites/${world.theirs.websiteId}/${list}?q=${marker}`)).text.includes(marker),
      ),
    );
    expect(found).toEqual([true, true, true, true]);
    expect(world.tables).toEqual(
      expect.arrayContaining(['websites', 'users', 'tokens', 'blocks', 'block_settings', 'files', 'settings', 'redirects']),
    );
  });
});

describe('without a sign-in', () => {
  const open = ['login', 'requestPasswordReset', 'resetPassword', 'revokeSession'];
  it('these calls alone answer', () => {
    expect(
      allCalls
        .filter(({ auth }) => auth === 'none')
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(open);
  });

  const closed = allCalls.filter(({ auth }) => auth === 'bearer').map((call) => [call.name, call] as const);
  it.each(closed)('%s says so before it looks at anything else', async (_, call) => {
    const path = `/api${call.path.replaceAll(/\{\w+\}/gu, '%00')}?page=x&sort=x`;
    const authorizations: readonly Readonly<Record<string, string>>[] = [
      {},
      { authorization: 'Bearer ' },
      { authorization: `Bearer ${'x'.repeat(43)}`, 'x-account-id': '2' },
    ];
    for (const headers of authorizations) {
      const sent = {
        headers: { ...headers, 'content-type': 'text/plain', 'idempotency-key': '!' },
        ...(call.method === 'GET' ? {} : { raw: '{' }),
      };
      const got = await world.harness.call(call.method, path, sent);
      expect([got.status, codeOf(got), got.headers.get('www-authenticate')]).toEqual([401, 'unauthenticated', 'Bearer']);
    }
  });
});
