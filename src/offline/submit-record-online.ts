import { isProblem, type PaginationInfo } from '#contract/api-result.ts';
import { recordCacheKey } from '#contract/cache-keys.ts';
import { type Json, sameJson, toJson } from '#contract/json.ts';
import { bodyOf, messagesAtFields } from '#contract/resources/body.ts';
import { createdRecords } from '#contract/resources/created-records.ts';
import { callFor, type RecordValues, recordTarget, type ResourceDefinition, type Values } from '#contract/resources/define.ts';
import { isLocalId, localId } from '#contract/resources/local-id.ts';
import type { Patch } from '#contract/resources/mutation.ts';
import type { CreateBody } from '#contract/resources/record-bodies.ts';
import { newId } from '#db/new-id.ts';
import type { SecretsSaveResult } from '#machines/ports.ts';
import type { RecordSaveResult } from '#machines/record-list/record-list.ports.ts';
import * as v from 'valibot';
import { followSubmission } from '#src/app/submissions.ts';
import { failed, isFirst, type SaveOwner, ownerNow, sendUnstored, type UnstoredFailure, type UnstoredParts } from './send-unstored.ts';

/** A create whose outcome is not known: it was sent with this key, and the list was searched before. In memory only. */
interface IndeterminateCreate {
  readonly values: Values;
  readonly idempotencyKey: string;
  readonly create: Patch<CreateBody>;
}

const maybeMessage = (one: string): string => `There was no answer, and it is not known whether the ${one} was created. Look in the list.`;

/**
 * Sends changes of records that contain a secret: by themselves, only online, and without storing them. The rest of an update goes
 * through the outbox; a create is sent whole, since the record does not exist without its secret.
 */
export function createSubmitRecordOnline(parts: UnstoredParts, resource: ResourceDefinition, websiteId: string) {
  const { client, store, isCurrentUser } = parts;
  const { calls, labels } = resource;
  const created = createdRecords(resource);
  let indeterminate: IndeterminateCreate | null = null;

  /** The search that finds whether a create was applied; null: no answer. */
  async function search(owner: SaveOwner, body: CreateBody) {
    const { query = {} } = created.search(body);
    const result = await client.call(calls.list, { params: { websiteId }, query, credentials: owner.credentials });
    return isProblem(result) ? null : { found: toJson(result.data), pagination: result.pagination };
  }

  function appliedIn(create: Patch<CreateBody>, found: Json, pagination: PaginationInfo | null): { data: Json } | UnstoredFailure | null {
    const { kind } = created.compare(create, found, { mayHaveBeenApplied: true, pagination });
    const record = kind === 'done' ? created.find(found, create) : null;
    if (record) return { data: toJson(record) };
    return kind === 'send' ? null : failed(maybeMessage(labels.one));
  }

  /** A repeated Save with the same values is the same create; any other is a new one. */
  async function begin(owner: SaveOwner, values: Values): Promise<IndeterminateCreate> {
    if (indeterminate && sameJson(toJson(indeterminate.values), toJson(values))) return indeterminate;
    const body: CreateBody = { localId: localId(newId()), name: labels.one, values };
    const before = await search(owner, body);
    const base = before ? created.baseAfterSearch({ body, base: {} }, before.found, before.pagination) : {};
    return { values, idempotencyKey: newId(), create: { body, base } };
  }

  async function create(values: Values): Promise<RecordSaveResult> {
    const owner = ownerNow(parts);
    if ('kind' in owner) return { kind: 'failed', code: 'unknown', message: owner.message };
    const { userId } = owner;
    const begun = await begin(owner, values);
    const findApplied = async () => {
      const after = await search(owner, begun.create.body);
      return after ? appliedIn(begun.create, after.found, after.pagination) : null;
    };
    const earlier = begun === indeterminate ? await findApplied() : null;
    const sent =
      earlier === null
        ? await sendUnstored<unknown>(parts, owner, {
            mutation: 'create',
            idempotencyKey: begun.idempotencyKey,
            send: (options) =>
              client.call(callFor(resource, 'create'), {
                params: { websiteId },
                body: bodyOf(resource, { websiteId, id: null }, values),
                ...options,
              }),
            findApplied,
          })
        : 'kind' in earlier
          ? { ...earlier, isIndeterminate: true as const }
          : { kind: 'saved' as const, data: earlier.data };
    indeterminate = sent.kind === 'failed' && sent.isIndeterminate ? begun : null;
    if (sent.kind === 'failed')
      return { kind: 'refused', message: sent.message, fields: messagesAtFields(resource.fields, values, sent.fields) };
    const record = v.parse(resource.schema, sent.data);
    await remember(userId, record);
    return { kind: 'saved', id: record.id };
  }

  /** Caches a new record, so that its form opens offline. */
  async function remember(userId: string, record: RecordValues): Promise<void> {
    const scopedTo = resource.scope === 'website' ? websiteId : null;
    const key = recordCacheKey(resource.name, scopedTo, record.id);
    const [epoch, expectedRevision] = await Promise.all([store.dataEpoch(userId), store.cache.revision(userId, key)]);
    if (!isCurrentUser(userId)) return;
    // Where the device has no room the list is fetched again all the same.
    await store.cache
      .put(userId, key, { websiteId: scopedTo, data: toJson(record), etag: null, expectedRevision, epoch })
      .catch(() => false);
  }

  async function submitSecrets(id: string, secrets: Values): Promise<SecretsSaveResult> {
    const owner = ownerNow(parts);
    if ('kind' in owner) return owner;
    const behind = failed(`Earlier changes of this ${labels.one} are not on the server yet. Save this once they are.`);
    if (!(await isFirst(store, owner, recordTarget(resource, { websiteId, accountId: owner.credentials.accountId }, id)))) return behind;
    const serverId = isLocalId(id) ? (await store.files.idMap(owner.userId)).get(id) : id;
    if (serverId === undefined) return behind;
    const sent = await sendUnstored(parts, owner, {
      mutation: 'update',
      // No tag: nobody else's change is overwritten, since a secret is compared with nothing.
      send: (options) =>
        client.call(callFor(resource, 'update'), {
          params: { websiteId, id: serverId },
          body: bodyOf(resource, { websiteId, id: serverId }, secrets),
          ...options,
        }),
    });
    return sent.kind === 'saved' ? { kind: 'saved' } : { kind: 'failed', message: sent.message, fields: sent.fields };
  }

  return {
    create: (values: Values) => followSubmission(create(values)),
    submitSecrets: (id: string, secrets: Values) => followSubmission(submitSecrets(id, secrets)),
  };
}
