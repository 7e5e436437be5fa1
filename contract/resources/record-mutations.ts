import * as v from 'valibot';
import { recordCacheKey } from '../cache-keys.ts';
import { mergeValues } from '../fields/index.ts';
import { listOf } from '../entities/setting.ts';
import { type Json, sameJson, toJson } from '../json.ts';
import { limits } from '../limits.ts';
import type { TargetScope } from '../outbox-entry.ts';
import { parsedBy } from '../parsed-by.ts';
import { bodyOf } from './body.ts';
import { compareFields, decidedBy } from './compare-fields.ts';
import { callFor, dialogPathOf, normalValue, recordTarget, type ResourceDefinition, type Values, withDerived } from './define.ts';
import { createdRecords, notSearched, withKnown } from './created-records.ts';
import { hiddenKeys, withBlanks, withoutKeys } from './hidden-fields.ts';
import { isLocalId } from './local-id.ts';
import { namedRecords } from './named-records.ts';
import { actBodySchema, createBodySchema, deleteBodySchema, type RecordBodies, updateBodySchema } from './record-bodies.ts';
import { upperFirst } from '../upper-first.ts';
import { parentParams, pathWithin, withoutParent } from './within.ts';
import { type Compared, defaults, type MutationDefinition, type Parent, type Patch, type PreflightComparison } from './mutation.ts';

type RecordMutations = { readonly [Kind in keyof RecordBodies]: MutationDefinition<RecordBodies[Kind]> };

const confirmedBy = ({ confirmed }: { readonly confirmed?: true | undefined }) => (confirmed ? ({ confirmed } as const) : {});

/** The mutations of one resource, derived from its definition. */
export function recordMutations(resource: ResourceDefinition): RecordMutations {
  const record = parsedBy(resource.schema);
  const listed = parsedBy(v.array(resource.schema));
  const label = resource.labels.one;
  const labelOf = (key: string) => resource.fields.find((field) => field.key === key)?.label ?? key;
  const secrets = new Set(resource.fields.flatMap((field) => (field.secret ? [field.key] : [])));
  const refuses = (body: { readonly values: Values }) => (Object.keys(body.values).some((key) => secrets.has(key)) ? 'secret' : null);
  const normal = (key: string, value: Json | undefined) => normalValue(resource, key, value);
  const same = (key: string, a: Json | undefined, b: Json | undefined) => sameJson(normal(key, a), normal(key, b));
  const created = createdRecords(resource);
  /** The values of a body, as the server stores them. */
  const normalValues = (body: { readonly values: Values }): Values =>
    Object.fromEntries(Object.entries(body.values).map(([key, value]) => [key, normal(key, value)]));
  const scoped = (websiteId: string | null) => (resource.scope === 'website' ? websiteId : null);

  const { localReferences, withServerIds } = namedRecords(resource);
  const localRecord = (id: string): Readonly<Record<string, string>> => (isLocalId(id) ? { [id]: id } : {});

  const gives = (body: { readonly values: Values }) => resource.oneOf.filter((key) => body.values[key] === true);

  const fieldOf = (key: string) => resource.fields.find((field) => field.key === key) ?? null;

  const { within } = resource;
  /** A part is in the same scope as the record that it is a part of, and stays a part of the same one. */
  function parent(scope: TargetScope, body: { readonly id?: string; readonly values?: Values }, cached: Json | null): Parent | null {
    const values = { ...record(cached), ...body.values };
    const id = within && values[within.key];
    if (!within || typeof id !== 'string') return null;
    const target = recordTarget({ name: within.resource, scope: resource.scope }, scope, id);
    return { ...target, cacheKey: recordCacheKey(within.resource, scoped(scope.websiteId), id) };
  }

  const onRecord = {
    ...defaults,
    ...(within ? { parent } : {}),
    isReadByRecord: true,
    isSame: same,
    labelOf: (_: unknown, key: string) => labelOf(key),
    holdsFile(key: string) {
      const field = fieldOf(key.replace(/\/.*/u, ''));
      return field === null || 'accept' in field;
    },
    fieldOf,
    wireOf: listOf,
    screenPath(body: { readonly id?: string; readonly localId?: string; readonly values?: Values }) {
      const dialog = dialogPathOf(resource, body.id ?? body.localId ?? '');
      const list = pathWithin(resource, body.values ?? {});
      return dialog === null || list.isBeginning ? list.path : `${list.path}/${dialog}`;
    },
    // The tag of a cached record belongs to the record alone, and its calls take it.
    isTagged: resource.concurrency === 'etag',
    stored: (cached: Json): Values => record(cached) ?? {},
  };

  const readRecord = (websiteId: string, { id }: { readonly id: string }) => ({
    call: callFor(resource, 'read'),
    params: { websiteId, id },
  });

  function compareValues(put: Values, base: Values, theirs: Json, compared: Compared): PreflightComparison {
    const stored = record(theirs);
    return stored ? compareFields(put, base, stored, compared, same) : { kind: 'unreadable' };
  }

  /** The common part of an update and an act: both write values to fields of one record. */
  const onFields = {
    ...onRecord,
    isByField: true,
    target: (scope: TargetScope, { id }: { readonly id: string }) => recordTarget(resource, scope, id),
    cacheKey: (websiteId: string | null, { id }: { readonly id: string }) => recordCacheKey(resource.name, scoped(websiteId), id),
    values: normalValues,
    applyToCache(
      cached: Json | null,
      body: { readonly id: string; readonly values: Values },
      answer: { readonly data: Json } | null,
      isNewest: boolean,
    ): Json {
      const answered: Values | null = record(answer?.data);
      if (answered && isNewest) return toJson(answered);
      const before = record(cached);
      const put = Object.entries(normalValues(body)).map(([key, value]): [string, Json] => [
        key,
        answered ? (answered[key] ?? null) : value,
      ]);
      return before ? toJson(withDerived(resource, { ...before, ...Object.fromEntries(put) })) : null;
    },
    read: readRecord,
  };

  /** A patch without the fields in which the other person's value is chosen, with the base of the choice; null: nothing is left. */
  function decided<Body extends { readonly values: Values }>(
    { body, base }: Patch<Body>,
    theirs: Values,
    choices: Readonly<Record<string, 'mine' | 'theirs'>>,
  ): Patch<Body> | null {
    const kept = decidedBy(body.values, base, theirs, choices);
    return kept && { body: { ...body, values: kept.values }, base: kept.base };
  }

  return {
    create: {
      ...onRecord,
      isReadByRecord: false,
      isCachedApart: true,
      isTagged: false,
      parse: parsedBy(createBodySchema),
      refuses,
      target: (scope, { localId }) => recordTarget(resource, scope, localId),
      cacheKey: (websiteId, { localId }) => recordCacheKey(resource.name, scoped(websiteId), localId),
      merge: () => null,
      values: () => ({}),
      applyToCache: () => null,
      resolve: (patch) => patch,
      references: localReferences,
      // A record that this device has created meanwhile is not this one, even if it looks like it.
      withServerIds: ({ body, base }, ids, createdHere) => ({
        body: { ...body, values: withServerIds(body.values, ids) },
        base: withKnown(base, createdHere),
      }),
      ...(resource.findCreated ? { baseAfterSearch: created.baseAfterSearch } : {}),
      localId: ({ localId }) => localId,
      amendedBy({ body, base }, later) {
        const update = later.mutation === 'update' ? v.safeParse(updateBodySchema, later.body) : null;
        if (!update?.success) return null;
        const merged = { ...body.values, ...update.output.values };
        // Other records may look like it now.
        const { name } = update.output;
        return {
          body: { ...body, name, values: withBlanks(resource.fields, merged), ...confirmedBy(update.output) },
          base: notSearched(base),
        };
      },
      looks: created.looks,
      gives,
      withoutGiven: ({ body, base }, flags) => ({
        body: { ...body, values: { ...body.values, ...Object.fromEntries(flags.map((key) => [key, false])) } },
        base: notSearched(base),
      }),
      created(patch, websiteId, { answer, read }) {
        const { order } = resource.list;
        const found = answer === null ? created.find(read, patch) : record(answer);
        if (!found) return null;
        return {
          serverId: found.id,
          // The server gives a new record its place: a later change of it begins from there.
          values: order === undefined ? normalValues(patch.body) : { ...normalValues(patch.body), [order]: found[order] ?? null },
          cached: { key: recordCacheKey(resource.name, scoped(websiteId), found.id), data: toJson(found) },
        };
      },
      send: (websiteId, body) => ({
        call: callFor(resource, 'create'),
        params: { websiteId, ...parentParams(resource, body.values) },
        body: { ...bodyOf(resource, { websiteId, id: null }, withoutParent(resource, body.values)), ...confirmedBy(body) },
      }),
      read: (websiteId, body) => ({
        call: resource.calls.list,
        params: { websiteId, ...parentParams(resource, body.values) },
        ...created.search(body),
      }),
      compare: created.compare,
      describe: (body) => `New ${label}: ${body.name}`,
    },
    update: {
      ...onFields,
      parse: parsedBy(updateBodySchema),
      refuses,
      // The server does not write a field that another value hides: its value would look like one that somebody has restored.
      merge(earlier, later) {
        const merged = { ...earlier.body.values, ...later.body.values };
        const hidden = hiddenKeys(resource.fields, merged);
        return {
          body: { ...later.body, values: withoutKeys(merged, hidden), ...confirmedBy(earlier.body) },
          base: withoutKeys({ ...later.base, ...earlier.base }, hidden),
        };
      },
      resolve: (patch, error, choices) => decided(patch, error.theirs ?? {}, choices),
      joined({ body, base }, theirs, isOver) {
        const both = Object.entries(theirs).flatMap(([key, value]) => {
          const [field, mine] = [fieldOf(key), body.values[key]];
          // Where somebody has restored the base, the change must not come back by itself.
          if (!field || mine === undefined || same(key, base[key], value)) return [];
          const merged = mergeValues(field, base[key] ?? null, mine, value, isOver);
          return merged === null ? [] : [[key, toJson(merged)] as const];
        });
        if (both.length === 0) return null;
        const kept = Object.fromEntries(both.map(([key]) => [key, theirs[key] ?? null]));
        return { body: { ...body, values: Object.fromEntries(both) }, base: kept };
      },
      gives,
      withoutGiven({ body, base }, flags) {
        const left = withoutKeys(body.values, flags);
        return Object.keys(left).length === 0 ? null : { body: { ...body, values: left }, base: withoutKeys(base, flags) };
      },
      references: (body) => ({ ...localRecord(body.id), ...localReferences(body) }),
      withServerIds: ({ body, base }, ids) => ({
        body: { ...body, id: ids.get(body.id) ?? body.id, values: withServerIds(body.values, ids) },
        base: withServerIds(base, ids),
      }),
      send: (websiteId, { id, values: put, ...body }) => ({
        call: callFor(resource, 'update'),
        params: { websiteId, id },
        body: { ...bodyOf(resource, { websiteId, id }, put), ...confirmedBy(body) },
      }),
      compare: ({ body, base }, theirs, compared) => compareValues(body.values, base, theirs, compared),
      describe: (body) => `${upperFirst(label)} ${body.name}: ${Object.keys(body.values).map(labelOf).join(', ')}`,
    },
    delete: {
      ...onRecord,
      isTagged: false,
      screenPath: () => pathWithin(resource, {}).path,
      parse: parsedBy(deleteBodySchema),
      target: (scope, { id }) => recordTarget(resource, scope, id),
      cacheKey: (websiteId, { id }) => recordCacheKey(resource.name, scoped(websiteId), id),
      merge: (_, later) => later,
      values: () => ({}),
      applyToCache: () => null,
      resolve: (patch) => patch,
      references: ({ id }) => localRecord(id),
      withServerIds: ({ body, base }, ids) => ({ body: { ...body, id: ids.get(body.id) ?? body.id }, base }),
      send: (websiteId, { id }) => ({ call: callFor(resource, 'remove'), params: { websiteId, id } }),
      ...(resource.calls.read
        ? {
            read: readRecord,
            // A record that can be read exists; a 404 shows that it does not.
            compare: (_: unknown, theirs: Json) => ({ kind: record(theirs) ? ('send' as const) : ('unreadable' as const) }),
          }
        : {
            isReadByRecord: false,
            read: (websiteId: string) => ({
              call: resource.calls.list,
              params: { websiteId },
              query: { per_page: limits.perPageMax },
              mostPages: 10,
            }),
            compare({ body }: Patch<{ readonly id: string }>, theirs: Json) {
              const found = listed(theirs);
              if (!found) return { kind: 'unreadable' as const };
              return { kind: found.some(({ id }) => id === body.id) ? ('send' as const) : ('done' as const) };
            },
          }),
      describe: (body) => `Delete ${label} ${body.name}`,
    },
    act: {
      ...onFields,
      isByField: false,
      parse: (body) => {
        const parsed = v.safeParse(actBodySchema, body);
        return parsed.success && parsed.output.act in resource.acts ? parsed.output : null;
      },
      // Repeating the same act is one act; two different acts are both sent.
      merge: (earlier, later) => (earlier.body.act === later.body.act ? { body: later.body, base: earlier.base } : null),
      resolve: (patch, error, choices) =>
        Object.keys(error.theirs ?? {}).some((key) => choices[key] === 'theirs') ? null : decided(patch, error.theirs ?? {}, choices),
      gives,
      references: ({ id }) => localRecord(id),
      withServerIds: ({ body, base }, ids) => ({ body: { ...body, id: ids.get(body.id) ?? body.id }, base }),
      send(websiteId, { id, act }) {
        const declared = resource.acts[act];
        if (!declared) throw new Error(`the resource ${resource.name} has no act ${act}`);
        return { call: declared.call, params: { websiteId, id } };
      },
      compare: ({ body, base }, theirs, compared) => compareValues(body.values, base, theirs, compared),
      describe: (body) => `${upperFirst(label)} ${body.name}: ${resource.acts[body.act]?.label ?? body.act}`,
    },
  };
}
