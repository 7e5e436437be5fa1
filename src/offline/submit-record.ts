import { isBlankText } from '#contract/invisible.ts';
import { toJson } from '#contract/json.ts';
import { storeStalledMessage } from '#contract/pending-reason.ts';
import { confirmationRequired, maybeCreated } from '#contract/outbox-entry.ts';
import type { ResourceDefinition, Values } from '#contract/resources/define.ts';
import { isLocalId, localId } from '#contract/resources/local-id.ts';
import { cutName } from '#contract/resources/record-bodies.ts';
import type { NewRecordMutation } from '#db/append.ts';
import { newId as randomId } from '#db/new-id.ts';
import type { RecordChange, RecordSubmission, RecordSaveResult } from '#machines/record-list/record-list.ports.ts';
import { followSubmission } from '#src/app/submissions.ts';
import {
  awaitStatuses,
  discardedMessage,
  refusedByStore,
  type RetainedChange,
  returnToForm,
  type AwaitStatusParts,
  wasNeverCreated,
} from './outbox-submission.ts';
import { pendingReason } from './pending-reason.ts';
import { type CurrentUser, epochAtSave, recordScope } from './current-user.ts';

export interface SubmitRecordParts extends AwaitStatusParts {
  readonly user: () => CurrentUser;
  /** Called for each change that is reported as pending. */
  readonly onPending: () => void;
  /** UUIDs. */
  readonly newId?: () => string;
}

type Planned = {
  readonly id: string;
  readonly mutation: Pick<NewRecordMutation, 'resource' | 'base' | 'seen'> & WithBody<NewRecordMutation>;
};
type WithBody<Each> = Each extends NewRecordMutation ? Pick<Each, 'mutation' | 'body'> : never;

const deletedElsewhereMessage = (one: string): string => `This ${one} was deleted elsewhere. Save once more to create it again.`;

type SubmitRecord = (submission: RecordSubmission, signal: AbortSignal) => Promise<RecordSaveResult>;

/** Stores a change of a record in the outbox, and reports the state of it that the screen shows. `websiteId`: of the screen. */
export function createSubmitRecord(parts: SubmitRecordParts, resource: ResourceDefinition, websiteId: string): SubmitRecord {
  const { store, user, pendingReasonNow, onPending, newId = randomId } = parts;
  return (submission, signal) => followSubmission(submit(submission, signal));

  async function submit({ change, saved, onEnqueued, onGivenBack }: RecordSubmission, signal: AbortSignal): Promise<RecordSaveResult> {
    const owner = user();
    const { userId, accountId } = owner;
    const epoch = await epochAtSave(store, userId);
    if (epoch === null) return { kind: 'failed', code: 'unknown', message: storeStalledMessage };
    const question = await questionBefore(owner, change);
    if (question !== null) return { kind: 'refused', message: question, fields: {}, isQuestion: true };
    const planned = await plan(owner, change);
    const result = await store.outbox.appendAll([{ userId, accountId, websiteId, epoch, ...planned.mutation }], saved);
    if (result.kind === 'refused') return refusedByStore(result, resource.labels.one);
    onEnqueued?.();
    const statuses = await awaitStatuses(parts, result, signal);
    const [status] = statuses;
    const pending = { kind: 'pending', id: planned.id, reason: pendingReason(statuses, pendingReasonNow(), store.place()) } as const;
    // The screen is closed: a rejected entry stays in the outbox for the sync centre.
    if (!status || signal.aborted) return pending;
    const isOfForm = change.kind === 'create' || change.kind === 'update';
    const retained: RetainedChange = isOfForm
      ? { values: change.values }
      : { body: toJson(planned.mutation.body), submitted: result.opIds };
    const giveBack = (opId: string) =>
      returnToForm(store, { userId, epoch, opId, mutation: change.kind, retained, signal, onGivenBack: () => onGivenBack?.() });
    switch (status.kind) {
      case 'saved':
        return { kind: 'saved', id: await serverIdOf(userId, planned.id) };
      case 'rejected':
        // It stays in the outbox, and a later save of the form belongs to its record.
        if (status.error.code === maybeCreated) return pending;
        await giveBack(status.opId);
        return {
          kind: 'refused',
          message: status.error.message,
          fields: status.error.fields,
          ...(status.error.code === confirmationRequired ? { isQuestion: true } : {}),
        };
      case 'conflict':
        if (status.error?.code !== 'gone' || change.kind !== 'update') return { kind: 'conflict' };
        await giveBack(status.opId);
        return { kind: 'refused', message: deletedElsewhereMessage(resource.labels.one), fields: {}, isGone: true };
      case 'discarded':
        if (change.kind === 'delete' && (await wasNeverCreated(store, userId, planned.id, status)))
          return { kind: 'saved', id: planned.id };
        return { kind: 'failed', code: 'unknown', message: discardedMessage };
      case 'pending':
        onPending();
        return pending;
    }
  }

  /** What a person has to say before these values are stored; null: nothing. */
  async function questionBefore(owner: CurrentUser, change: RecordChange): Promise<string | null> {
    if ((change.kind !== 'create' && change.kind !== 'update') || change.isConfirmed || resource.asksAbout.length === 0) return null;
    const scope = recordScope(owner, resource, websiteId);
    try {
      const [{ deviceQuestion }, records] = await Promise.all([import('./records-beside.ts'), store.records()]);
      return await deviceQuestion(records, scope, change.kind === 'update' ? change.id : null, change.values);
    } catch {
      // Without the code or the store this device knows nothing to ask; the server does.
      return null;
    }
  }

  async function serverIdOf(userId: string, id: string): Promise<string> {
    return isLocalId(id) ? ((await store.files.idMap(userId)).get(id) ?? id) : id;
  }

  /** The bodies are as the store keeps them: one that comes back with a refusal is compared with what was submitted. */
  async function plan(owner: CurrentUser, change: RecordChange): Promise<Planned> {
    const resourceName = resource.name;
    const name = cutName(change.kind === 'create' ? recordName(resource, change.values) : change.name);
    switch (change.kind) {
      case 'create': {
        const scope = recordScope(owner, resource, websiteId);
        const known = await (await store.records()).lookAlikes(scope, change.values);
        const id = localId(newId());
        const body = { localId: id, name, values: change.values, ...confirmed(change) };
        return { id, mutation: { resource: resourceName, mutation: 'create', body, base: { known: [...known] } } };
      }
      case 'update': {
        const { id, values, base, seen } = change;
        const body = { id, name, values, ...confirmed(change) };
        return { id, mutation: { resource: resourceName, mutation: 'update', body, base, ...(seen ? { seen } : {}) } };
      }
      case 'delete':
        return { id: change.id, mutation: { resource: resourceName, mutation: 'delete', body: { id: change.id, name }, base: {} } };
      case 'act': {
        const { id, act, base } = change;
        const values = resource.acts[act]?.puts ?? {};
        return { id, mutation: { resource: resourceName, mutation: 'act', body: { id, name, act, values }, base } };
      }
    }
  }
}

const confirmed = ({ isConfirmed }: { readonly isConfirmed?: true }) => (isConfirmed ? ({ confirmed: true } as const) : {});

/** The name of a record for the sync centre. */
function recordName(resource: ResourceDefinition, values: Values): string {
  const name = values[resource.nameKey];
  return typeof name === 'string' && !isBlankText(name) ? name.trim() : resource.labels.one;
}
